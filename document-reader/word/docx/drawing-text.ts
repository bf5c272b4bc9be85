import { ExtractionError } from "../../extraction-error.ts";
import { visibleText } from "../text-cleaning.ts";
import type { WordBlock } from "../word-block.ts";
import { readXml, type XmlReader } from "./xml.ts";

/** Paragraphs of a diagram part, and the titles and category names of a chart part. */
export function readDrawingText(bytes: Uint8Array): WordBlock[] {
  const reader = new DrawingReader();
  try {
    readXml(bytes, reader);
  } catch (error) {
    if (!(error instanceof ExtractionError) || error.code !== "corrupt") throw error;
  }
  return reader.blocks;
}

class DrawingReader implements XmlReader {
  readonly blocks: WordBlock[] = [];
  #text = "";
  #capturing = false;

  open(name: string): void {
    if (name === "a:p") this.#text = "";
    this.#capturing = name === "a:t";
  }

  close(name: string): void {
    this.#capturing = false;
    if (name !== "a:p" || this.#text.trim() === "") return;
    this.blocks.push({ kind: "paragraph", text: this.#text, section: 0 });
    this.#text = "";
  }

  text(text: string): void {
    if (this.#capturing) this.#text += visibleText(text);
  }
}
