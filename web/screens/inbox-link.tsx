import { Inbox } from "lucide-react";
import { paths } from "../../contract/screens.ts";
import { useInboxSummary } from "../features/inbox/api.ts";
import { LinkButton } from "../ui/button.tsx";

export function InboxLink() {
  const waiting = useInboxSummary().data?.waiting ?? 0;
  return (
    <LinkButton href={paths.inbox} icon={Inbox} size="small">
      {waiting > 0 ? `Inbox (${waiting} waiting)` : "Inbox"}
    </LinkButton>
  );
}
