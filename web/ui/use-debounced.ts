import { useDeferredValue, useEffect, useState } from "react";

const typingPauseMs = 250;

/** The value as it was when the typing paused, so that not every letter is a request. */
export function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return useDeferredValue(debounced);
}
