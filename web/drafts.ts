import { useEffect, useState } from "react";
import { forgetStored, readStored, store } from "./browser-storage.ts";
import { useUser } from "./current-organization.tsx";

const prefix = "sizana.draft ";

/**
 * The state of a text that is kept in this tab until it is empty again or the person signs out, under the name of what
 * it belongs to. Without a name it is not kept.
 */
export function useDraftText(name: string | null, initial = "") {
  const { id } = useUser();
  const key = name === null ? null : `${prefix}${id} ${name}`;
  const state = useState(() => (key === null ? null : readStored(key, "sessionStorage")) ?? initial);
  const [text] = state;
  useEffect(() => {
    if (key === null) return;
    if (text === initial) forgetStored(key);
    else store(key, text, "sessionStorage");
  }, [key, text, initial]);
  return state;
}

/** Forgets the drafts of this tab. */
export const forgetDrafts = (): void => forgetStored(prefix);
