import { HeartPulse, Landmark, type LucideIcon, ShieldCheck, ShoppingBag } from "lucide-react";
import { useState } from "react";
import { businessPresets, type BusinessType } from "../../../contract/business-presets.ts";
import { useMay } from "../../current-organization.tsx";
import { serverMessage } from "../../request.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorText } from "../../ui/form.tsx";
import { HiddenRadio } from "../../ui/segments.tsx";
import { useApplyPreset } from "./api.ts";

const icons: Record<BusinessType, LucideIcon> = {
  retail: ShoppingBag,
  insurance: ShieldCheck,
  medical_aid: HeartPulse,
  financial_services: Landmark,
};

/** The business types to choose from and the button that applies one, if the person may manage configurations. */
export function PresetCards() {
  const [chosen, setChosen] = useState<BusinessType | null>(null);
  const apply = useApplyPreset();
  if (!useMay("manage the business configuration")) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="font-display text-lg font-semibold">Choose your business type</legend>
      <div className="mt-3 grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-4">
        {(Object.keys(businessPresets) as BusinessType[]).map((type) => (
          <PresetCard key={type} type={type} checked={type === chosen} onChoose={() => setChosen(type)} />
        ))}
      </div>
      <ErrorText className="mt-4">{serverMessage(apply.error, 403)}</ErrorText>
      {chosen && (
        <Button
          pending={apply.isPending}
          className="mt-4"
          onClick={() => apply.mutate(chosen, { onSuccess: () => setChosen(null) })}
          label="Apply Configuration"
        />
      )}
    </fieldset>
  );
}

function PresetCard({ type, ...radio }: { type: BusinessType; checked: boolean; onChoose: () => void }) {
  const { name, description } = businessPresets[type];
  const Icon = icons[type];
  return (
    <label className="relative flex cursor-pointer gap-4 rounded-2xl border border-line bg-surface p-4 shadow-card transition-colors hover:border-accent has-checked:border-accent has-checked:ring-2 has-checked:ring-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:flex-col sm:p-5">
      <HiddenRadio name="businessType" value={type} {...radio} />
      <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-clay-tint text-clay-ink">
        <Icon aria-hidden className="size-5.5" />
      </span>
      <span className="min-w-0">
        <span className="block font-semibold">{name}</span>
        <span className="mt-0.5 block text-sm text-ink-soft">{description}</span>
      </span>
    </label>
  );
}
