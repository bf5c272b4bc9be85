import type { Writable } from "node:stream";
import pg from "pg";

/** A connection prepares a statement at its fifth use, and at most 100 statements. */
const usesBeforePreparing = 5;
const maxPrepared = 100;

/** As Kysely sends them, and as `withTenant` does, followed by a setting. */
const begins = /^(?:begin|start transaction)\b/i;
const ends = /^(?:commit|rollback)$/i;

/** Marks the last statement of a transaction: the commit is sent together with it. */
export const andCommit = "/* and commit */";

type Send = (...args: unknown[]) => Promise<unknown>;

/**
 * A connection that prepares repeated statements, as PostgreSQL's JDBC driver does: for a row that is found by its key,
 * planning takes longer than running. To save round trips, the begin of a transaction is sent with its first statement,
 * or not at all if there is none, and the commit with a statement that is marked with `andCommit`.
 */
export class PreparingClient extends pg.Client {
  #settings: string | null = null;
  /** The begin of a transaction, until its first statement is sent. */
  #begun: string | null = null;
  /** The commit that was sent with the last statement. If that statement failed, PostgreSQL rolls back instead. */
  #committed: Promise<unknown> | null = null;
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();

  constructor(config?: string | pg.ClientConfig) {
    super({ ...(typeof config === "string" ? { connectionString: config } : config), pipeline: true });
    const send = this.query.bind(this) as Send;
    const query = (...args: unknown[]) => {
      const [first, values] = args;
      const text = typeof first === "string" ? first : "";
      if (this.#settings !== null && text !== "" && args.length <= 2)
        return this.#inTransaction(send, text, values, this.#settings);
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

  /** Sends a statement together with the begin or commit of its transaction. Rejects if it or the begin fails. */
  async #sendTogether(send: Send, begun: string | null, statement: unknown[], isLast: boolean) {
    const { stream } = (this as unknown as { connection: { stream: Writable } }).connection;
    stream.cork();
    const results = Promise.all([begun === null ? null : send(begun), send(...statement)]);
    if (isLast) this.#committed = send("commit");
    // Its failure is reported when the caller ends the transaction.
    this.#committed?.catch(() => undefined);
    stream.uncork();
    return (await results)[1];
  }

  /**
   * For a pooler that switches connections between transactions: each transaction begins with these settings, a single
   * statement is run in a transaction of its own, and nothing is prepared.
   */
  beginEachWith(settings: string): void {
    this.#settings = settings;
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

  /** The name to prepare a statement by; undefined for rare ones and those without parameters (a single message). */
  #nameOf(text: string, values: unknown[]): string | undefined {
    if (values.length === 0) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= maxPrepared) return known;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    this.#uses.set(text, uses);
    if (uses < usesBeforePreparing) return undefined;
    const name = `s${this.#names.size}`;
    this.#names.set(text, name);
    this.#uses.delete(text);
    return name;
  }
}
