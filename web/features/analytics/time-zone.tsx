import { useMay } from "../../current-organization.tsx";
import { ChoiceSelect } from "../../ui/choice-select.tsx";
import { useSetTimeZone } from "./api.ts";

/** The time zone of the report, which the owner can change. */
export function TimeZone({ timeZone }: { timeZone: string }) {
  const change = useSetTimeZone();
  if (!useMay("rename the organization"))
    return <p className="text-sm text-ink-soft">Days are in {timeZone}.</p>;
  const zones = new Set(["UTC", timeZone, ...Intl.supportedValuesOf("timeZone")]);
  return (
    <div className="flex w-full flex-wrap items-center gap-x-2.5 gap-y-1.5 sm:w-auto">
      <span aria-hidden className="text-sm font-semibold">
        Time zone
      </span>
      <ChoiceSelect
        className="sm:w-60"
        aria-label="Time zone of the days"
        value={change.isPending ? change.variables : timeZone}
        disabled={change.isPending}
        onChoose={(chosen) => change.mutate(chosen)}
        options={[...zones].map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
      />
    </div>
  );
}
