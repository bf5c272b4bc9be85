import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Textarea } from "../../ui/field.tsx";
import { fieldText, Form } from "../../ui/form.tsx";
import { useAnswerRatings, useRateAnswer } from "./api.ts";
import { StarChoice } from "./stars.tsx";

interface AnswerRatingProps {
  sessionId: string;
  messageId: string;
}

/** The rating below an answer and, once it is given, a comment. Both can be changed. */
export function AnswerRating({ sessionId, messageId }: AnswerRatingProps) {
  const ratings = useAnswerRatings(sessionId);
  const rate = useRateAnswer(sessionId, messageId);
  const [commenting, setCommenting] = useState(false);
  const ownRating = ratings.data?.find((rating) => rating.messageId === messageId);
  const shown = rate.isPending ? rate.variables.rating : (ownRating?.rating ?? null);

  function addComment(form: HTMLFormElement): void {
    if (ownRating === undefined) return;
    rate.mutate(
      { rating: ownRating.rating, comment: fieldText(form, "comment").trim() },
      { onSuccess: () => setCommenting(false) },
    );
  }

  return (
    <div className="mt-2.5 grid gap-2 text-xs text-ink-soft">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span>{ownRating ? "Your rating" : "Was this helpful?"}</span>
        <StarChoice
          name={`rating ${messageId}`}
          legend="Rate this answer"
          value={shown}
          onChoose={(rating) => rate.mutate({ rating, comment: ownRating?.comment ?? "" })}
        />
        {ownRating && !commenting && (
          <button
            type="button"
            onClick={() => setCommenting(true)}
            className="rounded-sm font-semibold text-accent-text underline underline-offset-4"
          >
            {ownRating.comment ? "Change comment" : "Add a comment"}
          </button>
        )}
      </div>
      {ownRating?.comment && !commenting && <p className="wrap-anywhere">“{ownRating.comment}”</p>}
      {commenting && (
        <Form onSubmit={addComment} className="grid gap-2">
          <Textarea
            name="comment"
            aria-label="Comment on this answer"
            rows={2}
            maxLength={2000}
            defaultValue={ownRating?.comment ?? ""}
            autoFocus
          />
          <div className="flex gap-2">
            <Button type="submit" variant="primary" size="small" pending={rate.isPending}>
              Save comment
            </Button>
            <Button variant="ghost" size="small" onClick={() => setCommenting(false)}>
              Cancel
            </Button>
          </div>
        </Form>
      )}
    </div>
  );
}
