import { setTimeout as delay } from "node:timers/promises";
import { GoldenQuestion } from "../contract/golden-questions.ts";
import type { Account } from "../test/accounts.ts";
import { addWordDocument } from "../test/documents.ts";

const returnsOf = (days: number): string[] => [
  `Customers may return unworn shoes within ${days} days of the purchase.`,
  "The refund for returned shoes is paid within 5 working days.",
];

/** Adds a golden question and a new version that breaks it, which is therefore held. */
export async function holdVersion(account: Account): Promise<void> {
  const url = `/api/organizations/${account.organizationId}/golden-questions`;
  await addWordDocument(account, "Returns.docx", returnsOf(30), "external");
  await account.request("POST", url, {
    type: "external",
    question: "Within how many days may customers return unworn shoes?",
    mustHold: ["30 days", "a_phrase_that_nobody_could_ever_break_into_two_lines | days"],
    mustNotHold: ["45"],
  });
  for (;;) {
    const [golden] = GoldenQuestion.array().parse((await account.request("GET", url)).json());
    if (golden?.result?.holds) break;
    await delay(50);
  }
  await addWordDocument(account, "Returns.docx", returnsOf(45), "external");
}
