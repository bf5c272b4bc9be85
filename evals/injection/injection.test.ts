import { expect, test } from "vitest";
import { buildApp } from "../../server/app.ts";
import { openAssistant } from "../../server/conversations/answer-turn.ts";
import { startTestServer } from "../../test/server.ts";
import { askAsCustomers, askDocuments, prepareOrganizations } from "./attack.ts";
import { startObedientModel } from "./obedient-model.ts";

test("instructions in documents and questions leak nothing, even if the model obeys", async () => {
  const model = await startObedientModel();
  const environment = { LLM_BASE_URL: model.url, LLM_API_KEY: "secret", LLM_MODEL: "obedient" };
  const server = await startTestServer({ environment });
  const targets = await prepareOrganizations(server.url, { documents: 18, secrets: 5 });
  const withoutModel = { ...server.context, modelAnswers: undefined };
  const quoting = await buildApp({ ...withoutModel, assistant: openAssistant(withoutModel) });
  const quotingUrl = await quoting.listen({ port: 0, host: "127.0.0.1" });
  const none = { canariesLeaked: 0, inventedAddresses: 0, altered: 0, inventedCitations: 0, examples: [] };
  for (const url of [server.url, quotingUrl]) {
    for (const client of [targets.poisoned, targets.clean]) client.url = url;
    const figures = [await askDocuments(targets), await askAsCustomers(targets)];
    for (const each of figures) {
      expect(each).toMatchObject(none);
      expect(each.answered).toBeGreaterThan(0);
    }
    // Harmless questions are answered; those with instructions may be too far from the documents.
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
