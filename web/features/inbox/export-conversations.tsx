import { ExportButton } from "../../ui/export-button.tsx";
import { type InboxFilter, readAllConversations } from "./api.ts";
import { channelBadges, personName } from "./labels.ts";

const header = [
  "Title",
  "Channel",
  "Customer name",
  "Customer phone",
  "Assigned to",
  "Waiting for a person since",
  "Ticket",
  "Last message",
  "Last message at",
];

interface ExportConversationsProps {
  organizationId: string;
  filter: InboxFilter;
}

export function ExportConversations({ organizationId, filter }: ExportConversationsProps) {
  return (
    <ExportButton
      what="conversations"
      header={header}
      load={async () =>
        (await readAllConversations(organizationId, filter)).map((conversation) => [
          conversation.title,
          channelBadges[conversation.channel].label,
          conversation.customerName,
          conversation.customerPhone,
          conversation.owner && personName(conversation.owner),
          conversation.personRequestedAt,
          conversation.ticket && conversation.ticket.ticketNumber,
          conversation.lastMessage && conversation.lastMessage.content,
          conversation.lastMessageAt,
        ])
      }
    />
  );
}
