import { HeartPulse, Landmark, type LucideIcon, ShieldCheck, ShoppingBag } from "lucide-react";
import { useState } from "react";
import { businessPresets, type BusinessType } from "../../../contract/business-presets.ts";
import { useMay } from "../../current-organization.tsx";
import { serverMessage } from "../../request.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmedButton } from "../../ui/dialog.tsx";
import { ErrorText } from "../../ui/form.tsx";
import { HiddenRadio } from "../../ui/segments.tsx";
import { useApplyPreset, useBusinessConfigs } from "./api.ts";

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
  const inUse = new Set(useBusinessConfigs().data?.map(({ businessType }) => businessType));
  if (!useMay("manage the business configuration")) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="font-display text-lg font-semibold">Choose your business type</legend>
      <div className="mt-3 grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-4">
        {(Object.keys(businessPresets) as BusinessType[]).map((type) => (
          <PresetCard
            key={type}
            type={type}
            isInUse={inUse.has(type)}
            checked={type === chosen}
            onChoose={() => setChosen(type)}
          />
        ))}
      </div>
      <ErrorText className="mt-4">{serverMessage(apply.error, 403)}</ErrorText>
      {chosen && (
        <ApplyButton
          type={chosen}
          isInUse={inUse.has(chosen)}
          pending={apply.isPending}
          onApply={(options) => apply.mutate(chosen, { ...options, onSuccess: () => setChosen(null) })}
        />
      )}
    </fieldset>
  );
}

interface ApplyButtonProps {
  type: BusinessType;
  isInUse: boolean;
  pending: boolean;
  onApply: (options?: { onSettled: () => void }) => void;
}

/** Asks first if the type is already in use, since its configuration may have been edited. */
function ApplyButton({ type, isInUse, pending, onApply }: ApplyButtonProps) {
  const label = "Apply Configuration";
  if (!isInUse) return <Button className="mt-4" pending={pending} onClick={() => onApply()} label={label} />;
  return (
    <ConfirmedButton
      className="mt-4"
      title={`Reset ${businessPresets[type].name} to its preset?`}
      description="Your edited templates and settings are replaced."
      confirmLabel={label}
      pending={pending}
      onConfirm={onApply}
    />
  );
}

interface PresetCardProps {
  type: BusinessType;
  isInUse: boolean;
  checked: boolean;
  onChoose: () => void;
}

function PresetCard({ type, isInUse, ...radio }: PresetCardProps) {
  const { name, description } = businessPresets[type];
  const Icon = icons[type];
  return (
    <label className="relative flex cursor-pointer gap-4 rounded-2xl border border-line bg-surface p-4 shadow-card transition-colors hover:border-accent has-checked:border-accent has-checked:ring-2 has-checked:ring-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:flex-col sm:p-5">
      <HiddenRadio name="businessType" value={type} {...radio} />
      <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-clay-tint text-clay-ink">
        <Icon aria-hidden className="size-5.5" />
      </span>
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          {name}
          {isInUse && <Badge tone="grey" label="In use" />}
        </span>
        <span className="mt-0.5 block text-sm text-ink-soft">{description}</span>
      </span>
    </label>
  );
}
