import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnalyticsReport } from "../../../contract/analytics.ts";
import { dayMs } from "../../../contract/limits.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { withTenant } from "../../database/database.ts";
import { readReport } from "./report.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
});
afterAll(() => server.close());

const report = async (account: Account, days = 7) =>
  (
    await account.request("GET", `/api/organizations/${account.organizationId}/analytics/report?days=${days}`)
  ).json<AnalyticsReport>();

interface Told {
  channel?: "chat" | "webhook" | "whatsapp";
  minutesAgo: number;
  metadata: object | null;
}

/** A session with one answer. */
async function answered(account: Account, { channel = "chat", minutesAgo, metadata }: Told): Promise<void> {
  const organization_id = account.organizationId;
  const created_at = new Date(Date.now() - minutesAgo * 60_000);
  await withTenant(server.context.db, organization_id, async (trx) => {
    const { id: conversation_id } = await trx
      .insertInto("conversations")
      .values({ organization_id, audience: "external", channel, title: "Chat", created_at })
      .returning("id")
      .executeTakeFirstOrThrow();
    const message = {
      organization_id,
      conversation_id,
      role: "assistant",
      content: "Eighteen days.",
      created_at,
    };
    await trx
      .insertInto("messages")
      .values({ ...message, metadata: metadata === null ? null : JSON.stringify(metadata) })
      .execute();
  });
}

const answer = (more: object = {}) => ({
  kind: "answer",
  engine: "extractive",
  confidence: 0.85,
  latencyMs: 100,
  sources: [],
  ...more,
});
const unknown = { kind: "unknown", engine: "extractive", confidence: 0.1, latencyMs: 100, sources: [] };

test("reports empty days for a new organization", async () => {
  const { questions, responseTime, ratings, documents } = await report(await signUp(server), 30);
  expect(questions).toMatchObject({ asked: 0, answeredRate: null });
  expect(questions.perDay).toHaveLength(30);
  expect(questions.perDay.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
  expect([responseTime.medianMs, ratings.average, documents]).toEqual([null, null, []]);
});

test("counts each question once, however often the report is read", async () => {
  const account = await signUp(server);
  const documentId = randomUUID();
  // Answers of an hour ago are counted permanently, those of a minute ago at each reading.
  for (const minutesAgo of [60, 1]) {
    await answered(account, { minutesAgo, metadata: answer({ sources: [{ documentId }, { documentId }] }) });
    await answered(account, { minutesAgo, channel: "whatsapp", metadata: answer({ engine: "curated" }) });
    await answered(account, { minutesAgo, channel: "webhook", metadata: unknown });
    await answered(account, { minutesAgo, channel: "webhook", metadata: { ...unknown, declined: true } });
    await answered(account, { minutesAgo, metadata: { ...answer(), kind: "small_talk" } });
    // A reply that a person wrote.
    await answered(account, { minutesAgo, metadata: null });
  }
  for (const reading of ["first", "second"]) {
    const { questions, confidence, documents } = await report(account);
    const { perDay, ...totals } = questions;
    expect([reading, totals]).toEqual([
      reading,
      { asked: 8, answered: 4, curated: 2, unanswered: 2, declined: 2, answeredRate: 4 / 6 },
    ]);
    const sum = (of: "chat" | "webhook" | "whatsapp") => perDay.reduce((total, day) => total + day[of], 0);
    expect([sum("chat"), sum("webhook"), sum("whatsapp")]).toEqual([2, 4, 2]);
    expect(confidence.find(({ answers }) => answers > 0)).toEqual({ from: 0.8, to: 0.9, answers: 4 });
    expect(documents).toEqual([{ id: documentId, name: null, type: null, answers: 2 }]);
  }
});

test("reports the median and the 95th percentile to within a tenth", async () => {
  const account = await signUp(server);
  for (let at = 1; at <= 20; at += 1) {
    await answered(account, { minutesAgo: 60, metadata: answer({ latencyMs: at <= 18 ? 40 : 2000 }) });
  }
  const { medianMs, p95Ms } = (await report(account)).responseTime;
  expect(medianMs).toBeGreaterThan(36);
  expect(medianMs).toBeLessThan(44);
  expect(p95Ms).toBeGreaterThan(1800);
  expect(p95Ms).toBeLessThan(2200);
});

test("adds up over days without counting an answer twice", async () => {
  const account = await signUp(server);
  await answered(account, { minutesAgo: 60, metadata: answer() });
  const tomorrow = new Date(Date.now() + dayMs);
  expect((await report(account)).questions.asked).toBe(1);
  await answered(account, { minutesAgo: 0, metadata: answer() });
  const { organizationId } = account;
  for (let reading = 0; reading < 2; reading += 1) {
    const { questions } = await withTenant(server.context.db, organizationId, (trx) =>
      readReport(trx, { organizationId }, 7, tomorrow),
    );
    expect(questions.asked).toBe(2);
  }
});

test("counts a corrected rating with its current value", async () => {
  const account = await signUp(server);
  const url = `/api/organizations/${account.organizationId}`;
  const link = (await account.request("POST", `${url}/feedback/links`, {})).json<{ token: string }>();
  for (const rating of [1, 4]) await account.request("POST", `/api/feedback/${link.token}`, { rating });
  expect((await report(account)).ratings).toMatchObject({ count: 1, average: 4 });
});

test("counts days in the organization's time zone", async () => {
  const account = await signUp(server);
  const { organizationId: organization_id } = account;
  // Half past eleven at night in UTC is the next day in Johannesburg and the same day in Los Angeles.
  const at = new Date("2026-03-10T23:30:00Z");
  const minutesAgo = (Date.now() - at.getTime()) / 60_000;
  await answered(account, { minutesAgo, metadata: answer() });
  await withTenant(server.context.db, organization_id, (trx) =>
    trx
      .insertInto("feedback")
      .values({ organization_id, occasion: "email 1", source: "email", rating: 4, created_at: at })
      .execute(),
  );
  const url = `/api/organizations/${organization_id}/time-zone`;
  const seen = async (timeZone: string) => {
    expect((await account.request("PUT", url, { timeZone })).statusCode).toBe(204);
    const now = new Date(at.getTime() + 3_600_000);
    const read = await withTenant(server.context.db, organization_id, (trx) =>
      readReport(trx, { organizationId: organization_id }, 7, now),
    );
    const asked = read.questions.perDay.find(({ chat }) => chat > 0)?.day;
    const rated = read.ratings.perDay.find(({ count }) => count > 0)?.day;
    return [read.timeZone, asked, rated, read.questions.asked, read.questions.perDay.at(-1)?.day];
  };
  const [night, next] = ["2026-03-10", "2026-03-11"];
  expect(await seen("Africa/Johannesburg")).toEqual(["Africa/Johannesburg", next, next, 1, next]);
  expect(await seen("America/Los_Angeles")).toEqual(["America/Los_Angeles", night, night, 1, night]);
  expect(await seen("UTC")).toEqual(["UTC", night, night, 1, next]);
  expect((await account.request("PUT", url, { timeZone: "Mars/Olympus" })).statusCode).toBe(400);
  const stranger = await signUp(server);
  expect((await stranger.request("PUT", url, { timeZone: "UTC" })).statusCode).toBe(404);
});

test("covers its own organization only", async () => {
  const stranger = await signUp(server);
  await answered(stranger, { minutesAgo: 60, metadata: answer() });
  await report(stranger);
  const account = await signUp(server);
  expect((await report(account)).questions.asked).toBe(0);
  const url = `/api/organizations/${stranger.organizationId}/analytics/report`;
  expect((await account.request("GET", url)).statusCode).toBe(404);
});
