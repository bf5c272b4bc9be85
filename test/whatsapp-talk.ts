import { administer } from "./database-server.ts";
import type { Fault } from "./fake-graph-api/graph-api.ts";
import { envelope, statusOf } from "./fake-graph-api/webhook.ts";
import { eventually, newCustomer, startBusiness, type WhatsappServer } from "./whatsapp.ts";

/** A business with one customer, and functions to follow their messages. Independent of other tests on the server. */
export async function startTalk(server: WhatsappServer) {
  const business = await startBusiness(server);
  const customer = newCustomer();
  const { organizationId } = business.account;
  const outbox = () =>
    business.rows((trx) => trx.selectFrom("outbox").selectAll().orderBy("position").execute());
  return {
    business,
    customer,
    outbox,
    /** The only message of the business, once it is in one of these states. */
    inState: (...states: string[]) =>
      eventually(async () => {
        const [row] = await outbox();
        return row !== undefined && states.includes(row.state) && row;
      }),
    says: (content: string) => business.says(customer, content),
    misbehave: (fault: Fault) => server.graph.misbehave(fault, customer.waId),
    reached: () => server.graph.delivered.filter(({ to }) => to === customer.waId),
    waitUntilReached: (count: number) => server.graph.waitFor(customer.waId, count),
    attemptsAt: () =>
      server.graph.calls.filter(
        ({ body }) => (body as { to?: string }).to === customer.waId && "type" in (body as object),
      ),
    status: (wamid: string, name: string, options = {}) =>
      business.deliver(
        envelope(business.integration.phoneNumberId, { statuses: [statusOf(wamid, name, options)] }),
      ),
    /** Makes delayed jobs due now. */
    hurry: () =>
      administer(
        server.databaseUrl,
        `update pgboss.job set start_after = now()
         where name like 'whatsapp.%' and state < 'active' and data->>'organizationId' = '${organizationId}'`,
      ),
    setNextAttempt: (at: Date) =>
      business.rows((trx) =>
        trx.updateTable("outbox").set({ next_attempt_at: at }).where("state", "=", "waiting").execute(),
      ),
  };
}
