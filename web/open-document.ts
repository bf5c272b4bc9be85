import { createContext, useContext } from "react";
import type { Source } from "../contract/conversations.ts";

/** The page to open, and the quotes to highlight on it. */
export interface DocumentTarget extends Pick<Source, "documentId" | "documentName" | "page"> {
  /** By default the version that is used for answers. */
  version?: number;
  quotes?: Source[];
}

export const OpenDocument = createContext<(target: DocumentTarget) => void>(() => undefined);

/** Returns a function that opens a document in the viewer; works on every screen for signed-in people. */
export const useOpenDocument = () => useContext(OpenDocument);
