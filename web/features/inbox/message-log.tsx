import { type ReactNode, useEffect, useRef } from "react";

/** Closer to the end than this counts as there. */
const nearEndPx = 48;

interface MessageLogProps {
  /** Changes whenever there is something new at the end; undefined while there is nothing. */
  newest: string | undefined;
  children: ReactNode;
}

/** The messages. Begins at the end and stays there for what is new, unless somebody reads further up. */
export function MessageLog({ newest, children }: MessageLogProps) {
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (atEnd.current) log.current?.scrollTo({ top: log.current.scrollHeight });
    });
    for (const { current } of [log, content]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (newest !== undefined && atEnd.current) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [newest]);
  return (
    <div
      ref={log}
      role="log"
      aria-label="Messages"
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < nearEndPx;
      }}
      className="min-h-0 flex-1 overflow-y-auto px-4 py-5 -outline-offset-4 sm:px-6"
    >
      <div ref={content}>{children}</div>
    </div>
  );
}
