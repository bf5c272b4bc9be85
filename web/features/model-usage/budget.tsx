import { TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { ModelUsage } from "../../../contract/model-usage.ts";
import { useOrganizationId } from "../../current-organization.tsx";
import { readStored, store } from "../../browser-storage.ts";
import { settingsPath } from "../../paths.ts";
import { SubmitButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { InputField } from "../../ui/field.tsx";
import { Form, fieldText } from "../../ui/form.tsx";
import { useBudgetState, useSetBudget } from "./api.ts";

const texts = {
  near: "You have used more than 80% of this month's language model budget.",
  used_up:
    "This month's language model budget is used up. Until next month, answers are quoted from your documents.",
};

/** Warns on every screen that the budget is (nearly) used up, until it is dismissed. */
export function BudgetBanner() {
  const organizationId = useOrganizationId();
  const usage = useBudgetState().data;
  const [dismissed, setDismissed] = useState<string | null>(null);
  if (usage === undefined || usage.model === null || usage.state === "within") return null;
  const key = keyOf(organizationId, usage);
  if (dismissed === key || readStored(key) !== null) return null;
  return (
    <div
      role="status"
      className="mb-5 flex items-start gap-3 rounded-2xl bg-ochre-tint py-2.5 pr-2 pl-4 text-sm text-ochre-ink"
    >
      <TriangleAlert aria-hidden className="mt-1.5 size-4 shrink-0" />
      <p className="min-w-0 flex-1 py-1">
        {texts[usage.state]}{" "}
        <Link
          href={settingsPath("language-model")}
          className="font-semibold whitespace-nowrap underline underline-offset-4"
        >
          View budget
        </Link>
      </p>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => {
          store(key, "1");
          setDismissed(key);
        }}
        className="grid size-9 shrink-0 place-items-center rounded-lg hover:bg-ochre-ink/10"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}

/** The storage key of a dismissal. The banner returns when the month, the state or the budget changes. */
function keyOf(organizationId: string, { state, budgetMicros }: ModelUsage): string {
  return `sizana.budget.${organizationId} ${new Date().toISOString().slice(0, 7)} ${state} ${budgetMicros}`;
}

export function BudgetForm({ budgetMicros, currency }: { budgetMicros: number | null; currency: string }) {
  const save = useSetBudget();

  function submit(form: HTMLFormElement): void {
    const amount = fieldText(form, "budget").trim();
    save.mutate(amount === "" ? null : Math.round(Number(amount) * 1_000_000));
  }

  return (
    <Card
      title="Monthly budget"
      description="When it is used up, answers are quoted from your documents until next month."
    >
      <Form onSubmit={submit} className="flex max-w-2xl flex-wrap items-start gap-4 p-5 sm:p-6">
        <div className="min-w-0 flex-1 basis-60">
          <InputField
            label={`Budget in ${currency}`}
            hint="Leave empty for no limit."
            name="budget"
            type="number"
            inputMode="decimal"
            min={0}
            max={1_000_000}
            step="0.01"
            autoComplete="off"
            defaultValue={budgetMicros === null ? "" : budgetMicros / 1_000_000}
          />
        </div>
        <SubmitButton
          label="Save budget"
          variant="secondary"
          pending={save.isPending}
          className="sm:mt-[1.8125rem]"
        />
      </Form>
    </Card>
  );
}
