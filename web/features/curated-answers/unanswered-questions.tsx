import { MessageCircleQuestion, PenLine, Upload, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Audience } from "../../../contract/common.ts";
import type { UnansweredGroup } from "../../../contract/curated-answers.ts";
import { useMay } from "../../current-organization.tsx";
import { documentsPath } from "../../paths.ts";
import { audienceBadges, Badge, channelBadges, optionsOf } from "../../ui/badge.tsx";
import { Button, MutationButton, LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { type Columns, ExportButton } from "../../ui/export-button.tsx";
import { QueryList, EmptyState } from "../../ui/query-list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Segments } from "../../ui/segments.tsx";
import { AnswerDialog, type AnswerDraft } from "./curated-answer-list.tsx";
import { useDismiss, useUnanswered } from "./api.ts";

export function UnansweredQuestions() {
  const [type, setType] = useState<Audience>("external");
  const [draft, setDraft] = useState<AnswerDraft | null>(null);
  const groups = useUnanswered(type);
  const rows = groups.data ?? [];
  return (
    <Card
      className="overflow-hidden"
      title="Unanswered questions"
      description="Last 90 days, similar questions grouped"
      actions={
        <div className="flex flex-wrap items-center gap-2.5">
          {/* The list has only one page, so the rows on screen are complete. */}
          {rows.length > 0 && (
            <ExportButton what="unanswered questions" columns={exportColumns} rows={rows} />
          )}
          <Segments label="Who asked" options={optionsOf(audienceBadges)} value={type} onChange={setType} />
        </div>
      }
    >
      <QueryList
        list={groups}
        what="unanswered questions"
        empty={
          <EmptyState
            icon={MessageCircleQuestion}
            title="No unanswered questions"
            description="Questions that your documents don't answer appear here."
            action={<UploadLink type={type} />}
          />
        }
      >
        {(group) => <Group key={group.question} group={group} onWrite={setDraft} />}
      </QueryList>
      {draft && <AnswerDialog draft={draft} onClose={() => setDraft(null)} />}
    </Card>
  );
}

const exportColumns: Columns<UnansweredGroup> = {
  Question: ({ question }) => question,
  "Times asked": ({ count }) => count,
  "Last asked": ({ lastAskedAt }) => lastAskedAt,
  Channels: (group) =>
    group.channels.map(({ channel, count }) => `${channelBadges[channel].label} ${count}`).join(", "),
  "Also asked as": ({ examples }) => examples.join("\n"),
};

function UploadLink({ type, label = "Upload a document" }: { type: Audience; label?: ReactNode }) {
  return <LinkButton href={documentsPath(type)} icon={Upload} size="small" label={label} />;
}

function Group({ group, onWrite }: { group: UnansweredGroup; onWrite: (draft: AnswerDraft) => void }) {
  const { question, count, lastAskedAt, examples, channels } = group;
  const mayWrite = useMay("write answers");
  return (
    <li className="grid gap-3 px-5 py-4 sm:px-6">
      <div>
        <h3 className="font-sans font-semibold wrap-anywhere">{question}</h3>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-sm text-ink-soft">
          <span>
            Asked {count === 1 ? "once" : `${count} times, last`} <RelativeTime iso={lastAskedAt} />
          </span>
          {channels.map((each) => {
            const { label, tone } = channelBadges[each.channel];
            const counted = channels.length > 1 ? `${label} ${each.count}` : label;
            return <Badge key={each.channel} tone={tone} label={counted} />;
          })}
        </p>
      </div>
      {examples.length > 0 && <Wordings question={question} examples={examples} />}
      {mayWrite && <Actions group={group} onWrite={onWrite} />}
    </li>
  );
}

function Wordings({ question, examples }: Pick<UnansweredGroup, "question" | "examples">) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer font-semibold text-accent-text">
        Also asked as<span className="sr-only">: {question}</span>
      </summary>
      <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-ink-soft">
        {examples.map((example) => (
          <li key={example} className="wrap-anywhere">
            {example}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Actions({ group, onWrite }: { group: UnansweredGroup; onWrite: (draft: AnswerDraft) => void }) {
  const { type, question, examples } = group;
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button
        size="small"
        onClick={() => onWrite({ type, question, wordings: examples })}
        aria-label={`Write an answer: ${question}`}
        icon={PenLine}
        label="Write an answer"
      />
      <UploadLink type={type} label={<span className="max-sm:sr-only">Upload a document</span>} />
      <MutationButton
        size="small"
        variant="ghost"
        mutation={useDismiss()}
        input={group}
        aria-label={`Dismiss: ${question}`}
        icon={X}
        label={<span className="max-sm:sr-only">Dismiss</span>}
      />
    </div>
  );
}
