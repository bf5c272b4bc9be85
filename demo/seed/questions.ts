import { randomUUID } from "node:crypto";
import { withTenant, type Database } from "../../server/database/database.ts";
import { callWithKey, each, type Api } from "./http.ts";
import { daySeconds, moveIntoPast, repeatable } from "./past.ts";

/** Conversations of staff in the product. */
const byStaff: { type: "internal" | "external"; questions: string[] }[] = [
  { type: "internal", questions: ["How many days of annual leave do I get?", "and for part-time staff?"] },
  { type: "internal", questions: ["When is pay day?"] },
  { type: "internal", questions: ["Where can I park my car?"] },
  { type: "internal", questions: ["How much staff discount do I get?", "Does it count for my sister?"] },
  { type: "internal", questions: ["When do I need a medical certificate?"] },
  { type: "internal", questions: ["Who approves unpaid leave?", "How many days can I work from home?"] },
  { type: "internal", questions: ["Is there a bicycle allowance?"] },
  { type: "internal", questions: ["What is the notice period after two years of service?"] },
  { type: "internal", questions: ["Where do I park at head office?"] },
  { type: "external", questions: ["How much is the gas braai?", "How long do I have to return a product?"] },
  { type: "external", questions: ["How big is the family tent?"] },
];

/** Conversations of customers on the shop's own site. */
const bySite: string[][] = [
  ["How much is the kettle braai?", "Is delivery free?"],
  ["Do you ship to Namibia?"],
  ["How long is a gift card valid?"],
  ["Can I collect my order at the store?"],
  ["What are your opening hours on Sunday?"],
  ["Do you hire out tents?"],
  ["How long does a refund take by card?", "and by EFT?"],
  ["Which oil does the petrol lawnmower need?"],
  ["Do you rent out tents for a weekend?"],
  ["How much is the wheelbarrow?"],
  ["Can I pay in instalments?"],
  ["Do you sharpen mower blades?"],
  ["How long does the battery of the hedge trimmer last?"],
  ["Is there a loyalty programme?"],
];

/** Asks questions in the product and on the shop's site, spread over 30 days; some have no answer. */
export async function seedQuestions(api: Api, db: Database, organizationId: string): Promise<void> {
  const organization = `/api/organizations/${organizationId}`;
  const sessions: string[] = [];
  await each(byStaff, async ({ type, questions }) => {
    const title = `${type} Chat`;
    const { id } = await api.call<{ id: string }>("POST", `${organization}/chat/sessions`, { type, title });
    sessions.push(id);
    for (const content of questions)
      await api.call("POST", `/api/chat/sessions/${id}/messages`, { role: "user", content });
  });
  const made = await api.call<{ id: string; key: string }>("POST", `${organization}/api-keys`, {
    name: `demo ${randomUUID()}`,
    permissions: { internal: false, external: true },
  });
  await each(bySite, async (questions) => {
    let conversationId: string | undefined;
    for (const question of questions) {
      const body = { question, type: "external", conversationId };
      const answer = await callWithKey<{ conversationId: string }>(
        api.address,
        made.key,
        "/api/webhook/chat",
        body,
      );
      conversationId = answer.conversationId;
    }
    if (conversationId !== undefined) sessions.push(conversationId);
  });
  const random = repeatable(3);
  await withTenant(db, organizationId, async (trx) => {
    for (const id of sessions)
      await moveIntoPast(trx, "conversation", id, Math.round(random() * 29 * daySeconds));
    // Whoever opens the demo starts without API keys.
    await trx.deleteFrom("api_keys").where("id", "=", made.id).execute();
  });
}
