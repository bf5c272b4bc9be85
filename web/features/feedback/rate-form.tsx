import { CircleCheck, Hourglass, Unlink } from "lucide-react";
import { useState } from "react";
import type { FeedbackInvitation } from "../../../contract/feedback.ts";
import { hasStatus, serverMessageOr } from "../../request.ts";
import { SubmitButton } from "../../ui/button.tsx";
import { TextareaField } from "../../ui/field.tsx";
import { QueryState, EmptyState, Skeleton } from "../../ui/query-list.tsx";
import { fieldText, Form, ErrorText } from "../../ui/form.tsx";
import { useInvitation, useRateByLink } from "./api.ts";
import { StarChoice } from "./stars.tsx";

export function RateByLink({ token }: { token: string }) {
  const invitation = useInvitation(token);
  if (invitation.data) return <RateForm token={token} invitation={invitation.data} />;
  if (invitation.isPending) return <Skeleton className="h-64" />;
  const linkProblem = linkProblemOf(invitation.error);
  return (
    <>
      <h1 className="sr-only">{linkProblem?.title ?? "Rate your support"}</h1>
      {linkProblem ? <EmptyState {...linkProblem} /> : <QueryState query={invitation} what="this page" />}
    </>
  );
}

const expired = {
  icon: Hourglass,
  title: "This link has expired",
  description: "Rating links work for 30 days. Ask the person who sent you this one for a new link.",
};
const broken = {
  icon: Unlink,
  title: "This link doesn't work",
  description: "It may be incomplete. Open it from the original message, or copy the whole link.",
};

function linkProblemOf(error: Error | null) {
  if (hasStatus(error, 410)) return expired;
  return hasStatus(error, 400, 404) ? broken : null;
}

function RateForm({ token, invitation }: { token: string; invitation: FeedbackInvitation }) {
  const { organizationName, given } = invitation;
  const rate = useRateByLink(token);
  const [rating, setRating] = useState(given?.rating ?? null);
  const [isSubmitted, setIsSubmitted] = useState(false);

  function submit(form: HTMLFormElement): void {
    setIsSubmitted(true);
    if (rating !== null) rate.mutate({ rating, comment: fieldText(form, "comment") });
  }

  return (
    <Form onSubmit={submit} className="grid gap-6">
      <Introduction invitation={invitation} isChange={given !== null && !rate.isSuccess} />
      <div>
        <StarChoice
          name="rating"
          legend={`Rate ${organizationName}`}
          isLarge
          value={rating}
          onChoose={setRating}
        />
        <ErrorText className="mt-1">
          {isSubmitted && rating === null && "Choose a rating from one to five stars."}
        </ErrorText>
      </div>
      <TextareaField
        label="What went well? What could be better?"
        optional
        name="comment"
        rows={4}
        maxLength={2000}
        defaultValue={given?.comment ?? ""}
      />
      <ErrorText>{rate.error && failureOf(rate.error)}</ErrorText>
      <SubmitButton label={given ? "Change rating" : "Send rating"} size="large" pending={rate.isPending} />
      <p role="status" className="flex items-center gap-2 text-sm font-semibold text-fynbos-ink empty:hidden">
        {rate.isSuccess && !rate.isPending && (
          <>
            <CircleCheck aria-hidden className="size-5" />
            Thank you! Your rating is saved. You can change it here.
          </>
        )}
      </p>
    </Form>
  );
}

const failureOf = serverMessageOr("Your rating could not be saved. Check your connection and try again.");

function Introduction({ invitation, isChange }: { invitation: FeedbackInvitation; isChange: boolean }) {
  const { organizationName, ticketNumber } = invitation;
  return (
    <div>
      <h1 className="text-2xl font-bold tracking-tight text-balance wrap-anywhere sm:text-3xl">
        How did {organizationName} do?
      </h1>
      <p className="mt-2 text-ink-soft">
        {ticketNumber ? `This is about ticket ${ticketNumber}. ` : ""}
        {isChange
          ? "You've already rated this. Change your rating below."
          : "It only takes a moment, and your rating goes straight to the team."}
      </p>
    </div>
  );
}
