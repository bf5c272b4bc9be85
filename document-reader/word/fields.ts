interface Field {
  /** Whether the separator is still to come: before it is the field's code, after it the result. */
  inCode: boolean;
  code: string;
  /** State of a form field, shown where the field ends. */
  shown: string;
}

/** Fields whose result is the page's own number: nothing to read in it. */
const pageNumberField = /^\s*(?:page|numpages|sectionpages)\b/iu;

/** The fields that are open at a point of a text. They nest, and damaged files leave them open. */
export class OpenFields {
  #fields: Field[] = [];

  begin(): void {
    // Deeper than any program nests fields; a file beyond this is an attack on memory.
    if (this.#fields.length < 100) this.#fields.push({ inCode: true, code: "", shown: "" });
  }

  code(text: string): void {
    const field = this.#fields.at(-1);
    if (field?.inCode === true && field.code.length < 100) field.code += text.slice(0, 100);
  }

  separate(): void {
    const field = this.#fields.at(-1);
    if (field !== undefined) field.inCode = false;
  }

  /** Sets what a check box or a list of choices shows. */
  show(text: string): void {
    const field = this.#fields.at(-1);
    if (field !== undefined) field.shown = text;
  }

  /** Ends the innermost field and tells what it shows by itself. */
  end(): string {
    return this.#fields.pop()?.shown ?? "";
  }

  /** Ends the codes of fields at the end of a paragraph: a field whose code goes on has lost its separator. */
  endParagraph(): void {
    if (this.#fields.some(({ inCode }) => inCode))
      this.#fields = this.#fields.filter(({ inCode }) => !inCode);
  }

  /** Whether text at this point is shown and worth reading. */
  get showsText(): boolean {
    return this.#fields.every(({ inCode, code }) => !inCode && !pageNumberField.test(code));
  }
}
