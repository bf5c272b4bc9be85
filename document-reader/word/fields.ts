interface Field {
  /** Whether the field's separator has not been reached: the code comes before it, the result after it. */
  inCode: boolean;
  code: string;
  /** Text for the state of a form field, inserted where the field ends. */
  shown: string;
}

/** Fields that only show a page number or count, which is not worth reading. */
const pageNumberField = /^\s*(?:page|numpages|sectionpages)\b/iu;

/** The fields that are open at the current position of the text. Fields nest, and damaged files never close some. */
export class OpenFields {
  #fields: Field[] = [];

  begin(): void {
    // No program nests fields this deeply; a file that does is an attack on memory.
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

  /** Sets the text that the innermost field, a check box or drop-down list, shows. */
  show(text: string): void {
    const field = this.#fields.at(-1);
    if (field !== undefined) field.shown = text;
  }

  /** Ends the innermost field; returns the text of its form field state, or "". */
  end(): string {
    return this.#fields.pop()?.shown ?? "";
  }

  /** Drops fields that are still in their code at the end of a paragraph, because they have lost their separator. */
  endParagraph(): void {
    if (this.#fields.some(({ inCode }) => inCode))
      this.#fields = this.#fields.filter(({ inCode }) => !inCode);
  }

  /** Whether text at the current position is visible and not a page number. */
  get showsText(): boolean {
    return this.#fields.every(({ inCode, code }) => !inCode && !pageNumberField.test(code));
  }
}
