import type { ReactNode } from "react";
import { useRoute } from "wouter";
import { AnswerEvidence, type SourcesOfPage } from "../features/conversations/answer-evidence.tsx";
import { AnswerText } from "../features/conversations/answer-text.tsx";
import { RatingRequest } from "../features/feedback/rating-request.tsx";
import { RequireOrganization } from "../features/organizations/access-required.tsx";
import { useMembers } from "../features/organizations/api.ts";
import { CreateTicketDialog } from "../features/tickets/open-ticket.tsx";
import type { DraftParts } from "../features/tickets/ticket-draft.tsx";
import { TicketFigures, TicketList } from "../features/tickets/ticket-list.tsx";
import { TicketView } from "../features/tickets/ticket-view.tsx";
import { conversationPath, paths } from "../paths.ts";
import { BackLink } from "../ui/back-link.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { useViewer } from "./use-viewer.tsx";

export function TicketsScreen() {
  return (
    <RequireOrganization purpose="access tickets">{({ id }) => <Tickets key={id} />}</RequireOrganization>
  );
}

function Tickets() {
  return (
    <div className="grid gap-6">
      <PageHeader
        title="Support Tickets"
        subtitle="Questions that need your team"
        actions={<CreateTicketDialog />}
      />
      <TicketFigures />
      <TicketList members={useMembers().data ?? []} />
    </div>
  );
}

export function TicketScreen() {
  const [, params] = useRoute(paths.ticket);
  const ticketId = params?.id ?? "";
  return (
    <RequireOrganization purpose="access tickets">
      {({ id }) => <Ticket key={`${id} ${ticketId}`} ticketId={ticketId} />}
    </RequireOrganization>
  );
}

function Ticket({ ticketId }: { ticketId: string }) {
  const members = useMembers();
  const { viewer, openSources } = useViewer();
  return (
    <div className="grid gap-5">
      <TicketView
        ticketId={ticketId}
        members={members.data ?? []}
        draft={draftParts(openSources)}
        back={<BackLink href={paths.tickets} label="All tickets" />}
        conversationLink={linkToConversation}
        ratingRequest={<RatingRequest ticketId={ticketId} />}
      />
      {viewer}
    </div>
  );
}

function draftParts(onOpenSources: (sources: SourcesOfPage) => void): DraftParts {
  return {
    text: (content) => <AnswerText text={content} />,
    evidence: ({ confidence, answered, ...draft }) => (
      <AnswerEvidence
        metadata={{
          ...draft,
          kind: answered === false ? "unknown" : "answer",
          confidence: confidence ?? undefined,
          answered: answered ?? true,
        }}
        onOpenSources={onOpenSources}
      />
    ),
  };
}

function linkToConversation(sessionId: string): ReactNode {
  return <TextLink href={conversationPath(sessionId)}>Open the conversation</TextLink>;
}
