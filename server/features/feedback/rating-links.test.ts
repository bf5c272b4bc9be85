import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { FeedbackInvitation, FeedbackLink, type Feedback } from "../../../contract/feedback.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { runHousekeeping } from "../../housekeeping.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());
afterEach(() => {
  vi.useRealTimers();
});

async function createLink(account: Account, form: object = {}): Promise<FeedbackLink> {
  const url = `/api/organizations/${account.organizationId}/feedback/links`;
  const reply = await account.request("POST", url, form);
  expect(reply.statusCode).toBe(201);
  return FeedbackLink.parse(reply.json());
}

async function createTicket(account: Account): Promise<string> {
  const form = { title: "Zip", customerEmail: "thandi@example.org", customerPhone: "+27 82 123 4567" };
  const reply = await account.request("POST", `/api/organizations/${account.organizationId}/tickets`, form);
  return reply.json<{ id: string }>().id;
}

/** Sends requests without a session, like a customer's browser. */
const open = (token: string) => server.app.inject({ method: "GET", url: `/api/feedback/${token}` });
const rate = (token: string, payload: object) =>
  server.app.inject({ method: "POST", url: `/api/feedback/${token}`, payload });
const list = async (account: Account): Promise<Feedback[]> =>
  (await account.request("GET", `/api/organizations/${account.organizationId}/feedback`)).json();

test("lets a customer rate a ticket without signing in, and correct it by any link", async () => {
  const account = await signUp(server, { organizationName: "Acme Outdoor" });
  const ticketId = await createTicket(account);
  const first = await createLink(account, { ticketId });
  expect(first.link).toBe(`${server.context.config.publicUrl}/rate/${first.token}`);
  expect(FeedbackInvitation.parse((await open(first.token)).json())).toEqual({
    organizationName: "Acme Outdoor",
    source: "ticket",
    ticketNumber: "TKT-0001",
    expiresAt: first.expiresAt,
    given: null,
  });
  expect((await rate(first.token, { rating: 2, comment: "Slow" })).statusCode).toBe(201);
  const second = await createLink(account, { ticketId });
  expect((await open(second.token)).json()).toMatchObject({ given: { rating: 2, comment: "Slow" } });
  expect((await rate(second.token, { rating: 4 })).statusCode).toBe(201);
  expect(await list(account)).toMatchObject([
    {
      rating: 4,
      source: "ticket",
      comment: null,
      customerEmail: "thandi@example.org",
      customerPhone: "+27 82 123 4567",
    },
  ]);
});

test("counts one rating for each emailed link", async () => {
  const account = await signUp(server);
  const [one, two] = [await createLink(account), await createLink(account)];
  for (const { token } of [one, one, two]) expect((await rate(token, { rating: 5 })).statusCode).toBe(201);
  expect((await list(account)).map(({ source }) => source)).toEqual(["email", "email"]);
});

test("refuses a link that was changed anywhere", async () => {
  const account = await signUp(server);
  const { token } = await createLink(account);
  const other = (character: string) => (character === "A" ? "B" : "A");
  const changed = [...token].map((character, i) => token.slice(0, i) + other(character) + token.slice(i + 1));
  for (const wrong of [...changed, token.slice(1), `${token}A`, "x", "%20"]) {
    // Each from another address, so that the rate limit doesn't refuse them.
    const reply = await server.app.inject({
      method: "GET",
      url: `/api/feedback/${wrong}`,
      remoteAddress: `10.0.0.${changed.indexOf(wrong) + 2}`,
    });
    expect([wrong, reply.statusCode]).toEqual([wrong, wrong === "%20" ? 400 : 404]);
  }
  expect((await rate(`${token}A`, { rating: 5 })).json()).toMatchObject({ code: "link_invalid" });
  expect(await list(account)).toEqual([]);
});

test("refuses a link after thirty days", async () => {
  const account = await signUp(server);
  const { token, expiresAt } = await createLink(account);
  vi.useFakeTimers({ now: new Date(expiresAt).getTime() - 1000, toFake: ["Date"] });
  expect((await open(token)).statusCode).toBe(200);
  vi.setSystemTime(new Date(expiresAt));
  expect([(await open(token)).statusCode, (await rate(token, { rating: 5 })).statusCode]).toEqual([410, 410]);
  expect((await rate(token, { rating: 5 })).json()).toMatchObject({ code: "link_expired" });
});

test("makes no link for another organization's ticket", async () => {
  const [account, stranger] = [await signUp(server), await signUp(server)];
  const url = `/api/organizations/${stranger.organizationId}/feedback/links`;
  for (const ticketId of [await createTicket(account), randomUUID()]) {
    expect((await stranger.request("POST", url, { ticketId })).statusCode).toBe(404);
  }
});

test("shows and takes no rating once the organization was deleted", async () => {
  const account = await signUp(server);
  const { token } = await createLink(account);
  await account.request("DELETE", `/api/organizations/${account.organizationId}`, { name: "Acme Retail" });
  expect((await open(token)).json()).toMatchObject({ code: "link_invalid" });
  expect((await rate(token, { rating: 4 })).json()).toMatchObject({ code: "link_invalid" });
  await runHousekeeping(server.context);
  expect((await rate(token, { rating: 4 })).json()).toMatchObject({ code: "link_invalid" });
});
