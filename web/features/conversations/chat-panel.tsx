import { BookOpen, Bot, MessagesSquare, SquarePen, Unplug } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Audience } from "../../../contract/common.ts";
import type { CustomerGreeting } from "../../../contract/business-config.ts";
import type { AnswerMetadata, ChatMessage, SuggestedQuestions } from "../../../contract/conversations.ts";
import { useOrganizationId } from "../../current-organization.tsx";
import { documentsPath, ticketPath } from "../../paths.ts";
import { Button, LinkButton, MutationButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextLink } from "../../ui/links.tsx";
import { problemOf, EmptyState, Skeleton } from "../../ui/query-list.tsx";
import { useTextToSend } from "../../ui/message-field.tsx";
import { MessageLog } from "../../ui/message-log.tsx";
import { HandOff } from "../tickets/open-ticket.tsx";
import { useAskAssistant, useStopAnswer, useSuggestions } from "./api.ts";
import { Composer } from "./composer.tsx";
import { AssistantMessage, isFromTeam, PendingAnswer, TeamMessage, UserMessage } from "./message-view.tsx";
import { SessionHistory } from "./session-history.tsx";
import { type Chat, resumedSession, useChat } from "./use-chat.ts";

const texts: Record<Audience, { title: string; placeholder: string; intro: string }> = {
  internal: {
    title: "Internal Support",
    placeholder: "Ask a question…",
    intro: "Answers come from your internal documents and show their source.",
  },
  external: {
    title: "Customer Support",
    placeholder: "Ask as a customer…",
    intro: "Preview what customers see. Answers come from your external documents.",
  },
};

interface ChatPanelProps {
  type: Audience;
  greeting?: CustomerGreeting | undefined;
  className: string;
}

/** A chat with the assistant: a new one or, after a reload, the one that was shown before. */
export function ChatPanel(props: ChatPanelProps) {
  const chatKey = `${useOrganizationId()} ${props.type}`;
  // A new session has no id until the server has created it, so `turn` distinguishes consecutive new sessions.
  const [shown, setShown] = useState(() => ({ sessionId: resumedSession(chatKey), turn: 1 }));
  const show = (sessionId: string | null): void => setShown({ sessionId, turn: shown.turn + 1 });
  return <Conversation key={shown.turn} {...props} resumedId={shown.sessionId} onShow={show} />;
}

interface ConversationProps extends ChatPanelProps {
  resumedId: string | null;
  /** Shows another session, or a new one if null. */
  onShow: (sessionId: string | null) => void;
}

function Conversation(props: ConversationProps) {
  const { type, className, resumedId, onShow } = props;
  const chat = useChat(type, resumedId);
  const { sessionId, saved, send, draft, isGone } = chat;
  const stop = useStopAnswer();
  const { text, setText, submit } = useTextToSend(send.mutate);
  const input = useRef<HTMLTextAreaElement>(null);
  const handOff = activeHandOff(saved)?.metadata;

  const startAgain = useEffectEvent(() => onShow(null));
  useEffect(() => {
    if (isGone) startAgain();
  }, [isGone]);

  function choose(question: string): void {
    setText(question);
    input.current?.focus();
  }

  return (
    <Card className={`flex min-h-0 flex-col overflow-hidden ${className}`}>
      <Header {...props} chat={chat} />
      <MessageLog
        label="Conversation"
        newest={send.isPending ? `after ${saved.at(-1)?.id} ${draft}` : saved.at(-1)?.id}
        followsAlways
      >
        <Messages {...props} chat={chat} onChoose={choose} />
      </MessageLog>
      {sessionId && handOff && <WithTeam sessionId={sessionId} handOff={handOff} />}
      <Composer
        ref={input}
        text={text}
        onText={setText}
        ready={sessionId !== undefined && !send.isPending}
        pending={send.isPending}
        onStop={chat.isWriting ? () => stop.mutate(sessionId) : undefined}
        placeholder={handOff ? "Write to your team…" : texts[type].placeholder}
        onSend={submit}
      />
    </Card>
  );
}

/** Says, while a person handles the conversation, where new messages go, and offers the way back to the assistant. */
function WithTeam({ sessionId, handOff }: { sessionId: string; handOff: AnswerMetadata }) {
  const ask = useAskAssistant(sessionId);
  const { ticketId, ticketNumber } = handOff;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-line bg-sunken px-4 py-2.5 text-sm">
      <p role="status">
        With your team: {ticketId && <TextLink href={ticketPath(ticketId)}>{ticketNumber}</TextLink>}. New
        messages are added to it.
      </p>
      <MutationButton
        size="small"
        mutation={ask}
        input={{ undo: false }}
        icon={Bot}
        label="Ask the assistant"
      />
    </div>
  );
}

interface PartProps extends ConversationProps {
  chat: Chat;
}

function Header({ type, onShow, chat: { sessionId, saved, isEmpty } }: PartProps) {
  const mayHandOff = !isEmpty && activeHandOff(saved) === undefined;
  return (
    <div className="flex items-center justify-between gap-x-3 gap-y-1 border-b border-line px-5 py-2 sm:flex-wrap sm:px-6 sm:py-4">
      <h2 className="min-w-0 truncate font-semibold sm:text-lg">{texts[type].title}</h2>
      <div className="flex items-center sm:flex-wrap sm:gap-1">
        {sessionId && mayHandOff && <HandOff sessionId={sessionId} variant="ghost" />}
        <SessionHistory type={type} currentId={sessionId} onChoose={onShow} />
        <Button variant="ghost" size="small" disabled={isEmpty} onClick={() => onShow(null)} icon={SquarePen}>
          <span className="max-sm:sr-only">New chat</span>
        </Button>
      </div>
    </div>
  );
}

interface MessagesProps extends PartProps {
  onChoose: (question: string) => void;
}

function Messages(props: MessagesProps) {
  const { chat, type } = props;
  const suggestions = useSuggestions(type).data;
  const { sessionId, messages, saved, send } = chat;
  const active = activeHandOff(saved);
  const hasReply = active !== undefined && saved.slice(saved.indexOf(active)).some(isFromTeam);
  return (
    <>
      {chat.failedToStart ? (
        <Failed {...failures.start} onRetry={chat.start} />
      ) : (
        messages.isPending && <Skeleton className="h-24" />
      )}
      {problemOf(messages) && !chat.isGone && (
        <Failed {...failures.read} onRetry={() => void messages.refetch()} />
      )}
      {messages.data && chat.isEmpty && <Suggestions {...props} suggestions={suggestions} />}
      <ol className="grid gap-4">
        {sessionId &&
          saved.map((message) => {
            const { id, role, content } = message;
            if (role === "user") return <UserMessage key={id} content={content} />;
            if (isFromTeam(message)) return <TeamMessage key={id} content={content} />;
            const mayUndo = message === active && !hasReply;
            return <AssistantMessage key={id} sessionId={sessionId} message={message} mayUndo={mayUndo} />;
          })}
        {/* The question that is being sent may already be among the saved messages. */}
        {send.isPending && !chat.isSaved && <UserMessage content={send.variables.content} />}
        {send.isPending && <PendingAnswer text={chat.draft} />}
      </ol>
      {suggestions?.documents === "being_read" && !chat.isEmpty && (
        <p className="mt-4 text-center text-sm text-balance text-ink-soft">
          Your documents are being read. {whenRead(type)}
        </p>
      )}
    </>
  );
}

const failures = {
  start: { title: "Couldn't start a conversation", description: "Check your connection and try again." },
  read: {
    title: "Failed to load messages",
    description: "Your messages are safe. Check your connection and try again.",
  },
};

function Failed(props: { title: string; description: string; onRetry: () => void }) {
  return <EmptyState icon={Unplug} tone="danger" {...props} />;
}

/** The hand-off in effect, if any: the assistant has not answered since. */
function activeHandOff(messages: ChatMessage[]): ChatMessage | undefined {
  const last = messages.findLast(({ role, metadata }) => role === "assistant" && metadata !== null);
  if (last?.metadata?.kind !== "hand_off" || last.metadata.undone) return undefined;
  return messages.findLast(({ metadata }) => metadata?.ticketId !== undefined);
}

interface SuggestionsProps extends MessagesProps {
  suggestions: SuggestedQuestions | undefined;
}

/** Suggested questions or, while no document is ready, what to do or wait for. */
function Suggestions({ type, greeting, suggestions, onChoose }: SuggestionsProps) {
  const documents = suggestions?.documents ?? "ready";
  if (documents !== "ready") {
    const isBeingRead = documents === "being_read";
    return (
      <EmptyState
        icon={isBeingRead ? BookOpen : MessagesSquare}
        title={isBeingRead ? "Your documents are being read" : "Ask your documents"}
        description={
          <>
            {greeting && <span className="mb-2 block">{greeting.text}</span>}
            {isBeingRead ? whenRead(type) : `Upload a document first. You have no ${type} documents yet.`}
          </>
        }
        action={
          !isBeingRead && <LinkButton size="small" href={documentsPath(type)} label="Upload documents" />
        }
      />
    );
  }
  return (
    <EmptyState
      icon={MessagesSquare}
      title="Ask your documents"
      description={greeting?.text ?? texts[type].intro}
      action={(suggestions?.questions ?? []).map((question) => (
        <Button
          key={question}
          size="small"
          className="h-auto min-h-9 max-w-full py-1.5 wrap-anywhere whitespace-normal!"
          onClick={() => onChoose(question)}
          label={question}
        />
      ))}
    />
  );
}

const whenRead = (type: Audience): string =>
  `The assistant answers from your ${type} documents as soon as they have been read, usually within a minute.`;
