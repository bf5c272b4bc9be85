import { useDeferredValue, useEffect, useState } from "react";

const typingPauseMs = 250;

/** The value as it was when the typing paused, so that not every letter is a request. */
export function useAfterTyping(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return useDeferredValue(settled);
}
