import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ChatExchange, ChatMessage } from "../../../contract/conversations.ts";
import { Calibration } from "../../../contract/model-usage.ts";
import { signUp, type Account } from "../../../test/accounts.ts";
import { addWordDocument } from "../../../test/documents.ts";
import {
  pieces,
  startFakeLanguageModel,
  type FakeLanguageModel,
} from "../../../test/fake-language-model/language-model.ts";
import { startTestServer, type TestServer } from "../../../test/server.ts";
import { withTenant } from "../../database/database.ts";
import { storeCurve, storeSharedCurve, applyCurve, type Curve } from "./curves.ts";

describe("a stored curve", () => {
  let model: FakeLanguageModel;
  let server: TestServer;
  beforeAll(async () => {
    model = await startFakeLanguageModel();
    server = await startTestServer({ environment: model.environment });
  });
  afterAll(async () => {
    await server.close();
    await model.close();
  });

  const returns = ["Customers may return unworn shoes within 30 days of the purchase."];
  const question = "Within how many days may customers return unworn shoes?";
  const written = "SURE\nCustomers may return unworn shoes within 30 days of the purchase [1].";

  async function ask(account: Account): Promise<ChatMessage["metadata"]> {
    const path = `/api/organizations/${account.organizationId}/chat/sessions`;
    const { id } = (await account.request("POST", path, { type: "external" })).json<{ id: string }>();
    const reply = await account.request("POST", `/api/chat/sessions/${id}/messages`, { content: question });
    return reply.json<ChatExchange>().assistantMessage.metadata;
  }

  const calibrations = async (account: Account) =>
    Calibration.array().parse(
      (await account.request("GET", `/api/organizations/${account.organizationId}/calibrations`)).json(),
    );

  async function store(account: Account, engine: string, curve: Curve): Promise<void> {
    const { organizationId } = account;
    await withTenant(server.context.db, organizationId, (trx) =>
      storeCurve(trx, organizationId, engine, curve),
    );
    server.context.guidance.forget(organizationId);
  }

  test("is used for its engine and its organization only, and shown", async () => {
    const [account, stranger] = [await signUp(server), await signUp(server)];
    for (const each of [account, stranger]) await addWordDocument(each, "Returns.docx", returns, "external");
    const write = () => model.next({ kind: "write", pieces: pieces(written) });
    write();
    const generated = (await ask(account))?.confidence ?? 0;
    model.next({ kind: "refuse", httpStatus: 400 });
    const quoted = (await ask(account))?.confidence ?? 0;
    const curve = { slope: 0.5, intercept: -1, questions: 77 };
    await store(account, "fake", curve);
    write();
    expect(await ask(account)).toMatchObject({ engine: "model", confidence: applyCurve(curve, generated) });
    model.next({ kind: "refuse", httpStatus: 400 });
    expect(await ask(account)).toMatchObject({ engine: "extractive", confidence: quoted });
    await store(account, "extractive", curve);
    model.next({ kind: "refuse", httpStatus: 400 });
    expect((await ask(account))?.confidence).toBeCloseTo(applyCurve(curve, quoted), 2);
    write();
    expect(await ask(stranger)).toMatchObject({ engine: "model", confidence: generated });
    expect(await calibrations(account)).toMatchObject([
      { engine: "extractive", questions: 77 },
      { engine: "fake", questions: 77 },
    ]);
    expect(await calibrations(stranger)).toEqual([]);
    const url = `/api/organizations/${account.organizationId}/calibrations`;
    expect((await stranger.request("GET", url)).statusCode).toBe(404);
    const seen = await withTenant(server.context.db, stranger.organizationId, (trx) =>
      trx.selectFrom("calibrations").select("engine").execute(),
    );
    expect(seen).toEqual([]);
  });

  test("uses the installation's curve for an organization without one", async () => {
    const account = await signUp(server);
    await storeSharedCurve(server.context.db, "extractive", { slope: 1, intercept: 0.5, questions: 50 });
    expect(await calibrations(account)).toMatchObject([{ engine: "extractive", questions: 50 }]);
    await store(account, "extractive", { slope: 1, intercept: 0, questions: 31 });
    expect(await calibrations(account)).toMatchObject([{ engine: "extractive", questions: 31 }]);
  });
});
