import { clsx } from "clsx";
import { MessagesSquare } from "lucide-react";
import type { ComponentProps } from "react";
import { useSearch } from "wouter";
import { useMay } from "../current-organization.tsx";
import { useAuthentication } from "../features/auth/api.ts";
import { AnswerEvidence } from "../features/conversations/answer-evidence.tsx";
import { AnswerText } from "../features/conversations/answer-text.tsx";
import { ConversationList } from "../features/inbox/conversation-list.tsx";
import { ConversationView } from "../features/inbox/conversation-view.tsx";
import { RequireOrganization } from "../features/organizations/access-required.tsx";
import { conversationPath, paths, settingsPath, ticketPath } from "../paths.ts";
import { BackLink } from "../ui/back-link.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { useViewer } from "./use-viewer.tsx";

export function InboxScreen() {
  return (
    <RequireOrganization purpose="access the inbox">{({ id }) => <Inbox key={id} />}</RequireOrganization>
  );
}

const uuid = /^[0-9a-f-]{36}$/;

/** The list and the open conversation: side by side, on phones one at a time. */
function Inbox() {
  const authentication = useAuthentication();
  const userId = authentication.state === "signed-in" ? authentication.user.id : "";
  const named = new URLSearchParams(useSearch()).get("conversation");
  const openId = named !== null && uuid.test(named) ? named : null;
  const { viewer, openSources } = useViewer();
  const mayAnswer = useMay("answer conversations");
  return (
    <div className="flex h-[calc(100dvh-6.5rem)] min-h-128 flex-col gap-5 lg:h-[calc(100dvh-4rem)]">
      <div className={clsx(openId !== null && "max-lg:sr-only")}>
        <PageHeader title="Inbox" subtitle="Customer conversations from WhatsApp and the webhook" />
      </div>
      <div className="grid min-h-0 flex-1 gap-5 lg:grid-cols-[23rem_minmax(0,1fr)]">
        <Card
          aria-label="Conversations"
          className={clsx("flex min-h-0 flex-col overflow-hidden", openId !== null && "max-lg:hidden")}
        >
          <ConversationList userId={userId} openId={openId} pathOf={conversationPath} setUp={<SetUp />} />
        </Card>
        <Card
          aria-label="Conversation"
          className={clsx("flex min-h-0 flex-col overflow-hidden", openId === null && "max-lg:hidden")}
        >
          {openId === null ? (
            <div className="grid flex-1 place-items-center">
              <EmptyState
                icon={MessagesSquare}
                title="Select a conversation"
                description="Read it here, and take over when a customer needs a person."
              />
            </div>
          ) : (
            <ConversationView
              key={openId}
              userId={userId}
              conversationId={openId}
              mayAnswer={mayAnswer}
              back={<BackLink href={paths.inbox} label="All conversations" className="lg:hidden" />}
              ticketLink={ticketLink}
              answer={answerParts(openSources)}
            />
          )}
        </Card>
      </div>
      {viewer}
    </div>
  );
}

function answerParts(
  onOpenSources: ComponentProps<typeof AnswerEvidence>["onOpenSources"],
): ComponentProps<typeof ConversationView>["answer"] {
  return {
    text: (content) => <AnswerText text={content} />,
    evidence: (metadata) => <AnswerEvidence metadata={metadata} onOpenSources={onOpenSources} />,
  };
}

const ticketLink: ComponentProps<typeof ConversationView>["ticketLink"] = ({ id, ticketNumber }) => (
  <TextLink href={ticketPath(id)}>{ticketNumber}</TextLink>
);

function SetUp() {
  return (
    <>
      <LinkButton href={paths.whatsapp} size="small">
        Connect WhatsApp
      </LinkButton>
      <LinkButton href={settingsPath("webhooks")} size="small">
        Use the webhook
      </LinkButton>
    </>
  );
}
