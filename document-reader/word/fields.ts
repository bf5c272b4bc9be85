interface Field {
  /** Before the separator stands the field's code, after it what it came to. */
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
    // Deeper than any writer nests: beyond it a file is only after our memory.
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

  /** A code does not go on after its paragraph: a field that says so has lost its separator. */
  endParagraph(): void {
    if (this.#fields.some(({ inCode }) => inCode))
      this.#fields = this.#fields.filter(({ inCode }) => !inCode);
  }

  /** Whether text at this point is shown and worth reading. */
  get showsText(): boolean {
    return this.#fields.every(({ inCode, code }) => !inCode && !pageNumberField.test(code));
  }
}
