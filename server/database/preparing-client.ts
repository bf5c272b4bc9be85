import type { Writable } from "node:stream";
import pg from "pg";

/** How often a connection sees a statement before it keeps the plan, and how many plans it keeps. */
const usesBeforePlanning = 5;
const maxPlans = 100;

/** Kysely's own, and those of tenants, which name their organization. */
const begins = /^(?:begin|start transaction)\b/i;
const ends = /^(?:commit|rollback)$/i;

/** A statement that begins with this comment is the last of its transaction: the commit is sent with it. */
export const andCommit = "/* and commit */";

type Send = (...args: unknown[]) => Promise<unknown>;

/**
 * A connection that prepares the statements it repeats, like JDBC's driver: for a row found by its key, planning
 * takes longer than running. A transaction begins together with its first statement, in one message; one without any
 * costs nothing. It ends together with a statement that says so.
 */
export class PreparingClient extends pg.Client {
  #beginning: string | null = null;
  /** The beginning of a transaction that waits for its first statement. */
  #begun: string | null = null;
  /** The commit that was sent with the last statement. If that failed, it rolls back. */
  #committed: Promise<unknown> | null = null;
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();

  constructor(config?: string | pg.ClientConfig) {
    super({ ...(typeof config === "string" ? { connectionString: config } : config), pipeline: true });
    const send = this.query.bind(this) as Send;
    const query = (...args: unknown[]) => {
      const [first, values] = args;
      const text = typeof first === "string" ? first : "";
      if (this.#beginning !== null && text !== "" && args.length <= 2)
        return this.#inTransaction(send, text, values, this.#beginning);
      if (begins.test(text)) {
        this.#begun = text;
        this.#committed = null;
        return Promise.resolve({ command: "BEGIN", rows: [], rowCount: null });
      }
      const [begun, committed] = [this.#begun, this.#committed];
      this.#begun = null;
      if (!ends.test(text)) this.#committed = null;
      if (ends.test(text) && (begun !== null || committed !== null))
        return committed ?? Promise.resolve({ command: text.toUpperCase(), rows: [], rowCount: null });
      const name = text !== "" && Array.isArray(values) ? this.#nameOf(text, values) : undefined;
      const statement = name === undefined ? args : [{ name, text, values }, ...args.slice(2)];
      if (begun === null && !text.startsWith(andCommit)) return send(...statement);
      return this.#sendTogether(send, begun, statement, text.startsWith(andCommit));
    };
    this.query = query as pg.Client["query"];
  }

  /** Sends a statement in one message with what begins or ends its transaction. Rejects if either fails. */
  async #sendTogether(
    send: Send,
    begun: string | null,
    statement: unknown[],
    isLast: boolean,
  ): Promise<unknown> {
    const { stream } = (this as unknown as { connection: { stream: Writable } }).connection;
    stream.cork();
    const results = Promise.all([begun === null ? null : send(begun), send(...statement)]);
    if (isLast) this.#committed = send("commit");
    // Whoever ends the transaction is told.
    this.#committed?.catch(() => undefined);
    stream.uncork();
    return (await results)[1];
  }

  /**
   * For a pooler that changes connections between transactions: each transaction begins with these settings, a single
   * statement is a transaction, and nothing is prepared.
   */
  beginEachWith(settings: string): void {
    this.#beginning = settings;
  }

  async #inTransaction(send: Send, text: string, values: unknown, settings: string): Promise<unknown> {
    const isOpen = this.getTransactionStatus() !== "I";
    if (isOpen) return send(text, values);
    if (ends.test(text)) return { command: text.toUpperCase(), rows: [], rowCount: null };
    const [begin] = /^(begin|start transaction[^;]*)/i.exec(text) ?? [];
    if (begin !== undefined) return send(`${begin}; ${settings}${text.slice(begin.length)}`);
    await send(`begin; ${settings}`);
    try {
      const result = await send(text, values);
      await send("commit");
      return result;
    } catch (error) {
      await send("rollback").catch(() => undefined);
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
