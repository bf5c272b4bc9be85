import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";

/** Within this distance of its end, the log counts as scrolled to the end. */
const nearEndPx = 48;

interface MessageLogProps {
  label: string;
  /** An id that changes with each new message; undefined while there is none. */
  newest: string | undefined;
  /** Scrolls to new messages even from further up, for the chat, where they answer what the person just asked. */
  followsAlways?: boolean;
  children: ReactNode;
}

/** The messages of a conversation. Stays scrolled to the end when messages or the window change size. */
export function MessageLog({ label, newest, followsAlways = false, children }: MessageLogProps) {
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const atEnd = useRef(!followsAlways);
  const stayAtEnd = useEffectEvent(() => {
    if (atEnd.current) log.current?.scrollTo({ top: log.current.scrollHeight });
  });
  useEffect(() => {
    if (newest === undefined) return;
    if (followsAlways) atEnd.current = true;
    stayAtEnd();
  }, [newest, followsAlways]);
  useEffect(() => {
    const observer = new ResizeObserver(() => stayAtEnd());
    for (const { current } of [log, content]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={log}
      role="log"
      aria-label={label}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < nearEndPx;
      }}
      // Positioned, so that it clips the visually hidden texts in it, which are absolute.
      className="relative min-h-0 flex-1 overflow-y-auto px-4 py-5 -outline-offset-4 sm:px-6"
    >
      <div ref={content}>{children}</div>
    </div>
  );
}
