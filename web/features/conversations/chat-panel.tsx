import { MessagesSquare, SquarePen, Unplug } from "lucide-react";
import { clsx } from "clsx";
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Audience } from "../../../contract/common.ts";
import type { CustomerGreeting } from "../../../contract/business-config.ts";
import type { ChatMessage } from "../../../contract/conversations.ts";
import { useOrganizationId } from "../../current-organization.tsx";
import { RequestError } from "../../request.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useTextToSend } from "../../ui/message-field.tsx";
import { MessageLog } from "../../ui/message-log.tsx";
import { documentsPath } from "../../paths.ts";
import { useCreateSession, useMessages, useSendMessage, useStopAnswer, useSuggestions } from "./api.ts";
import { Composer } from "./composer.tsx";
import { HandedOff } from "./handed-off.tsx";
import { MessageView, PendingAnswer } from "./message-view.tsx";
import { rememberSession, resumedSession } from "./resumed-session.ts";
import { SessionHistory } from "./session-history.tsx";
import type { SourcesOfPage } from "./answer-evidence.tsx";

const texts: Record<Audience, { title: string; placeholder: string; intro: string }> = {
  internal: {
    title: "Internal Support",
    placeholder: "Ask a question...",
    intro: "Answers come from your internal documents and show their source.",
  },
  external: {
    title: "Customer Support",
    placeholder: "Ask as a customer...",
    intro: "Preview what customers see. Answers come from your external documents.",
  },
};

/** What other features add to a conversation. */
export interface ChatSlots {
  /** A button that hands over to a person, in the header and below unanswered questions. */
  handOff: (sessionId: string, variant: "ghost" | "secondary") => ReactNode;
  rating: (sessionId: string, messageId: string) => ReactNode;
}

interface ChatPanelProps {
  type: Audience;
  onOpenSources: (sources: SourcesOfPage) => void;
  slots: ChatSlots;
  /** The organization's own greeting and suggested questions, if it has them. */
  greeting?: CustomerGreeting | undefined;
  className?: string;
}

/** The session that is shown. A new one has no id until the server has created it. */
interface Shown {
  sessionId: string | null;
  /** The key of the session's component. It counts up, as two new sessions in a row have no id to tell them apart. */
  turn: number;
}

/** A chat with the assistant: a new one, or after a reload the one that was shown before. */
export function ChatPanel(props: ChatPanelProps) {
  const sessionPlace = `${useOrganizationId()} ${props.type}`;
  return <PlacedPanel key={sessionPlace} {...props} sessionPlace={sessionPlace} />;
}

function PlacedPanel(props: ChatPanelProps & { sessionPlace: string }) {
  const { sessionPlace, ...rest } = props;
  const [shown, setShown] = useState<Shown>(() => ({ sessionId: resumedSession(sessionPlace), turn: 1 }));
  const show = useCallback((sessionId: string | null): void => {
    setShown(({ turn }) => ({ sessionId, turn: turn + 1 }));
  }, []);
  return (
    <Conversation
      key={shown.turn}
      {...rest}
      resumedId={shown.sessionId}
      onSession={(sessionId) => rememberSession(sessionPlace, sessionId)}
      onShow={show}
    />
  );
}

interface ConversationProps extends ChatPanelProps {
  resumedId: string | null;
  onSession: (sessionId: string) => void;
  /** Shows another session; null shows a new one. */
  onShow: (sessionId: string | null) => void;
}

function Conversation(props: ConversationProps) {
  const { type, className, resumedId, onSession, onShow } = props;
  const { session, failed, start } = useSession(type, { resumedId, onSession });
  const messages = useMessages(session?.id);
  const { send, draft } = useSendMessage(session?.id);
  const stop = useStopAnswer();
  const { text, setText, submit } = useTextToSend(send.mutate);
  const input = useRef<HTMLTextAreaElement>(null);
  const saved = messages.data ?? [];
  const writing = draft !== null && !hasAnswer(saved, draft.questionId) ? draft.text : "";
  const isEmpty = saved.length === 0 && !send.isPending;
  const isGone =
    resumedId !== null && messages.error instanceof RequestError && messages.error.status === 404;

  useEffect(() => {
    if (isGone) onShow(null);
  }, [isGone, onShow]);

  function choose(question: string): void {
    setText(question);
    input.current?.focus();
  }

  return (
    <Card className={clsx("flex min-h-0 flex-col overflow-hidden", className)}>
      <Header
        {...props}
        sessionId={session?.id}
        isEmpty={isEmpty}
        isHandedOff={standingHandOff(saved) !== undefined}
      />
      <MessageLog
        label="Conversation"
        newest={send.isPending ? `after ${saved.at(-1)?.id} ${writing}` : saved.at(-1)?.id}
        followsAlways
      >
        {failed && <Failed {...failures.start} onRetry={start} />}
        {!failed && messages.isPending && <Skeleton className="h-24" />}
        {messages.isError && !isGone && <Failed {...failures.read} onRetry={() => void messages.refetch()} />}
        {messages.isSuccess && isEmpty && <Suggestions {...props} onChoose={choose} />}
        <ol className="grid gap-4">
          {session && <SavedMessages {...props} sessionId={session.id} messages={saved} />}
          {send.isPending && <Pending {...props} saved={saved} question={send.variables} writing={writing} />}
        </ol>
      </MessageLog>
      <Composer
        ref={input}
        text={text}
        onText={setText}
        ready={session !== undefined && !send.isPending}
        pending={send.isPending}
        onStop={draft === null ? undefined : () => stop.mutate(session?.id)}
        placeholder={texts[type].placeholder}
        onSend={submit}
      />
    </Card>
  );
}

interface HeaderProps extends Pick<ConversationProps, "type" | "slots" | "onShow"> {
  sessionId: string | undefined;
  isEmpty: boolean;
  isHandedOff: boolean;
}

function Header({ type, slots, onShow, sessionId, isEmpty, isHandedOff }: HeaderProps) {
  return (
    <div className="border-b border-line pb-3 sm:pb-4">
      <CardHeader
        title={texts[type].title}
        actions={
          <div className="flex flex-wrap items-center gap-1">
            {sessionId && !isEmpty && !isHandedOff && slots.handOff(sessionId, "ghost")}
            <SessionHistory type={type} currentId={sessionId} onChoose={onShow} />
            <Button
              variant="ghost"
              size="small"
              disabled={isEmpty}
              onClick={() => onShow(null)}
              icon={SquarePen}
            >
              <span className="max-sm:sr-only">New chat</span>
            </Button>
          </div>
        }
      />
    </div>
  );
}

const failures = {
  start: {
    title: "Couldn't start a conversation",
    description: "Check your connection and try again.",
  },
  read: {
    title: "Failed to load messages",
    description: "Your messages are safe. Check your connection and try again.",
  },
};

function Failed(props: { title: string; description: string; onRetry: () => void }) {
  return <EmptyState icon={Unplug} tone="danger" {...props} />;
}

interface SavedMessagesProps extends Pick<ConversationProps, "slots" | "onOpenSources"> {
  sessionId: string;
  messages: ChatMessage[];
}

function SavedMessages({ sessionId, messages, slots, onOpenSources }: SavedMessagesProps) {
  const standing = standingHandOff(messages);
  return messages.map((message) => (
    <MessageView
      key={message.id}
      message={message}
      onOpenSources={onOpenSources}
      handOff={slots.handOff(sessionId, "secondary")}
      handedOff={<HandedOff sessionId={sessionId} message={message} isStanding={message === standing} />}
      rating={slots.rating(sessionId, message.id)}
    />
  ));
}

interface PendingProps extends Pick<ConversationProps, "onOpenSources"> {
  saved: ChatMessage[];
  question: string;
  /** The answer as far as it is written. */
  writing: string;
}

/** The question that is being sent, unless it is saved by now, and its answer. */
function Pending({ saved, question, writing, onOpenSources }: PendingProps) {
  const last = saved.at(-1);
  const isSaved = last?.role === "user" && last.content === question;
  return (
    <>
      {!isSaved && (
        <MessageView
          message={{ role: "user", content: question, metadata: null }}
          onOpenSources={onOpenSources}
        />
      )}
      {writing === "" ? (
        <PendingAnswer />
      ) : (
        <MessageView
          message={{ role: "assistant", content: writing, metadata: null }}
          isWriting
          onOpenSources={onOpenSources}
        />
      )}
    </>
  );
}

/** The hand-off that is still in effect, if any: the assistant has not answered since. */
function standingHandOff(shown: ChatMessage[]): ChatMessage | undefined {
  const last = shown.findLast(({ role, metadata }) => role === "assistant" && metadata !== null);
  return last?.metadata?.kind === "hand_off" && !last.metadata.undone ? last : undefined;
}

interface SessionSource {
  resumedId: string | null;
  onSession: (sessionId: string) => void;
}

/** The session to continue, or a new one, which is created once. */
function useSession(type: Audience, { resumedId, onSession }: SessionSource) {
  const create = useCreateSession();
  const { mutate } = create;
  const started = useRef(false);
  const id = resumedId ?? create.data?.id;
  useEffect(() => {
    if (started.current || resumedId !== null) return;
    started.current = true;
    mutate(type);
  }, [mutate, type, resumedId]);
  const remember = useEffectEvent(onSession);
  useEffect(() => {
    if (id !== undefined) remember(id);
  }, [id]);
  return {
    session: id === undefined ? undefined : { id },
    failed: create.isError,
    start: () => mutate(type),
  };
}

/** Whether the messages hold the answer to the question, which comes right after it. */
function hasAnswer(messages: ChatMessage[], questionId: string): boolean {
  const at = messages.findIndex(({ id }) => id === questionId);
  return at !== -1 && messages[at + 1]?.role === "assistant";
}

interface SuggestionsProps extends Pick<ChatPanelProps, "type" | "greeting"> {
  onChoose: (question: string) => void;
}

/** Suggested questions, or a link to upload documents if there are none. */
function Suggestions({ type, greeting, onChoose }: SuggestionsProps) {
  const suggestions = useSuggestions(type).data;
  if (suggestions?.hasDocuments === false) {
    return (
      <EmptyState
        icon={MessagesSquare}
        title="Ask your documents"
        description={
          <>
            {greeting && <span className="mb-2 block">{greeting.text}</span>}
            Upload a document first. The assistant answers from your {type} documents, and you have none yet.
          </>
        }
        action={
          <LinkButton size="small" href={documentsPath(type)}>
            Upload documents
          </LinkButton>
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
        >
          {question}
        </Button>
      ))}
    />
  );
}
