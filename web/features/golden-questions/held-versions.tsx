import { ChevronDown } from "lucide-react";
import type { VersionCheck, VersionDifference } from "../../../contract/golden-questions.ts";
import { useMay } from "../../current-organization.tsx";
import { audienceBadges, Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmedButton } from "../../ui/dialog.tsx";
import { QueryList, problemOf, QueryState, Skeleton } from "../../ui/query-list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useAcceptVersion, useHeldVersions, useChangeRehearsal, useRehearsal } from "./api.ts";
import { Switch } from "../../ui/switch.tsx";

/** Versions that are ready but held, with the answers they change. Renders nothing if there are none. */
export function HeldVersions() {
  const held = useHeldVersions();
  if (problemOf(held)) {
    return (
      <Card>
        <QueryState query={held} what="waiting versions" />
      </Card>
    );
  }
  if (!held.data || held.data.length === 0) return null;
  return (
    <Card
      className="overflow-hidden"
      title="Waiting to go live"
      description="These versions change answers. Until you accept them, answers come from the previous version."
    >
      <QueryList list={held} what="waiting versions" empty={null}>
        {(check) => <Row key={check.versionId} check={check} />}
      </QueryList>
    </Card>
  );
}

function Row({ check }: { check: VersionCheck }) {
  const { documentName, version, type, checkedAt, differences } = check;
  return (
    <li className="px-5 py-4 sm:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_16rem]">
          <h3 className="font-sans font-semibold wrap-anywhere">{documentName}</h3>
          <p className="mt-1 text-sm">{summaryOf(check)}</p>
          <p className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-xs text-ink-soft">
            <Badge tone="outline" label={`v ${version}`} />
            <Badge {...audienceBadges[type]} />
            <span>
              Checked <RelativeTime iso={checkedAt} />
            </span>
          </p>
        </div>
        <AcceptButton check={check} />
      </div>
      <details className="group mt-3">
        <summary className="inline-flex cursor-pointer items-center gap-1 rounded-sm text-sm font-medium">
          <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
          Compare the answers
        </summary>
        <ul className="mt-3 grid gap-4">
          {differences.map((difference) => (
            <Difference key={`${difference.kind} ${difference.question}`} {...difference} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function AcceptButton({ check: { versionId, documentName } }: { check: VersionCheck }) {
  const accept = useAcceptVersion();
  if (!useMay("write answers")) return null;
  return (
    <ConfirmedButton
      variant="primary"
      size="small"
      aria-label={`Accept ${documentName}`}
      title="Accept this version?"
      description={`“${documentName}” goes live and its answers change as shown.`}
      confirmLabel="Accept"
      pending={accept.isPending}
      onConfirm={(options) => accept.mutate(versionId, options)}
    />
  );
}

function summaryOf({ goldenAsked, goldenBroken, rehearsalAsked, rehearsalChanged }: VersionCheck): string {
  const parts = [
    goldenBroken > 0 && `breaks ${goldenBroken} of ${goldenAsked} golden questions`,
    rehearsalChanged > 0 &&
      `changes the answers to ${rehearsalChanged} of ${rehearsalAsked} recent questions`,
  ];
  const summary = parts.filter(Boolean).join(" and ");
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

function Difference({ kind, question, mustHold, before, after }: VersionDifference) {
  return (
    <li className="grid gap-2 border-l-2 border-line-strong pl-3 text-sm">
      <p className="font-medium wrap-anywhere">{question}</p>
      {kind === "golden" && (
        <p className="text-xs wrap-anywhere text-ink-soft">Must contain: {mustHold.join(", ")}</p>
      )}
      <dl className="grid gap-3 sm:grid-cols-2">
        {before && <Side label="Now" content={before.content} />}
        <Side label="With the new version" content={after.content} />
      </dl>
    </li>
  );
}

function Side({ label, content }: { label: string; content: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className="mt-0.5 wrap-anywhere whitespace-pre-wrap">{content}</dd>
    </div>
  );
}

export function RehearsalCard() {
  const mayEdit = useMay("manage the business configuration");
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
          disabled={!mayEdit || change.isPending}
          onChange={(enabled) => change.mutate({ enabled })}
        />
      )}
    </Card>
  );
}
