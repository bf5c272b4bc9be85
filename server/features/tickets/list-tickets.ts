import { sql } from "kysely";
import { Ticket, type TicketListQuery, type TicketSummary, TicketStatus } from "../../../contract/tickets.ts";
import { equals, type Transaction, inTenant } from "../../database/database.ts";
import { parsePosition, toPage, type Page } from "../../paging.ts";
import {
  findWithWords,
  rangesOfSearch,
  searchList,
  withoutLeadingSigns,
  type SearchedWords,
  type WordRange,
} from "../../database/search-list.ts";
import { toPerson } from "../../auth/invitations.ts";
import { fromRow } from "../../database/rows.ts";
import { formatTicketNumber } from "../../conversations/hand-off/ticket-number.ts";

/** The tickets of one organization with what `toTicket` needs. */
export function selectTickets(trx: Transaction, organizationId: string) {
  return trx
    .selectFrom("tickets")
    .leftJoin("users", "users.id", "tickets.assigned_to")
    .leftJoin("conversations as conversation", inTenant("conversation.id", "tickets.conversation_id"))
    .selectAll("tickets")
    .select(["conversation.channel", "users.first_name", "users.last_name", "users.email"])
    .where("tickets.organization_id", "=", organizationId);
}
type TicketRow = Awaited<ReturnType<ReturnType<typeof selectTickets>["execute"]>>[number];

export const toTicket = (row: TicketRow): Ticket =>
  fromRow(Ticket, {
    ...row,
    ticket_number: formatTicketNumber(row.number),
    assignee: toPerson(row.assigned_to, row),
    session_id: row.conversation_id,
  });

/** Tickets by number, newest first; the cursor is the number of the last one. */
export async function listTickets(
  trx: Transaction,
  { limit, cursor, search, ...conditions }: TicketListQuery & { organizationId: string },
): Promise<Page<Ticket>> {
  const words = rangesOfSearch(search).flatMap((word) => withoutLeadingSigns(word) ?? []);
  const filter = { ...conditions, words, before: parsePosition(cursor) };
  const numbers = await searchNumbers(trx, filter, limit + 1);
  if (numbers.length === 0) return { rows: [], nextCursor: null };
  const rows = await selectTickets(trx, filter.organizationId)
    .where("tickets.number", "in", numbers)
    .orderBy("tickets.number", "desc")
    .execute();
  return toPage(rows, limit, ({ number }) => String(number), toTicket);
}

type TicketFilter = SearchedWords &
  Pick<TicketListQuery, "status" | "priority" | "category" | "assignedTo"> & { before: number | undefined };

/** The numbers of a filter's tickets, newest first. */
function selectNumbers(trx: Transaction, filter: TicketFilter) {
  const { organizationId, status, priority, category, assignedTo, before } = filter;
  let query = trx
    .selectFrom("tickets")
    .select("number")
    .where("organization_id", "=", organizationId)
    .orderBy("number", "desc");
  if (status !== undefined) query = query.where("status", "=", status);
  if (priority !== undefined) query = query.where("priority", "=", priority);
  if (category !== undefined) query = query.where("category", "=", category);
  if (assignedTo === "unassigned") query = query.where("assigned_to", "is", null);
  else if (assignedTo !== undefined) query = query.where("assigned_to", "=", assignedTo);
  if (before !== undefined) query = query.where("number", "<", before);
  return query;
}

const numbersOf = (rows: { number: number }[]): number[] => rows.map(({ number }) => number);

const searchNumbers = (trx: Transaction, filter: TicketFilter, limit: number) =>
  searchList(trx, filter, limit, {
    newest: async (count) => numbersOf(await selectNumbers(trx, filter).limit(count).execute()),
    keep: async (numbers) => {
      const kept = await findWithWords(trx, "ticket_words", filter, numbers);
      return numbers.filter((number) => kept.has(number));
    },
    byWord: isUnfiltered(filter)
      ? { table: "ticket_words", find: (exact, count) => findByExactWords(trx, filter, exact, count) }
      : undefined,
    findAfter: (before, count) => findByWords(trx, { ...filter, before }, count),
  });

const isUnfiltered = ({ status, priority, category, assignedTo }: TicketFilter): boolean =>
  [status, priority, category, assignedTo].every((filter) => filter === undefined);

async function findByExactWords(
  trx: Transaction,
  { organizationId, before }: TicketFilter,
  words: readonly string[],
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select s.number
    from unnest(${words}::text[]) as searched (word), lateral (
      select w.number from ticket_words w
      where w.organization_id = ${organizationId} and w.word = searched.word collate "C"
        ${before === undefined ? sql`` : sql`and w.number < ${before}`}
      order by w.number desc limit ${limit}
    ) s
    group by s.number order by s.number desc limit ${limit}`.execute(trx);
  return numbersOf(rows);
}

/** A word that occurs in more tickets than this is frequent. */
const maxRareMatches = 1000;

/** The rarest of the words; null if all are frequent. */
async function findRareWord(trx: Transaction, { organizationId, words }: SearchedWords) {
  const counts = words.map(
    ({ from, to }) => sql`(select count(*)::integer from (
      select from ticket_words where organization_id = ${organizationId} and word >= ${from} and word < ${to}
      limit ${maxRareMatches + 1}) counted)`,
  );
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(trx);
  const found = rows[0]?.counts ?? [];
  const min = Math.min(...found);
  return min > maxRareMatches ? null : (words[found.indexOf(min)] ?? null);
}

async function findByWords(trx: Transaction, filter: TicketFilter & { before: number }, limit: number) {
  const { organizationId, words, before } = filter;
  const rare = await findRareWord(trx, filter);
  const matches = ({ from, to }: WordRange) => sql<{ number: number }>`
    select number from ticket_words
    where organization_id = ${organizationId} and word >= ${from} and word < ${to} and number < ${before}`;
  if (rare !== null) {
    const { rows } = await matches(rare).execute(trx);
    const numbers = [...new Set(numbersOf(rows))];
    const kept = [...(await findWithWords(trx, "ticket_words", filter, numbers))];
    if (kept.length === 0) return [];
    return numbersOf(await selectNumbers(trx, filter).where("number", "in", kept).limit(limit).execute());
  }
  // Reads candidates newest first, and no more than the page needs.
  const matching = selectNumbers(trx, filter)
    .where("number", "=", sql<number>`m.number`)
    .offset(0);
  const { rows } = await sql<{ number: number }>`
    with m as materialized (select number from (${sql.join(words.map(matches), sql` intersect `)}) s group by number order by number desc)
    select m.number from m, lateral (${matching}) t limit ${limit}`.execute(trx);
  return numbersOf(rows);
}

/** How many tickets there are, by status. */
export async function countTickets(trx: Transaction, { organizationId }: { organizationId: string }) {
  const rows = await trx
    .selectFrom("counts")
    .select(["part as status", sql<number>`sum(count)::int`.as("count")])
    .where(equals({ organization_id: organizationId, counted: "tickets" }))
    .groupBy("part")
    .execute();
  const summary: TicketSummary = { open: 0, in_progress: 0, resolved: 0, closed: 0, total: 0 };
  for (const { status, count } of rows) {
    summary[TicketStatus.parse(status)] = count;
    summary.total += count;
  }
  return summary;
}
