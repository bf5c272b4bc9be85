import { CircleCheck, TriangleAlert } from "lucide-react";
import type { WhatsappIntegration } from "../../../contract/whatsapp.ts";
import { Button } from "../../ui/button.tsx";

interface NextStepProps {
  integration: WhatsappIntegration;
  editable: boolean;
  onChange: () => void;
}

/** Shows what an integration still needs before it works, or that it is complete. */
export function NextStep({ integration: { isActive, problem }, editable, onChange }: NextStepProps) {
  if (problem) {
    const isNext = problem.code === "app_secret_missing";
    return (
      <div
        className={`mt-3 grid gap-2.5 rounded-xl px-3.5 py-3 text-sm ${
          isNext ? "bg-ochre-tint text-ochre-ink" : "bg-danger-tint text-danger-ink"
        }`}
      >
        <p className="flex gap-2.5 font-medium">
          <TriangleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
          <span>
            {isNext && <span className="block font-semibold">Next step: add the app secret</span>}
            {problem.message}
          </span>
        </p>
        {editable && isNext && (
          <Button size="small" className="ml-7 justify-self-start" onClick={onChange}>
            Add app secret
          </Button>
        )}
      </div>
    );
  }
  if (!isActive) return null;
  return (
    <p className="mt-3 flex gap-2.5 rounded-xl bg-fynbos-tint px-3.5 py-3 text-sm font-medium text-fynbos-ink">
      <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      Everything is set up. Send a message to your number to try it.
    </p>
  );
}
