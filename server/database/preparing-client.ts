import pg from "pg";

/** How often a connection sees a statement before it keeps the plan, and how many plans it keeps. */
const usesBeforePlanning = 5;
const maxPlans = 100;

/**
 * A connection that has PostgreSQL keep the plans of the statements it runs again and again, as JDBC's
 * driver does: planning takes longer than running where a row is found by its key.
 */
export class PreparingClient extends pg.Client {
  #beginning: string | null = null;
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (...args: unknown[]) => unknown;
    const query = (...args: unknown[]) => {
      const [text, values] = args;
      if (this.#beginning !== null && typeof text === "string" && args.length <= 2)
        return this.#inTransaction(send, text, values, this.#beginning);
      const name = typeof text === "string" && Array.isArray(values) ? this.#nameOf(text, values) : undefined;
      return name === undefined ? send(...args) : send({ name, text, values }, ...args.slice(2));
    };
    this.query = query as pg.Client["query"];
  }

  /**
   * Behind a pooler that changes connections between transactions: from now on each transaction begins with
   * these settings, a statement on its own is one, and no plan is kept.
   */
  beginEachWith(settings: string): void {
    this.#beginning = settings;
  }

  async #inTransaction(
    send: (...args: unknown[]) => unknown,
    text: string,
    values: unknown,
    settings: string,
  ): Promise<unknown> {
    const isOpen = this.getTransactionStatus() !== "I";
    if (isOpen || /^(commit|rollback)\b/i.test(text)) return send(text, values);
    const [begin] = /^(begin|start transaction[^;]*)/i.exec(text) ?? [];
    if (begin !== undefined) return send(`${begin}; ${settings}${text.slice(begin.length)}`);
    await send(`begin; ${settings}`);
    try {
      const result = await send(text, values);
      await send("commit");
      return result;
    } catch (error) {
      await Promise.resolve(send("rollback")).catch(() => undefined);
      throw error;
    }
  }

  /** None for a statement without parameters: it is sent whole, which takes one message. */
  #nameOf(text: string, values: unknown[]): string | undefined {
    if (values.length === 0) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= maxPlans) return known;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    this.#uses.set(text, uses);
    if (uses < usesBeforePlanning) return undefined;
    const name = `s${this.#names.size}`;
    this.#names.set(text, name);
    this.#uses.delete(text);
    return name;
  }
}
