import { type QueryKey, useQuery } from "@tanstack/react-query";
import type { Feedback, FeedbackSummary } from "../../../contract/feedback.ts";

function feedbackKey(organizationId: string): QueryKey {
  return ["/api/organizations", organizationId, "feedback"];
}

/** The newest ratings first. */
export function useFeedback(organizationId: string) {
  return useQuery<Feedback[]>({ queryKey: feedbackKey(organizationId) });
}

/** Figures over all ratings, however many there are. */
export function useFeedbackSummary(organizationId: string) {
  return useQuery<FeedbackSummary>({ queryKey: [...feedbackKey(organizationId), "summary"] });
}
