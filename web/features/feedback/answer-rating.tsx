import { useState } from "react";
import type { MessageRating } from "../../../contract/feedback.ts";
import { Button, SubmitButton } from "../../ui/button.tsx";
import { Textarea } from "../../ui/field.tsx";
import { fieldText, Form } from "../../ui/form.tsx";
import { TextButton } from "../../ui/links.tsx";
import { useAnswerRatings, useRateAnswer } from "./api.ts";
import { StarChoice } from "./stars.tsx";

export function AnswerRating({ sessionId, messageId }: { sessionId: string; messageId: string }) {
  const ratings = useAnswerRatings(sessionId);
  const rate = useRateAnswer(sessionId, messageId);
  const [commenting, setCommenting] = useState(false);
  const own = ratings.data?.find((rating) => rating.messageId === messageId);
  return (
    <div className="mt-2.5 grid gap-2 text-xs text-ink-soft">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span>{own ? "Your rating" : "Was this helpful?"}</span>
        <StarChoice
          name={`rating ${messageId}`}
          legend="Rate this answer"
          value={rate.isPending ? rate.variables.rating : (own?.rating ?? null)}
          onChoose={(rating) => rate.mutate({ rating, comment: own?.comment ?? "" })}
        />
        {own && !commenting && (
          <TextButton
            label={own.comment ? "Edit comment" : "Add a comment"}
            onClick={() => setCommenting(true)}
          />
        )}
      </div>
      {own?.comment && !commenting && <p className="wrap-anywhere">“{own.comment}”</p>}
      {own && commenting && <CommentForm own={own} rate={rate} onClose={() => setCommenting(false)} />}
    </div>
  );
}

interface CommentFormProps {
  own: MessageRating;
  rate: ReturnType<typeof useRateAnswer>;
  onClose: () => void;
}

function CommentForm({ own: { rating, comment }, rate, onClose }: CommentFormProps) {
  const submit = (form: HTMLFormElement): void =>
    rate.mutate({ rating, comment: fieldText(form, "comment").trim() }, { onSuccess: onClose });
  return (
    <Form onSubmit={submit} className="grid gap-2">
      <Textarea
        name="comment"
        aria-label="Comment on this answer"
        rows={2}
        maxLength={2000}
        defaultValue={comment ?? ""}
        autoFocus
      />
      <div className="flex gap-2">
        <SubmitButton label="Save comment" variant="primary" size="small" pending={rate.isPending} />
        <Button variant="ghost" size="small" onClick={onClose} label="Cancel" />
      </div>
    </Form>
  );
}
