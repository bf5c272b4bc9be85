import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  Feedback,
  FeedbackInvitation,
  FeedbackLink,
  FeedbackSummary,
  OwnRating,
  MessageRating,
  RatingCreate,
} from "../../../contract/feedback.ts";
import { useOrganizationId } from "../../current-organization.tsx";
import { showErrorToast } from "../../ui/toast-store.ts";
import { request } from "../../request.ts";
import { useApiMutation, organizationPath, useOrganizationQuery, usePages } from "../../organization-api.ts";

export const useFeedback = () => useOrganizationQuery<Feedback[]>(["feedback"]);

export const useFeedbackSummary = () => useOrganizationQuery<FeedbackSummary>(["feedback", "summary"]);

export const noFilter = { source: "", rating: "" };

export const useAllFeedback = (filter: typeof noFilter) =>
  usePages<Feedback>(["feedback"], { filter: { ...filter, limit: "25" } });

/** A link for a customer to rate a ticket. Each call creates a new link, but all of them lead to the same rating. */
export function useRatingLink(ticketId: string) {
  const organizationId = useOrganizationId();
  return useQuery({
    queryKey: ["rating link", organizationId, ticketId],
    queryFn: () =>
      request<FeedbackLink>("POST", organizationPath(organizationId, "feedback/links"), { ticketId }),
  });
}

const ratingsKey = (sessionId: string) => ["/api/chat/sessions", sessionId, "ratings"];

export const useAnswerRatings = (sessionId: string) =>
  useQuery<MessageRating[]>({ queryKey: ratingsKey(sessionId) });

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
      // A fetch that started before this rating was saved would remove it again.
      void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error) => showErrorToast(error, "Failed to save your rating"),
  });
}

const invitationKey = (token: string) => ["/api/feedback", token];

export const useInvitation = (token: string) =>
  useQuery<FeedbackInvitation>({ queryKey: invitationKey(token) });

export const useRateByLink = (token: string) =>
  useApiMutation<RatingCreate>({
    send: (rating) => ["POST", `/api/feedback/${token}`, rating],
    refetches: [invitationKey(token)],
  });
