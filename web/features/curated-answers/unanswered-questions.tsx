import { MessageCircleQuestion, PenLine, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Audience } from "../../../contract/common.ts";
import type { UnansweredGroup } from "../../../contract/curated-answers.ts";
import { useMay } from "../../current-organization.tsx";
import { Badge, channelBadges } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { type Columns, ExportButton } from "../../ui/export-button.tsx";
import { ReadList } from "../../ui/read-list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Segments } from "../../ui/segments.tsx";
import { AnswerDialog, type AnswerDraft } from "./answer-dialog.tsx";
import { useDismiss, useUnanswered } from "./api.ts";

const audiences = [
  { value: "external", label: "Customers" },
  { value: "internal", label: "Staff" },
] as const;

interface UnansweredQuestionsProps {
  /** A link to upload a document for this audience. */
  uploadLink: (type: Audience) => ReactNode;
}

/** Unanswered questions, similar ones grouped, with buttons to answer or dismiss them. */
export function UnansweredQuestions({ uploadLink }: UnansweredQuestionsProps) {
  const [type, setType] = useState<Audience>("external");
  const [draft, setDraft] = useState<AnswerDraft | null>(null);
  const groups = useUnanswered(type);
  return (
    <Card
      className="overflow-hidden"
      title="Unanswered questions"
      description="Last 90 days, similar questions grouped"
      actions={
        <div className="flex flex-wrap items-center gap-2.5">
          {groups.data && groups.data.length > 0 && (
            // The list has only one page, so what is shown is exported.
            <ExportButton what="unanswered questions" columns={exportColumns} rows={groups.data} />
          )}
          <Segments label="Who asked" options={audiences} value={type} onChange={setType} />
        </div>
      }
    >
      <ReadList
        list={groups}
        what="unanswered questions"
        empty={
          <EmptyState
            icon={MessageCircleQuestion}
            title="No unanswered questions"
            description="Questions that your documents don't answer appear here."
            action={uploadLink(type)}
          />
        }
      >
        {(group) => (
          <Group
            key={group.question}
            group={group}
            uploadLink={uploadLink(type)}
            onWrite={() =>
              setDraft({ id: null, type, question: group.question, wordings: group.examples, answer: "" })
            }
          />
        )}
      </ReadList>
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

interface GroupProps {
  group: UnansweredGroup;
  uploadLink: ReactNode;
  onWrite: () => void;
}

function Group({ group, uploadLink, onWrite }: GroupProps) {
  const { question, count, lastAskedAt, examples } = group;
  const dismiss = useDismiss();
  const mayWrite = useMay("write answers");
  return (
    <li className="grid gap-3 px-5 py-4 sm:px-6">
      <div>
        <h3 className="font-sans font-semibold wrap-anywhere">{question}</h3>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-sm text-ink-soft">
          <span>
            Asked {count === 1 ? "once" : `${count} times, last`} <RelativeTime iso={lastAskedAt} />
          </span>
          {group.channels.map((each) => (
            <Badge key={each.channel} tone={channelBadges[each.channel].tone}>
              {channelBadges[each.channel].label}
              {group.channels.length > 1 && ` ${each.count}`}
            </Badge>
          ))}
        </p>
      </div>
      {examples.length > 0 && (
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
      )}
      {mayWrite && (
        <div className="flex flex-wrap gap-2.5">
          <Button
            variant="primary"
            size="small"
            onClick={onWrite}
            aria-label={`Write an answer: ${question}`}
            icon={PenLine}
          >
            Write an answer
          </Button>
          {uploadLink}
          <Button
            size="small"
            variant="ghost"
            pending={dismiss.isPending}
            aria-label={`Dismiss: ${question}`}
            onClick={() => dismiss.mutate(group)}
            icon={X}
          >
            Dismiss
          </Button>
        </div>
      )}
    </li>
  );
}
