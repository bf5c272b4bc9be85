import { useSearchParams } from "wouter";
import { paths } from "../../../contract/screens.ts";

/** Returns the path of a conversation or, for null, of the list alone; both with the filter of the list. */
export function useInboxPath(): (conversationId: string | null) => string {
  const [search] = useSearchParams();
  return (conversationId) => {
    const query = new URLSearchParams(search);
    if (conversationId === null) query.delete("conversation");
    else query.set("conversation", conversationId);
    return query.size > 0 ? `${paths.inbox}?${query}` : paths.inbox;
  };
}
