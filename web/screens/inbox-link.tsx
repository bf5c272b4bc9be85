import { Inbox } from "lucide-react";
import { Link } from "wouter";
import { useInboxSummary } from "../features/inbox/api.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";

/** A link to the inbox, with the number of conversations that wait for a person. */
export function InboxLink({ organizationId }: { organizationId: string }) {
  const waiting = useInboxSummary(organizationId).data?.waiting ?? 0;
  return (
    <Button asChild variant="secondary" size="small">
      <Link href={paths.inbox}>
        <Inbox aria-hidden className="size-4" />
        {waiting > 0 ? `Inbox (${waiting} waiting)` : "Inbox"}
      </Link>
    </Button>
  );
}
