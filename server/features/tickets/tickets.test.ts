import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../../contract/common.ts";
import { Ticket, TicketDetail, TicketMessage, TicketSummary } from "../../../contract/tickets.ts";
import { type Account, signUp, signUpMember } from "../../../test/accounts.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

const listUrl = (account: Account, query = "") =>
  `/api/organizations/${account.organizationId}/tickets${query}`;

async function create(account: Account, form: object = {}): Promise<TicketDetail> {
  const reply = await account.request("POST", listUrl(account), form);
  expect([reply.statusCode, reply.body]).toEqual([201, expect.any(String)]);
  return TicketDetail.parse(reply.json());
}

async function list(account: Account, query = ""): Promise<Ticket[]> {
  const reply = await account.request("GET", listUrl(account, query));
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)]);
  return Ticket.array().parse(reply.json());
}

const colleagueOf = (owner: Account, role: Role): Promise<Account> =>
  signUpMember(server, owner.organizationId, { role });

describe("a new ticket", () => {
  test("requires no fields, and fills in defaults", async () => {
    const account = await signUp(server);
    const form = { title: " ", description: "", category: "", customerEmail: "", customerPhone: null };
    for (const sent of [{}, form]) {
      expect(await create(account, sent)).toMatchObject({
        title: "Untitled ticket",
        description: null,
        category: null,
        priority: "medium",
        status: "open",
        customerName: null,
        customerEmail: null,
        customerPhone: null,
        assignedTo: null,
        messages: [],
        draft: null,
      });
    }
  });

  test("stores what the dialog sends, trimmed", async () => {
    const account = await signUp(server);
    const form = {
      title: " The zip is broken ",
      description: "It broke on the first day.\nWhat now?",
      category: "feature_request",
      priority: "urgent",
      customerName: "Thandi Mokoena",
      customerEmail: "thandi@example.org",
      customerPhone: "+27 82 123 4567",
    };
    const ticket = await create(account, form);
    expect(ticket).toMatchObject({ ...form, title: "The zip is broken", ticketNumber: "TKT-0001" });
    expect(ticket).toMatchObject({ status: "open", assignedTo: null, createdAt: expect.any(String) });
    const [listed] = await list(account);
    const { messages: _messages, draft: _draft, replyDelivery: _delivery, ...shown } = ticket;
    expect(listed).toEqual(shown);
  });

  test.each([
    [{ customerEmail: "thandi" }, "Enter a valid email address for the customer."],
    [{ title: "a\u0000b" }, "This contains characters that aren't text. Remove them and try again."],
    [{ priority: "whatever" }, expect.any(String)],
    [{ category: "other" }, expect.any(String)],
  ])("refuses %j", async (form, message) => {
    const account = await signUp(server);
    const reply = await account.request("POST", listUrl(account), form);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: "invalid_request", message });
    expect(await list(account)).toEqual([]);
  });

  test("has no length limits but the server's own", async () => {
    const account = await signUp(server);
    const limits = { title: 2000, description: 20_000, customerName: 2000, customerPhone: 2000 };
    const longest = Object.entries(limits).map(([field, max]) => [field, "é".repeat(max)]);
    const form = Object.fromEntries(longest) as Record<string, string>;
    expect(await create(account, form)).toMatchObject(form);
    for (const [field, max] of Object.entries(limits)) {
      const reply = await account.request("POST", listUrl(account), { [field]: "x".repeat(max + 1) });
      const what = field === "description" ? "the description" : "each line";
      expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([
        400,
        `Use at most ${max} characters for ${what}.`,
      ]);
    }
    expect(await list(account)).toHaveLength(1);
  });

  test("a hundred simultaneous tickets get the numbers 1 to 100 in each organization", async () => {
    const [account, other] = [await signUp(server), await signUp(server)];
    // On a busy machine some are refused, because so many wait for a connection, and have to be sent again.
    const createAtLast = async (of: Account, form: object = {}): Promise<void> => {
      const reply = await of.request("POST", listUrl(of), { title: "The zip", ...form });
      if (reply.statusCode === 503) return createAtLast(of, form);
      expect([reply.statusCode, reply.body]).toEqual([201, expect.any(String)]);
    };
    await Promise.all([
      ...Array.from({ length: 100 }, (_, i) => createAtLast(account, { title: `Ticket ${i}` })),
      createAtLast(other),
    ]);
    expect((await list(other)).map(({ ticketNumber }) => ticketNumber)).toEqual(["TKT-0001"]);
    const numbers = (await list(account, "?limit=200")).map(({ ticketNumber }) => ticketNumber);
    const all = Array.from({ length: 100 }, (_, i) => `TKT-${String(100 - i).padStart(4, "0")}`);
    expect(numbers).toEqual(all);
  });

  test("a ticket that can't be created leaves no gap in the numbers", async () => {
    const account = await signUp(server);
    await create(account);
    const { enqueue } = server.context.jobs;
    server.context.jobs.enqueue = () => Promise.reject(new Error("the queue is away"));
    const reply = await account.request("POST", listUrl(account), { title: "Lost" });
    server.context.jobs.enqueue = enqueue;
    expect(reply.statusCode).toBe(500);
    expect((await create(account)).ticketNumber).toBe("TKT-0002");
  });
});

describe("the list", () => {
  test("is paged, newest first, with each ticket once", async () => {
    const account = await signUp(server);
    for (let i = 0; i < 5; i += 1) await create(account, { title: `Ticket ${i}` });
    const titles: string[] = [];
    let cursor: string | undefined;
    do {
      const query = `?limit=2${cursor === undefined ? "" : `&cursor=${cursor}`}`;
      const reply = await account.request("GET", listUrl(account, query));
      titles.push(...reply.json<Ticket[]>().map(({ title }) => title));
      cursor = reply.headers["x-next-cursor"] as string | undefined;
    } while (cursor !== undefined);
    expect(titles).toEqual([4, 3, 2, 1, 0].map((i) => `Ticket ${i}`));
    expect((await account.request("GET", listUrl(account, "?cursor=x"))).statusCode).toBe(400);
  });

  test("is filtered and searched", async () => {
    const account = await signUp(server);
    const zip = await create(account, {
      title: "Réparation of a zip",
      category: "technical",
      priority: "high",
      customerName: "Thandi",
      customerPhone: "+27 82 123 4567",
    });
    const bill = await create(account, { title: "Wrong bill", category: "billing", description: "100% off" });
    await account.request("PUT", `/api/tickets/${bill.id}`, { assignedTo: account.user.id });
    await account.request("PUT", `/api/tickets/${zip.id}/status`, { status: "resolved" });
    const found = async (query: string) => (await list(account, query)).map(({ id }) => id);
    expect(await found("?status=resolved")).toEqual([zip.id]);
    expect(await found("?priority=medium")).toEqual([bill.id]);
    expect(await found("?category=billing&status=open")).toEqual([bill.id]);
    expect(await found(`?assignedTo=${account.user.id}`)).toEqual([bill.id]);
    expect(await found("?assignedTo=unassigned")).toEqual([zip.id]);
    for (const words of ["reparation ZIP", "thandi", "+27821234567", "TKT-0001", "tkt-1"]) {
      expect([words, await found(`?search=${encodeURIComponent(words)}`)]).toEqual([words, [zip.id]]);
    }
    expect(await found("?search=100%25")).toEqual([bill.id]);
    expect(await found("?search=zip%20bill")).toEqual([]);
  });

  test("has a summary that counts all tickets by status", async () => {
    const account = await signUp(server);
    for (const status of ["open", "in_progress", "resolved", "resolved", "closed"]) {
      const { id } = await create(account);
      await account.request("PUT", `/api/tickets/${id}/status`, { status });
    }
    const reply = await account.request("GET", listUrl(account, "/summary"));
    expect(TicketSummary.parse(reply.json())).toEqual({
      open: 1,
      in_progress: 1,
      resolved: 2,
      closed: 1,
      total: 5,
    });
  });
});

describe("a change", () => {
  test("allows any status after any other, and notifies open pages", async () => {
    const account = await signUp(server);
    const { id } = await create(account);
    const told: unknown[] = [];
    const stop = server.context.events.subscribe(account.organizationId, (event) => told.push(event));
    for (const status of ["closed", "open", "resolved", "in_progress"]) {
      const reply = await account.request("PUT", `/api/tickets/${id}/status`, { status });
      expect(reply.statusCode).toBe(200);
      expect(TicketDetail.parse(reply.json()).status).toBe(status);
    }
    // The event of its creation may arrive after the reply.
    await expect
      .poll(() => told.slice(-4))
      .toEqual(Array.from({ length: 4 }, () => ({ type: "ticket.updated", id })));
    stop();
    expect((await account.request("PUT", `/api/tickets/${id}/status`, { status: "done" })).statusCode).toBe(
      400,
    );
  });

  test("assigns only members, and keeps the assignee when only the status changes", async () => {
    const account = await signUp(server);
    const stranger = await signUp(server);
    const { id } = await create(account);
    const url = `/api/tickets/${id}/status`;
    const refused = await account.request("PUT", url, { status: "open", assignedTo: stranger.user.id });
    expect(refused.json()).toMatchObject({ code: "not_a_member" });
    await account.request("PUT", url, { status: "in_progress", assignedTo: account.user.id });
    const kept = await account.request("PUT", url, { status: "resolved" });
    expect(kept.json()).toMatchObject({ assignedTo: account.user.id, assignee: { email: account.email } });
    const taken = await account.request("PUT", url, { status: "resolved", assignedTo: null });
    expect(taken.json()).toMatchObject({ assignedTo: null, assignee: null });
  });

  test("replaces given fields, keeps absent ones, and updates the search", async () => {
    const account = await signUp(server);
    const { id } = await create(account, { title: "Zip", description: "Broken", customerName: "Thandi" });
    const change = { title: "", description: "Lost", category: "general", customerName: "" };
    const reply = await account.request("PUT", `/api/tickets/${id}`, change);
    expect(reply.json()).toMatchObject({
      title: "Untitled ticket",
      description: "Lost",
      category: "general",
      customerName: null,
      priority: "medium",
    });
    expect(await list(account, "?search=lost")).toHaveLength(1);
    expect(await list(account, "?search=broken")).toEqual([]);
  });
});

test("the thread keeps replies and notes in order, with their authors", async () => {
  const account = await signUp(server);
  const agent = await colleagueOf(account, "agent");
  const { id } = await create(account);
  const url = `/api/tickets/${id}/messages`;
  const say = async (who: Account, body: object) => {
    const reply = await who.request("POST", url, body);
    expect(reply.statusCode).toBe(201);
    return TicketMessage.parse(reply.json());
  };
  const said = [
    await say(account, { content: "Send us a picture, please." }),
    await say(agent, { kind: "note", content: "Second zip this week." }),
    await say(agent, { kind: "customer", content: "Here it is." }),
  ];
  expect(said.map(({ kind, author }) => [kind, author?.email])).toEqual([
    ["reply", account.email],
    ["note", agent.email],
    ["customer", agent.email],
  ]);
  const detail = TicketDetail.parse((await account.request("GET", `/api/tickets/${id}`)).json());
  expect(detail.messages).toEqual(said);
  const newest = await account.request("GET", `${url}?limit=2`);
  const older = await account.request(
    "GET",
    `${url}?limit=2&cursor=${String(newest.headers["x-next-cursor"])}`,
  );
  expect([...older.json<TicketMessage[]>(), ...newest.json<TicketMessage[]>()]).toEqual(said);
  expect((await account.request("POST", url, { content: "  " })).statusCode).toBe(400);
});

test("hides tickets from other organizations, and lets viewers only read", async () => {
  const account = await signUp(server);
  const stranger = await signUp(server);
  const viewer = await colleagueOf(account, "viewer");
  const { id } = await create(account, { title: "Secret" });
  for (const [method, url, body] of [
    ["GET", `/api/tickets/${id}`, undefined],
    ["PUT", `/api/tickets/${id}/status`, { status: "closed" }],
    ["POST", `/api/tickets/${id}/messages`, { content: "Hello" }],
    ["GET", listUrl(account), undefined],
  ] as const) {
    expect((await stranger.request(method, url, body)).statusCode).toBe(404);
    expect((await viewer.request(method, url, body)).statusCode).toBe(method === "GET" ? 200 : 403);
  }
  expect(await list(stranger, "?search=secret")).toEqual([]);
});
