import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../../test/accounts.ts";
import { startSmtpServer, type TestSmtpServer } from "../../../test/smtp.ts";
import type { Ticket } from "../../../contract/tickets.ts";
import {
  newCustomer,
  startBusiness,
  startWhatsappServer,
  type WhatsappServer,
} from "../../../test/whatsapp.ts";

let server: WhatsappServer;
let smtp: TestSmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
  const environment = { SMTP_URL: smtp.url, MAIL_FROM: "Acme <help@example.org>" };
  server = await startWhatsappServer({ environment });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

test("replies on WhatsApp and asks for a rating of the ticket once", async () => {
  const business = await startBusiness(server);
  const { account } = business;
  const customer = newCustomer();
  await business.says(customer, "I want to talk to a person");
  await server.graph.waitFor(customer.waId, 1);
  const tickets = (await account.request("GET", `/api/organizations/${account.organizationId}/tickets`)).json<
    Ticket[]
  >();
  expect(tickets).toHaveLength(1);
  const reply = { kind: "reply", content: "We can mend it, bring it along." };
  const replied = await account.request("POST", `/api/tickets/${tickets[0]?.id}/messages`, reply);
  expect(replied.statusCode).toBe(201);
  expect((await server.graph.waitFor(customer.waId, 2)).at(-1)?.text).toBe(reply.content);
  const resolve = (status: string) =>
    account.request("PUT", `/api/tickets/${tickets[0]?.id}/status`, { status });
  for (const status of ["resolved", "open", "resolved"]) expect((await resolve(status)).statusCode).toBe(200);
  const said = await server.graph.waitFor(customer.waId, 3);
  expect(said.at(-1)?.text).toBe("How was this conversation?");
  await business.says(customer, "Hello again");
  expect((await server.graph.waitFor(customer.waId, 4)).map(({ text }) => text)).toHaveLength(4);
  const inbox = `/api/organizations/${account.organizationId}/conversations/summary`;
  expect((await account.request("GET", inbox)).json<{ waiting: number }>().waiting).toBe(0);
});

test("emails a rating link once to a customer with an address", async () => {
  const account = await signUp(server);
  const form = { title: "The zip is broken", customerEmail: "naledi@example.org" };
  const url = `/api/organizations/${account.organizationId}/tickets`;
  const { id } = (await account.request("POST", url, form)).json<{ id: string }>();
  for (const status of ["resolved", "open", "resolved"]) {
    await account.request("PUT", `/api/tickets/${id}/status`, { status });
  }
  const { text } = await smtp.mailTo("naledi@example.org");
  const token = /\/rate\/([\w-]+)/.exec(text)?.[1] ?? "";
  const invitation = await server.app.inject({ url: `/api/feedback/${token}` });
  expect(invitation.json()).toMatchObject({ source: "ticket", ticketNumber: "TKT-0001", given: null });
  expect(smtp.offered.filter((address) => address === "naledi@example.org")).toHaveLength(1);
});
