import pg from "pg";

/** How often a connection sees a statement before it keeps the plan, and how many plans it keeps. */
const usesBeforePlanning = 5;
const mostPlans = 100;

/**
 * A connection that has PostgreSQL keep the plans of the statements it runs again and again, as JDBC's
 * driver does: planning takes longer than running where a row is found by its key.
 */
export class PreparingClient extends pg.Client {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (...args: unknown[]) => unknown;
    const query = (...args: unknown[]) => {
      const [text, values] = args;
      const name = typeof text === "string" && Array.isArray(values) ? this.#nameOf(text, values) : undefined;
      return name === undefined ? send(...args) : send({ name, text, values }, ...args.slice(2));
    };
    this.query = query as pg.Client["query"];
  }

  /** None for a statement without parameters: it is sent whole, which takes one message. */
  #nameOf(text: string, values: unknown[]): string | undefined {
    if (values.length === 0) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= mostPlans) return known;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    this.#uses.set(text, uses);
    if (uses < usesBeforePlanning) return undefined;
    const name = `s${this.#names.size}`;
    this.#names.set(text, name);
    this.#uses.delete(text);
    return name;
  }
}
