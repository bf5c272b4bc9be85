import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  Feedback,
  FeedbackInvitation,
  FeedbackLink,
  FeedbackSource,
  FeedbackSummary,
  OwnRating,
  MessageRating,
  RatingCreate,
} from "../../../contract/feedback.ts";
import { announceFailure } from "../../failure-toast.ts";
import { organizationKey, organizationPath } from "../../organization-path.ts";
import { request, requestAll } from "../../request.ts";
import { usePages } from "../../use-pages.ts";

/** The newest ratings first. */
export function useFeedback(organizationId: string) {
  return useQuery<Feedback[]>({ queryKey: organizationKey(organizationId, "feedback") });
}

/** Figures about all ratings. */
export function useFeedbackSummary(organizationId: string) {
  return useQuery<FeedbackSummary>({ queryKey: organizationKey(organizationId, "feedback", "summary") });
}

/** An empty text does not filter. */
export interface FeedbackFilter {
  source: FeedbackSource | "";
  rating: string;
}

/** All ratings, page by page. The previous rows stay until those of a new filter are there. */
export function useAllFeedback(organizationId: string, filter: FeedbackFilter) {
  const key = organizationKey(organizationId, "feedback", "all", filter);
  return usePages<Feedback>(key, organizationPath(organizationId, "feedback"), {
    filter: { ...filter, limit: "25" },
    placeholderData: keepPreviousData,
  });
}

/** All ratings that match the filter. */
export function readAllFeedback(organizationId: string, filter: FeedbackFilter): Promise<Feedback[]> {
  return requestAll<Feedback>(organizationPath(organizationId, "feedback"), filter);
}

/** A link for a customer to rate a ticket. Each link is new, but all lead to the same rating. */
export function useRatingLink(organizationId: string, ticketId: string) {
  return useQuery({
    queryKey: ["rating link", organizationId, ticketId],
    queryFn: () =>
      request<FeedbackLink>("POST", organizationPath(organizationId, "feedback/links"), { ticketId }),
    staleTime: Infinity,
  });
}

const ratingsKey = (sessionId: string) => ["/api/chat/sessions", sessionId, "ratings"];

/** The ratings in a chat session. */
export function useAnswerRatings(sessionId: string) {
  return useQuery<MessageRating[]>({ queryKey: ratingsKey(sessionId) });
}

/** Rates an answer; another call changes the rating. */
export function useRateAnswer(sessionId: string, messageId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (rating: RatingCreate) =>
      request<OwnRating>("POST", `/api/chat/sessions/${sessionId}/messages/${messageId}/rating`, rating),
    onSuccess: (stored) => {
      const queryKey = ratingsKey(sessionId);
      queryClient.setQueryData(queryKey, (known: MessageRating[] = []) => [
        { ...stored, messageId },
        ...known.filter((rating) => rating.messageId !== messageId),
      ]);
      // A read that started before this rating was saved would remove it again.
      void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error) => announceFailure(error, "Failed to save your rating"),
  });
}

const invitationKey = (token: string) => ["/api/feedback", token];

/** What a rating link asks to rate. */
export function useInvitation(token: string) {
  return useQuery<FeedbackInvitation>({ queryKey: invitationKey(token) });
}

export function useRateByLink(token: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (rating: RatingCreate) => request<OwnRating>("POST", `/api/feedback/${token}`, rating),
    onSuccess: (stored) =>
      queryClient.setQueryData(
        invitationKey(token),
        (known: FeedbackInvitation | undefined) => known && { ...known, given: stored },
      ),
  });
}
