import pg from "pg";

/** How often a connection sees a statement before it keeps the plan, and how many plans it keeps. */
const usesBeforePlanning = 5;
const maxPlans = 100;

/**
 * A connection that prepares the statements it repeats, like JDBC's driver: for a row found by its key, planning
 * takes longer than running.
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
   * For a pooler that changes connections between transactions: each transaction begins with these settings, a single
   * statement is a transaction, and nothing is prepared.
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

  /** Statements without parameters get no name: they are sent in one message. */
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
