import { withTenant, type Database } from "../../server/database/database.ts";
import { daySeconds, repeatable } from "./past.ts";

const sources = ["chat", "whatsapp", "whatsapp", "chat", "ticket", "email"] as const;
const ratings = [5, 4, 5, 3, 5, 4, 2, 5, 4, 5, 1, 4] as const;
const comments: Record<number, string[]> = {
  5: [
    "Answered at once, with the page to look it up.",
    "Dankie, dit was vinnig en reg.",
    "Better than waiting in a queue.",
  ],
  4: ["Helpful, though I had to ask twice.", "Good, and friendly."],
  3: ["It knew the price but not the stock."],
  2: ["I wanted a person much earlier."],
  1: ["Nobody called me back about my delivery."],
};
const categories = ["delivery", "products", "returns", "prices", null] as const;
const emails = ["naledi@khumalo.example", "pieter@vdmbuilders.example", "refilwe@brightminds.example"];
const phones = ["+27825550142", "+27835550117", "+27725550189"];

const count = 42;

/** Ratings from every source over the last 30 days. */
export async function seedFeedback(db: Database, organizationId: string): Promise<void> {
  const random = repeatable(7);
  const pick = <Item>(from: readonly Item[]): Item => from[Math.floor(random() * from.length)] as Item;
  const rows = Array.from({ length: count }, (_, index) => {
    const rating = pick(ratings);
    const source = sources[index % sources.length] ?? "chat";
    const at = new Date(Date.now() - random() * 30 * daySeconds * 1000);
    return {
      organization_id: organizationId,
      occasion: `demo ${index}`,
      rating,
      source,
      category: pick(categories),
      comment: random() < 0.55 ? pick(comments[rating] ?? []) : null,
      customer_email: source === "email" || source === "ticket" ? pick(emails) : null,
      customer_phone: source === "whatsapp" ? pick(phones) : null,
      created_at: at,
      updated_at: at,
    };
  });
  await withTenant(db, organizationId, (trx) => trx.insertInto("feedback").values(rows).execute());
}
