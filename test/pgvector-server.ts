import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { createServer, type AddressInfo, type Socket } from "node:net";

/** A PostgreSQL server with pgvector, which the embedded one lacks. */
export interface PgvectorServer {
  /** For DATABASE_URL, with a role that owns the database and is not a superuser. */
  url: string;
  /** Runs statements as the server's administrator. */
  administer(statements: string): Promise<void>;
  /** Makes this version of the extension available, to administrators only or to owners of a database. */
  offer(version: string, to: "administrators" | "owners"): void;
  /** Stops the server and deletes its data. */
  drop(): Promise<void>;
}

const controlFile = "/pglite/share/postgresql/extension/vector.control";
const owner = "sizana_owner";

/**
 * PGlite, PostgreSQL in WebAssembly with a single session, behind PostgreSQL's protocol on loopback. The connections
 * share that session as behind a pooler: each has it for the length of a transaction, under its own role and with its
 * own prepared statements.
 */
export async function startPgvectorServer(): Promise<PgvectorServer> {
  const db = await PGlite.create({ extensions: { vector } });
  await db.exec(`
    create role ${owner} login createrole;
    grant create on database postgres to ${owner};
    alter schema public owner to ${owner};
  `);
  const session = new SharedSession(db);
  const connections = new Set<Connection>();
  const server = createServer((socket) => {
    const connection = new Connection(socket, session);
    connections.add(connection);
    socket.on("close", () => {
      connections.delete(connection);
      session.leave(connection);
    });
  });
  session.onNotification = (message) => {
    // The message has a process id, then the channel.
    const channel = message.subarray(9, message.indexOf(0, 9)).toString();
    for (const connection of connections) if (connection.channels.has(channel)) connection.send(message);
  };
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://${owner}@127.0.0.1:${port}/postgres`,
    administer: (statements) => session.administer(statements),
    offer(version, to) {
      const control = db.Module.FS.readFile(controlFile, { encoding: "utf8" });
      const offered = control.replace(/(?<=default_version = ')[^']+/, version);
      db.Module.FS.writeFile(controlFile, `${offered}\ntrusted = ${to === "owners"}\n`);
    },
    async drop() {
      for (const { socket } of connections) socket.destroy();
      await new Promise((resolve) => void server.close(resolve));
      await db.close();
    },
  };
}

const messageType = (message: Uint8Array): string => String.fromCharCode(message[0] ?? 0);

function frame(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type, "latin1"), length, body]);
}

/** The complete messages at the beginning of `bytes`, and the rest. */
function split(bytes: Buffer): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = [];
  let from = 0;
  while (from + 5 <= bytes.length) {
    const end = from + 1 + bytes.readInt32BE(from + 1);
    if (end > bytes.length) break;
    messages.push(bytes.subarray(from, end));
    from = end;
  }
  return { messages, rest: bytes.subarray(from) };
}

interface Turn {
  connection: Connection | null;
  /** Messages up to a query or a sync. */
  messages: Buffer[];
  reply: (bytes: Buffer) => void;
}

/** Gives connections turns on the database's only session. */
class SharedSession {
  readonly #db: PGlite;
  #waiting: Turn[] = [];
  #running = false;
  #last: Connection | null = null;
  /** The connection with an open transaction; no other gets a turn until it ends. */
  #holder: Connection | null = null;
  onNotification: (message: Buffer) => void = () => undefined;

  constructor(db: PGlite) {
    this.#db = db;
  }

  take(turn: Turn): void {
    this.#waiting.push(turn);
    void this.#run();
  }

  administer(statements: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const query = frame("Q", Buffer.from(`${statements}\0`));
      const reply = (bytes: Buffer) => {
        const failed = split(bytes).messages.find((each) => messageType(each) === "E");
        if (failed === undefined) resolve();
        else reject(new Error(failed.toString("latin1")));
      };
      this.take({ connection: null, messages: [query], reply });
    });
  }

  leave(connection: Connection): void {
    this.#waiting = this.#waiting.filter((turn) => turn.connection !== connection);
    if (this.#holder !== connection) return;
    const rollback = frame("Q", Buffer.from("rollback\0"));
    this.take({ connection, messages: [rollback], reply: () => undefined });
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    for (;;) {
      const at = this.#waiting.findIndex(({ connection }) => (this.#holder ?? connection) === connection);
      const [turn] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (turn === undefined) break;
      if (turn.connection !== this.#last)
        await this.#send(frame("Q", Buffer.from(identityOf(turn.connection))));
      this.#last = turn.connection;
      const replies: Buffer[] = [];
      for (const each of turn.messages) replies.push(...(await this.#send(each)));
      const status = String.fromCharCode(replies.findLast((reply) => messageType(reply) === "Z")?.[5] ?? 0);
      this.#holder = status === "I" ? null : turn.connection;
      turn.reply(Buffer.concat(replies));
    }
    this.#running = false;
  }

  async #send(bytes: Buffer): Promise<Buffer[]> {
    const raw = await this.#db.execProtocolRaw(bytes, { syncToFs: false, throwOnError: false });
    const { messages } = split(Buffer.from(raw));
    for (const each of messages) if (messageType(each) === "A") this.onNotification(each);
    return messages.filter((each) => messageType(each) !== "A");
  }
}

function identityOf(connection: Connection | null): string {
  if (connection === null) return "set session authorization postgres\0";
  const { user, role } = connection;
  return `set session authorization ${user}; set role ${role}\0`;
}

let connectionCount = 0;

class Connection {
  readonly socket: Socket;
  readonly #session: SharedSession;
  readonly #prefix = `c${++connectionCount}_`;
  user = owner;
  role = "none";
  readonly channels = new Set<string>();
  #started = false;
  #received: Buffer = Buffer.alloc(0);
  #batch: Buffer[] = [];

  constructor(socket: Socket, session: SharedSession) {
    this.socket = socket;
    this.#session = session;
    socket.setNoDelay(true);
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => this.#receive(bytes));
  }

  send(bytes: Buffer): void {
    if (this.#started && this.socket.writable) this.socket.write(bytes);
  }

  #receive(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    if (!this.#started && !this.#start()) return;
    const { messages, rest } = split(this.#received);
    this.#received = rest;
    for (const each of messages) {
      if (messageType(each) === "X") return void this.socket.end();
      this.#batch.push(withPrefix(each, this.#prefix));
      const [, channel] = /^listen "?([^"\0]+)/i.exec(each.subarray(5).toString()) ?? [];
      if (channel !== undefined) this.channels.add(channel);
      if (messageType(each) !== "Q" && messageType(each) !== "S") continue;
      const reply = (answer: Buffer) => this.send(answer);
      this.#session.take({ connection: this, messages: this.#batch, reply });
      this.#batch = [];
    }
  }

  /** Handles the startup message. Returns whether it was complete. */
  #start(): boolean {
    const length = this.#received.length < 4 ? Number.POSITIVE_INFINITY : this.#received.readInt32BE(0);
    if (this.#received.length < length) return false;
    const parameters = this.#received.subarray(8, length).toString().split("\0");
    this.#received = this.#received.subarray(length);
    this.user = parameters[parameters.indexOf("user") + 1] ?? owner;
    this.role = /-c role=(\w+)/.exec(parameters[parameters.indexOf("options") + 1] ?? "")?.[1] ?? "none";
    this.#started = true;
    const settings = [
      ["server_version", "18.0"],
      ["client_encoding", "UTF8"],
      ["standard_conforming_strings", "on"],
    ].map((setting) => frame("S", Buffer.from(`${setting.join("\0")}\0`)));
    this.send(Buffer.concat([frame("R", Buffer.alloc(4)), ...settings, frame("Z", Buffer.from("I"))]));
    return true;
  }
}

/** Prefixes the name of a message's prepared statement, so that connections don't share names. */
function withPrefix(original: Buffer, prefix: string): Buffer {
  const body = original.subarray(5);
  // Parse begins with the name, Bind with a portal's name before it, Describe and Close with the kind of the name.
  const at = { P: 0, B: body.indexOf(0) + 1, D: 1, C: 1 }[messageType(original)];
  const isPortal = /[DC]/.test(messageType(original)) && body[0] !== "S".charCodeAt(0);
  if (at === undefined || isPortal || body[at] === 0) return original;
  return frame(
    messageType(original),
    Buffer.concat([body.subarray(0, at), Buffer.from(prefix), body.subarray(at)]),
  );
}
