import { CircleCheck, CircleX, LoaderCircle, Plus, RotateCw, Target } from "lucide-react";
import { useState } from "react";
import type { GoldenQuestion } from "../../../contract/golden-questions.ts";
import { useMay } from "../../current-organization.tsx";
import { audienceBadges, Badge } from "../../ui/badge.tsx";
import { Button, MutationButton } from "../../ui/button.tsx";
import { EditableRow } from "../../ui/editable-row.tsx";
import { ListCard } from "../../ui/query-list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useAskAgain, useDeleteGoldenQuestion, useGoldenQuestions } from "./api.ts";
import { GoldenQuestionDialog, type GoldenQuestionDraft } from "./golden-question-dialog.tsx";

export function GoldenQuestionList() {
  const editable = useMay("write answers");
  const list = useGoldenQuestions();
  const ask = useAskAgain();
  const [draft, setDraft] = useState<GoldenQuestionDraft | null>(null);
  const createButton = editable && (
    <Button variant="primary" size="small" onClick={() => setDraft({})} icon={Plus} label="New question" />
  );
  return (
    <>
      <ListCard
        title="Golden questions"
        description="Asked whenever a document, a preset, a curated answer or the language model changes"
        what="golden questions"
        list={list}
        empty={{
          icon: Target,
          title: "No golden questions yet",
          description:
            "Add the questions that must always be answered correctly. A new version of a document that breaks one doesn't go live until you accept it.",
        }}
        create={createButton}
        actions={editable && <MutationButton size="small" mutation={ask} icon={RotateCw} label="Ask again" />}
      >
        {(question) => <Row key={question.id} question={question} onChange={() => setDraft(question)} />}
      </ListCard>
      {draft && <GoldenQuestionDialog draft={draft} onClose={() => setDraft(null)} />}
    </>
  );
}

function Row({ question: golden, onChange }: { question: GoldenQuestion; onChange: () => void }) {
  const remove = useDeleteGoldenQuestion();
  const { question, mustHold, mustNotHold, result, type } = golden;
  return (
    <EditableRow
      name={question}
      mayEdit={useMay("write answers")}
      onEdit={onChange}
      deletion={{
        title: "Delete this golden question?",
        description: `New versions will go live regardless of how they answer “${question}”.`,
        pending: remove.isPending,
        onConfirm: (options) => remove.mutate(golden.id, options),
      }}
    >
      <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
        Must contain: {mustHold.join(", ")}
        {mustNotHold.length > 0 && `. Must not contain: ${mustNotHold.join(", ")}`}
      </p>
      {result && !result.holds && (
        <p className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap">
          <span className="font-medium">Current answer:</span> {result.answer}
        </p>
      )}
      <p className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-xs text-ink-soft">
        <ResultBadge result={result} />
        <Badge {...audienceBadges[type]} />
        {result && (
          <span>
            Asked <RelativeTime iso={result.checkedAt} />
          </span>
        )}
      </p>
    </EditableRow>
  );
}

function ResultBadge({ result }: Pick<GoldenQuestion, "result">) {
  if (result === null) return <Badge tone="secondary" icon={LoaderCircle} label="Being asked" />;
  if (result.holds) return <Badge tone="green" icon={CircleCheck} label="Answered correctly" />;
  return <Badge tone="destructive" icon={CircleX} label="Not answered correctly" />;
}
