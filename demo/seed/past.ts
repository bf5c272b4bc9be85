import { sql } from "kysely";
import type { Transaction } from "../../server/database/database.ts";

const hourSeconds = 3600;
export const daySeconds = 24 * hourSeconds;
export const hours = (count: number): number => count * hourSeconds;
export const days = (count: number): number => count * daySeconds;

/** Tables with the rows of a conversation, the column with its id, and the columns with times. */
const ofConversation: [table: string, key: string, times: string[]][] = [
  [
    "conversations",
    "id",
    [
      "created_at",
      "last_message_at",
      "last_customer_message_at",
      "person_requested_at",
      "taken_over_at",
      "rating_asked_at",
    ],
  ],
  ["messages", "conversation_id", ["created_at"]],
  ["whatsapp_messages", "conversation_id", ["sent_at", "received_at", "answered_at"]],
  ["outbox", "conversation_id", ["created_at", "sent_at"]],
  ["feedback", "conversation_id", ["created_at", "updated_at"]],
];

const ofTicket: [table: string, key: string, times: string[]][] = [
  ["tickets", "id", ["created_at", "updated_at"]],
  ["ticket_messages", "ticket_id", ["created_at"]],
  ["ticket_drafts", "ticket_id", ["created_at"]],
];

/** Moves all times of a conversation or a ticket into the past by so many seconds. */
export async function moveIntoPast(
  trx: Transaction,
  kind: "conversation" | "ticket",
  id: string,
  seconds: number,
): Promise<void> {
  for (const [table, key, times] of kind === "conversation" ? ofConversation : ofTicket) {
    const changes = times.map(
      (time) => sql`${sql.ref(time)} = ${sql.ref(time)} - make_interval(secs => ${seconds})`,
    );
    await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${sql.ref(key)} = ${id}`.execute(trx);
  }
}

/** Pseudo-random numbers in [0, 1), the same in every demo. */
export function repeatable(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
