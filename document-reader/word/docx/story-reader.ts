import { ExtractionError } from "../../extraction-error.ts";
import { OpenFields } from "../fields.ts";
import { symbolText, withoutPrivateCodes } from "../symbol-fonts.ts";
import { maxCharacters, maxParagraphs, pageBreak, renderedPageBreak, type WordBlock } from "../word-block.ts";
import { EquationWriter } from "./equation.ts";
import { FormField } from "./form-field.ts";
import { OpenTables } from "./open-tables.ts";
import { Paragraph, type Lists } from "./numbering.ts";
import { SectionReader } from "./sections.ts";
import { readFormatting, type Formatting, type StyleSheet } from "./styles.ts";
import { byElement, type XmlAttributes, type XmlReader } from "./xml.ts";

/** State shared by the readers of all parts of a document. */
export interface DocumentContext {
  styles: StyleSheet;
  lists: Lists;
  /** Tables read so far, in all parts. */
  tableCount: number;
  /** By id, those that no reference has been read to yet. */
  footnotes: Map<string, WordBlock>;
  endnotes: Map<string, WordBlock>;
  /** The endnotes that references were read to; they come after the text. */
  usedEndnotes: WordBlock[];
  /** The text of the diagram or chart that a drawing shows. */
  drawing(relationshipId: string): WordBlock[];
}

/** Elements whose content is not part of the current text. */
const skipped = new Set(
  "w:del w:moveFrom w:delText w:rt w:sdtPr w:sdtEndPr w:customXmlPr w:smartTagPr w:background".split(" "),
);
const tableProperties = new Set(["w:tblPr", "w:trPr", "w:tcPr"]);
/** Parents in which "w:del" is a property instead of a wrapper of deleted text. */
const propertyElements = new Set(["w:rPr", "w:trPr", "w:tcPr", "w:pPr"]);

/** More than any document has. Limited because page break marks take almost no space in a (compressed) file. */
const maxPageMarks = 20_000;

/**
 * Reads the text of one part (body, notes, a header) as a stream of XML events, without building a tree
 * (ECMA-376 part 1, chapter 17).
 */
export class StoryReader implements XmlReader {
  readonly blocks: WordBlock[] = [];
  readonly notes = new Map<string, WordBlock>();
  readonly sections = new SectionReader();
  title: string | null = null;
  readonly #context: DocumentContext;
  readonly #path: string[] = [];
  #skipDepth = 0;
  /** The lists that finished blocks are added to: the body, cells, text boxes and notes; innermost last. */
  readonly #containers: WordBlock[][] = [this.blocks];
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables = new OpenTables();
  #pageMarks = 0;
  readonly #fields = new OpenFields();
  readonly #alternatives: { charactersBefore: number; taken: boolean }[] = [];
  readonly #noteIds: (string | null)[] = [];
  #run: Formatting = {};
  #runsOn: Paragraph | null = null;
  #characters = 0;
  #closedParagraphs = 0;
  #textBoxes = 0;
  readonly #equation = new EquationWriter();
  #formField: FormField | null = null;

  constructor(context: DocumentContext) {
    this.#context = context;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipDepth > 0 || this.#isSkipped(name)) {
      this.#skipDepth++;
      return;
    }
    const parent = this.#path.at(-1) ?? "";
    this.#path.push(name);
    const opened = this.#onOpen.get(name);
    if (opened !== undefined) opened(attributes);
    else if (name.startsWith("m:")) this.#write(this.#equation.open(name, parent, attributes));
    else this.#openProperty(name, parent, attributes);
  }

  close(name: string): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth--;
      return;
    }
    this.#path.pop();
    const closed = this.#onClose.get(name);
    if (closed !== undefined) closed();
    else if (name.startsWith("m:")) this.#write(this.#equation.close(name));
  }

  text(text: string): void {
    if (this.#skipDepth > 0) return;
    const element = this.#path.at(-1);
    if (element === "w:instrText") this.#fields.code(text);
    else if (element === "m:t") this.#write(this.#equation.text(text));
    else if (element === "w:t" || element === "a:t") this.#write(withoutPrivateCodes(text, this.#run.font));
  }

  #isSkipped(name: string): boolean {
    if (name === "mc:Choice" || name === "mc:Fallback") return this.#alternatives.at(-1)?.taken ?? false;
    // Formatting before a tracked change, such as w:rPrChange.
    if (name.startsWith("w:") && name.endsWith("Change")) return true;
    return skipped.has(name) && !(name === "w:del" && propertyElements.has(this.#path.at(-1) ?? ""));
  }

  /** Handlers of opening elements, except those of equations and properties. */
  readonly #onOpen = byElement<(attributes: XmlAttributes) => void>({
    // Paragraphs, tables and other containers of blocks.
    "w:p a:p": () => {
      this.#paragraphs.push(new Paragraph());
      this.#run = {};
    },
    "w:r a:r": () => {
      this.#run = {};
    },
    "w:tbl": () => this.#tables.openTable(),
    "w:tr": () => this.#tables.openRow(),
    "w:tc": () => this.#containers.push(this.#tables.openCell()),
    "w:txbxContent": () => {
      this.#containers.push([]);
      this.#textBoxes++;
    },
    "w:footnote w:endnote": ({ type = "", id }) => {
      this.#containers.push([]);
      // Separators between text and notes are stored as notes with a type of their own.
      this.#noteIds.push(/separator|notice/iu.test(type) ? null : (id ?? null));
    },
    "mc:AlternateContent": () =>
      this.#alternatives.push({ charactersBefore: this.#characters, taken: false }),
    "w:sectPr": () => {
      this.sections.open();
      const paragraph = this.#paragraphs.at(-1);
      if (paragraph !== undefined) paragraph.endsSection = true;
    },
    // Content of runs.
    "w:tab w:ptab w:cr a:br": () => {
      if (this.#path.at(-2) !== "w:tabs") this.#write(" ");
    },
    "w:br": ({ type }) => {
      this.#write(" ");
      if (type === "page") this.#mark(pageBreak);
    },
    "w:lastRenderedPageBreak": () => this.#mark(renderedPageBreak),
    "w:noBreakHyphen": () => this.#write("-"),
    "w:sym": ({ font = "", char = "" }) => this.#write(symbolText(font, Number.parseInt(char, 16))),
    "w:fldSimple": ({ instr = "" }) => {
      this.#fields.begin();
      this.#fields.code(instr);
      this.#fields.separate();
    },
    "w:fldChar": ({ fldCharType: type }) => {
      if (type === "begin") this.#fields.begin();
      else if (type === "separate") this.#fields.separate();
      else if (type === "end") this.#write(this.#fields.end());
    },
    "w:footnoteReference": ({ id = "" }) => {
      const paragraph = this.#paragraphs.at(-1);
      if (paragraph !== undefined) moveNote(this.#context.footnotes, id, paragraph.notes);
    },
    "w:endnoteReference": ({ id = "" }) => moveNote(this.#context.endnotes, id, this.#context.usedEndnotes),
    "dgm:relIds": (attributes) => this.#drawing(attributes["r:dm"]),
    "c:chart": (attributes) => this.#drawing(attributes["r:id"]),
    "w:ffData": () => {
      this.#formField = new FormField();
    },
  });

  readonly #onClose = byElement<() => void>({
    "w:p a:p": () => this.#closeParagraph(),
    "w:r": () => {
      this.#run = {};
    },
    "w:tc": () => this.#closeContainer(),
    "w:tr": () => this.#tables.closeRow(),
    "w:tbl": () => this.#closeTable(),
    "w:txbxContent": () => this.#closeTextBox(),
    "w:sectPr": () => this.sections.close(),
    "w:footnote w:endnote": () => this.#closeNote(),
    "mc:Choice": () => {
      const alternative = this.#alternatives.at(-1);
      if (alternative !== undefined) alternative.taken = this.#characters > alternative.charactersBefore;
    },
    "mc:AlternateContent": () => this.#alternatives.pop(),
    "w:fldSimple": () => this.#fields.end(),
    "w:ffData": () => {
      this.#fields.show(this.#formField?.shown ?? "");
      this.#formField = null;
    },
  });

  #openProperty(name: string, parent: string, attributes: XmlAttributes): void {
    const paragraph = this.#paragraphs.at(-1);
    if (this.sections.isOpen) this.sections.property(name, attributes);
    else if (this.#formField !== null) this.#formField.property(name, attributes);
    else if (parent === "w:pPr" && name === "w:pStyle" && paragraph) paragraph.styleId = attributes["val"];
    else if (parent === "w:pPr" && name === "w:framePr" && paragraph)
      paragraph.runsOn ||= /^(drop|margin)$/u.test(attributes["dropCap"] ?? "");
    else if (parent === "w:pPr" || parent === "w:numPr") {
      if (paragraph) readFormatting(paragraph.formatting, name, attributes);
    } else if (parent === "w:rPr") this.#runProperty(name, attributes);
    else if (parent === "a:r" && name === "a:rPr") this.#run.bold = attributes["b"] === "1";
    else if (tableProperties.has(parent)) this.#tables.property(name, attributes);
  }

  #runProperty(name: string, attributes: XmlAttributes): void {
    if (this.#path.at(-3) === "w:pPr") {
      const paragraph = this.#paragraphs.at(-1);
      if (name === "w:del" && paragraph !== undefined) paragraph.runsOn = true;
    } else if (name === "w:rStyle") {
      // Direct formatting overrides the character style, whichever comes first.
      this.#run = { ...this.#context.styles.named(attributes["val"] ?? ""), ...this.#run };
    } else readFormatting(this.#run, name, attributes);
  }

  #drawing(relationshipId: string | undefined): void {
    if (relationshipId === undefined) return;
    for (const block of this.#context.drawing(relationshipId)) {
      this.#characters += block.text.length;
      this.#paragraphs.at(-1)?.boxes.push(block);
    }
  }

  #write(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined || text === "" || !this.#fields.showsText) return;
    const style = this.#context.styles.paragraph(paragraph.styleId);
    if (this.#run.hidden ?? style.hidden ?? false) return;
    this.#characters += text.trim().length;
    if (this.#characters > maxCharacters) throw new ExtractionError("too_large");
    const { bold = style.bold ?? false, size = style.size ?? 20, raised = style.raised ?? false } = this.#run;
    paragraph.add(text, { bold, size, raised });
  }

  /** Adds a page break mark, except in text boxes, which are on the page of their anchor. */
  #mark(mark: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph !== undefined && this.#textBoxes === 0 && this.#pageMarks++ < maxPageMarks)
      paragraph.text += mark;
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph === undefined) return;
    if (++this.#closedParagraphs > maxParagraphs) throw new ExtractionError("too_complex");
    if (this.#paragraphs.length === 0) this.#fields.endParagraph();
    this.#run = {};
    const before = this.#runsOn;
    this.#runsOn = null;
    if (before !== null) paragraph.prepend(before);
    if (paragraph.runsOn && !paragraph.endsSection) {
      this.#runsOn = paragraph;
      return;
    }
    const { styles, lists } = this.#context;
    const container = this.#containers.at(-1) ?? this.blocks;
    const first = container !== this.blocks || this.blocks.length === 0;
    const block = paragraph.finish(styles, lists, { section: this.sections.current, first });
    if (block !== null) container.push(block);
    if (block !== null && this.title === null && styles.paragraph(paragraph.styleId).isTitle)
      this.title = paragraph.text;
    for (const box of paragraph.boxes) container.push(box);
    if (paragraph.endsSection) this.sections.current++;
  }

  #closeTable(): void {
    const container = this.#containers.at(-1) ?? this.blocks;
    for (const block of this.#tables.closeTable(this.#context, this.sections.current)) container.push(block);
  }

  /** Closes the innermost container and returns its blocks; the body itself is never closed. */
  #closeContainer(): WordBlock[] {
    return (this.#containers.length > 1 ? this.#containers.pop() : undefined) ?? [];
  }

  #closeTextBox(): void {
    this.#textBoxes--;
    const blocks = this.#closeContainer();
    const boxes = this.#paragraphs.at(-1)?.boxes ?? this.#containers.at(-1) ?? this.blocks;
    for (const block of blocks) boxes.push(block);
  }

  #closeNote(): void {
    const blocks = this.#closeContainer();
    const id = this.#noteIds.pop();
    if (typeof id !== "string") return;
    const text = blocks
      .map((block) => block.text)
      .join(" ")
      .replace(/[\f\v]/gu, " ");
    this.notes.set(id, { kind: "footnote", text, section: 0 });
  }
}

function moveNote(notes: Map<string, WordBlock>, id: string, to: WordBlock[]): void {
  const note = notes.get(id);
  if (note !== undefined) to.push(note);
  notes.delete(id);
}
