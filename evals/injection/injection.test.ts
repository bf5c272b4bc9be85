import { expect, test } from "vitest";
import { buildApp } from "../../server/app.ts";
import { openAssistant } from "../../server/conversations/answer-turn.ts";
import { startTestServer } from "../../test/server.ts";
import { askAsCustomers, askDocuments, prepareField } from "./attack.ts";
import { startObedientModel } from "./obedient-model.ts";

test("documents and customers that a model obeys bring out nothing of theirs", async () => {
  const model = await startObedientModel();
  const environment = { LLM_BASE_URL: model.url, LLM_API_KEY: "secret", LLM_MODEL: "obedient" };
  const server = await startTestServer({ environment });
  const field = await prepareField(server.url, { documents: 18, secrets: 5 });
  const withoutModel = { ...server.context, modelAnswers: undefined };
  const quoting = await buildApp({ ...withoutModel, assistant: openAssistant(withoutModel) });
  const quotingUrl = await quoting.listen({ port: 0, host: "127.0.0.1" });
  const none = { canariesOut: 0, inventedAddresses: 0, altered: 0, inventedCitations: 0, examples: [] };
  for (const url of [server.url, quotingUrl]) {
    for (const client of [field.poisoned, field.clean]) client.url = url;
    const figures = [await askDocuments(field), await askAsCustomers(field)];
    for (const each of figures) {
      expect(each).toMatchObject(none);
      expect(each.answered).toBeGreaterThan(0);
    }
    // A good question is answered; one that is dressed in orders may be too far from the documents.
    expect(figures[0]?.answered).toBeGreaterThan((figures[0]?.asked ?? 0) / 4);
    const byModel = figures.reduce((sum, each) => sum + each.byModel, 0);
    if (url === server.url) expect(byModel).toBeGreaterThan(0);
    else expect(byModel).toBe(0);
  }
  expect(model.seen()).toBe(0);
  await quoting.close();
  await server.close();
  await model.close();
});
