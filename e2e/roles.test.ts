import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Role } from "../contract/common.ts";
import type { Conversation } from "../contract/inbox.ts";
import type { Ticket } from "../contract/tickets.ts";
import { withTenant } from "../server/database/database.ts";
import { signUp, type Account } from "../test/accounts.ts";
import { uploadDocument } from "../test/documents.ts";
import { fillChannels } from "./channels.ts";
import { leavePolicyPdf } from "./leave-policy.ts";
import { openPage, signIn, startProduct, type Product } from "./product.ts";

let product: Product;
let owner: Account;
let screens: Screen[];
beforeAll(async () => {
  product = await startProduct();
  owner = await signUp(product.server);
  await uploadDocument(owner, { name: "Leave Policy.pdf", bytes: await leavePolicyPdf() });
  await fillChannels(product.server, owner);
  screens = await listScreens();
});
afterAll(() => product.close());

type Kind = "button" | "combobox" | "radio" | "textbox";
/** Who may do something, and what it is done with. */
type Action = [who: "staff" | "management" | "owner", kind: Kind, name: string | RegExp];

interface Screen {
  path: string;
  /** On the page, whoever looks at it, once it is there. */
  sign: string | RegExp;
  actions: Action[];
}

const groups: Record<Action[0], Role[]> = {
  staff: ["owner", "admin", "agent"],
  management: ["owner", "admin"],
  owner: ["owner"],
};

async function listScreens(): Promise<Screen[]> {
  const organization = `/api/organizations/${owner.organizationId}`;
  const [ticket] = (await owner.request("GET", `${organization}/tickets`)).json<Ticket[]>();
  const [conversation] = (await owner.request("GET", `${organization}/conversations`)).json<Conversation[]>();
  await owner.request("POST", `/api/conversations/${conversation?.id}/give-back`, {});
  return [
    {
      path: "/documents",
      sign: "Leave Policy.pdf",
      actions: [
        ["staff", "button", "Upload Document"],
        ["staff", "button", /^Upload a new version/],
        ["management", "button", /^Delete/],
      ],
    },
    {
      path: "/tickets",
      sign: "TKT-0001",
      actions: [
        ["staff", "button", "Create Ticket"],
        ["staff", "combobox", /^Status of/],
      ],
    },
    {
      path: `/tickets/${ticket?.id}`,
      sign: /dented door/,
      actions: [
        ["staff", "textbox", "Reply"],
        ["staff", "button", "Send reply"],
      ],
    },
    {
      path: `/inbox?conversation=${conversation?.id}`,
      sign: "It does, from March on.",
      actions: [["staff", "button", "Take over"]],
    },
    {
      path: "/analytics?tab=answers",
      sign: "Do you mend fridges?",
      actions: [
        ["staff", "button", "New answer"],
        ["staff", "button", /^Change: Do you mend/],
      ],
    },
    {
      path: "/whatsapp",
      sign: /Karoo Trading/,
      actions: [
        ["management", "button", "Create Integration"],
        ["management", "button", /^(Pause|Resume)/],
      ],
    },
    {
      path: "/business-config",
      sign: "Current Configurations",
      actions: [["management", "radio", /^Retail/]],
    },
    {
      path: "/settings?tab=api-keys",
      sign: "API Keys",
      actions: [
        ["management", "button", "Create API Key"],
        ["management", "button", /^Revoke/],
      ],
    },
    {
      path: "/settings?tab=members",
      sign: owner.user.email,
      actions: [
        ["management", "button", "Invite"],
        ["management", "combobox", /^Role of /],
        ["owner", "button", "Rename"],
      ],
    },
  ];
}

async function open(page: Page, { path, sign }: Screen): Promise<void> {
  await page.goto(path);
  await page.getByText(sign).first().waitFor();
}

/** The owner who is there already, or somebody new with the role. */
async function signInAs(role: Role): Promise<Page> {
  const page = await openPage(product);
  if (role === "owner") {
    await signIn(product, page, owner);
    return page;
  }
  const account = await signUp(product.server, { organizationName: null });
  const row = { organization_id: owner.organizationId, user_id: account.user.id, role };
  await withTenant(product.server.context.db, owner.organizationId, (trx) =>
    trx.insertInto("memberships").values(row).execute(),
  );
  await signIn(product, page, account);
  return page;
}

// The server refuses the same: server/auth/access.test.ts.
test.each<Role>(["viewer", "agent", "admin", "owner"])(
  "on every screen the %s is offered what they may do, and nothing else",
  async (role) => {
    const page = await signInAs(role);
    for (const screen of screens) {
      await open(page, screen);
      // What may be done is waited for first: what may not be would be there by then.
      const wanted = screen.actions.toSorted(([a], [b]) => rank(a, role) - rank(b, role));
      for (const [who, kind, name] of wanted) {
        const usable = kind === "combobox" ? { disabled: false } : {};
        const found = page.getByRole(kind, { name, exact: true, ...usable }).first();
        if (groups[who].includes(role)) await found.waitFor({ state: "attached" });
        else expect([screen.path, String(name), await found.count()]).toEqual([screen.path, String(name), 0]);
      }
    }
    await page.context().close();
  },
);

const rank = (who: Action[0], role: Role): number => (groups[who].includes(role) ? 0 : 1);
