import { useMay } from "../../current-organization.tsx";
import { Card } from "../../ui/card.tsx";
import { QueryState, Skeleton } from "../../ui/query-state.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useChangeRehearsal, useRehearsal } from "./api.ts";

/** The switch for the dress rehearsal, which asks recent questions of a new version before it goes live. */
export function RehearsalCard() {
  const editable = useMay("manage the business configuration");
  const rehearsal = useRehearsal();
  const change = useChangeRehearsal();
  return (
    <Card className="flex items-start justify-between gap-4 p-5 sm:p-6" aria-busy={rehearsal.isPending}>
      <div className="min-w-0">
        <h2 className="text-lg font-semibold">Dress rehearsal</h2>
        <p className="mt-1 max-w-2xl text-sm text-ink-soft">
          Before a new version goes live, we test it on up to 300 recent questions. If an answer changes, the
          version waits here for approval.
        </p>
        <QueryState query={rehearsal} what="the dress rehearsal setting" />
      </div>
      {rehearsal.isPending && <Skeleton className="h-6 w-11 shrink-0 rounded-full" />}
      {rehearsal.data && (
        <Switch
          label="Dress rehearsal"
          checked={rehearsal.data.enabled}
          disabled={!editable || change.isPending}
          onChange={(enabled) => change.mutate({ enabled })}
        />
      )}
    </Card>
  );
}
