import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Audience } from "../../contract/common.ts";
import { startTestDatabase, type TestDatabase } from "../../test/database.ts";
import { removeVersion, TestCollection } from "../../test/collection.ts";
import { withTenant } from "../database/database.ts";
import { workOfTransaction } from "../database/unit-of-work.ts";
import { openIndexes, type IndexReader } from "./index-reader.ts";
import { openWordRetrieval } from "./retrieve.ts";

let database: TestDatabase;
let collection: TestCollection;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  collection = await TestCollection.create(database.db);
});

const leave = "Full-time employees receive eighteen working days of annual leave in each cycle.";
const parking = "Visitors park their cars behind the warehouse and sign in at the gate.";
const salary = "The remuneration of part-time employees is transferred on the last Friday of the month.";

describe("who may find what", () => {
  test("finds and counts no passage of another organization", async () => {
    const other = await TestCollection.create(database.db);
    await other.add("Leave.docx", leave);
    await collection.add("Parking.docx", parking);
    const found = await collection.ask("How many days of annual leave?");
    expect(found.passages).toEqual([]);
    expect(found.chunkCount).toBe(1);
    for (const term of found.terms) expect(term.chunkFrequency).toBe(0);
  });

  test("finds no passage of the other audience, even in a document of the same name", async () => {
    await collection.add("Rules.docx", leave, "internal");
    await collection.add("Rules.docx", parking, "external");
    expect(await collection.find("annual leave days", "external")).toEqual([]);
    expect(await collection.find("annual leave days", "internal")).toEqual([leave]);
  });
});

test("a deleted document is not found, although its postings were cached", async () => {
  const { organizationId } = collection;
  await collection.add("Leave.docx", leave);
  const openIndex = openIndexes();
  const foundBy = (reader: IndexReader) => reader.matches(["4711"]);
  const of = { organizationId, audience: "internal" } as const;
  const { versionId } = await withTenant(database.db, organizationId, async (trx) => {
    const reader = await openIndex(trx, of, false);
    // The only document in its language, so that the collection's state changes.
    const added = await collection.add(
      "Code.docx",
      "Der Schlüssel zum Lager liegt unter der Nummer 4711 bereit.",
    );
    expect((await foundBy(reader)).get("4711")?.ids).toHaveLength(1);
    return added;
  });
  await withTenant(database.db, organizationId, (trx) => removeVersion(trx, { organizationId, versionId }));
  await withTenant(database.db, organizationId, async (trx) => {
    const reader = await openIndex(trx, of, false);
    expect((await foundBy(reader)).get("4711")?.ids).toHaveLength(0);
  });
});

test("results are cached for the same question until a document is added or removed", async () => {
  const other = await TestCollection.create(database.db);
  const { versionId } = await collection.add("Leave.docx", leave);
  await other.add("Salary.docx", salary);
  const retrieve = openWordRetrieval();
  const ask = ({ organizationId }: TestCollection, audience: Audience = "internal") =>
    withTenant(database.db, organizationId, (trx) =>
      retrieve(workOfTransaction(trx), { organizationId, audience, question: "days of employees", limit: 5 }),
    );
  const textsFor = async (asking: TestCollection, audience?: Audience) =>
    (await ask(asking, audience)).passages.map(({ text }) => text);
  const first = await ask(collection);
  expect(first.passages.map(({ text }) => text)).toEqual([leave]);
  expect(await ask(collection)).toBe(first);
  expect(await textsFor(collection, "external")).toEqual([]);
  expect(await textsFor(other)).toEqual([salary]);
  await collection.add("Salary.docx", salary);
  expect((await textsFor(collection)).toSorted()).toEqual([leave, salary]);
  const { organizationId } = collection;
  await withTenant(database.db, organizationId, (trx) => removeVersion(trx, { organizationId, versionId }));
  expect(await textsFor(collection)).toEqual([salary]);
});

describe("a question is understood", () => {
  beforeEach(async () => {
    await collection.add("Leave.docx", leave);
    await collection.add("Parking.docx", parking);
    await collection.add("Salaries.docx", salary);
  });

  test.each([
    ["in other forms of its words", "Where does a visitor park a car?", parking],
    ["with typing errors", "anual leeve for emplyees", leave],
    ["with chat spellings", "theres a fri in each mnth", salary],
    ["with misspelt little words", "wher shuld vistors park", parking],
    ["in other words", "When do we get our wages?", salary],
    ["by the name of the document", "salaries", salary],
    ["in capitals and with odd punctuation", "ANNUAL-LEAVE???", leave],
  ])("%s", async (_, question, expected) => {
    const [best] = await collection.find(question);
    expect(best).toBe(expected);
  });

  test("returns the correction of a misspelt word", async () => {
    const { terms } = await collection.ask("warehuose");
    expect(terms).toMatchObject([{ word: "warehuose", correction: "warehous" }]);
  });

  test("takes no other English word for a misspelling", async () => {
    const { terms } = await collection.ask("part of the cold leaf for employes");
    expect(terms).toMatchObject([
      { word: "part", correction: null },
      { word: "cold", correction: null },
      { word: "leaf", correction: null },
      { word: "employes", correction: "employe" },
    ]);
  });

  test("returns the unknown words of a question", async () => {
    const { terms, totalIdf } = await collection.ask("annual leave on Jupiter");
    const unknown = terms.find((term) => term.word === "jupiter");
    expect(unknown).toMatchObject({ chunkFrequency: 0, correction: null });
    expect(totalIdf).toBeCloseTo(terms.reduce((sum, term) => sum + term.idf, 0));
  });
});

describe("compounds, codes and numbers", () => {
  test.each([
    ["email", "Send an e-mail to the help desk."],
    ["e-mail", "Send an email to the help desk."],
    ["health care", "The healthcare plan covers dentists."],
    ["healthcare", "The plan for health and care covers dentists."],
    ["AB1234", "The item AB-1234 is out of stock."],
    ["ab-1234", "The item AB1234 is out of stock."],
    ["R1299", "The price of the item is R 1 299,00 with tax."],
    ["1,299.00", "The price of the item is R1299 with tax."],
    ["clause 4.2.1", "See clause 4.2.1 for the notice."],
    ["9kg", "Cylinders of 9 kg are swopped on Saturdays."],
    ["9 kg", "The 9kg cylinder is swopped on Saturdays."],
  ])("%s finds: %s", async (question, text) => {
    await collection.add("Facts.docx", text);
    await collection.add("Parking.docx", parking);
    expect((await collection.find(question))[0]).toBe(text);
  });
});

describe("languages of one organization", () => {
  const german =
    "Die Beschäftigten erhalten dreißig Urlaubstage, und der Jahresurlaub ist bis zum Ende des Jahres zu nehmen. Der Urlaub wird beim Vorgesetzten beantragt.";
  const french =
    "Les salariés ont droit à vingt-cinq jours de congés payés par an, et l'employeur fixe la période des congés.";
  const afrikaans =
    "Die werknemer moet sy verlofaansoek by die bestuurder indien. Die verlofbeleid is op alle werknemers van toepassing en word jaarliks hersien.";
  const portuguese =
    "Os trabalhadores têm direito a vinte e dois dias de férias por ano, e as férias são marcadas pelo empregador.";
  const thai = "พนักงานมีสิทธิลาพักร้อนสิบวันต่อปี";
  const japanese = "従業員は年に二十日の有給休暇を取得できます。";

  beforeEach(async () => {
    await collection.add("Urlaub.docx", german);
    await collection.add("Congés.docx", french);
    await collection.add("Verlof.docx", afrikaans);
    await collection.add("Férias.docx", portuguese);
    await collection.add("Thai.docx", thai);
    await collection.add("Japanese.docx", japanese);
    await collection.add("Leave.docx", leave);
  });

  test.each([
    ["Wie beantrage ich Urlaub?", german],
    ["Beschaeftigte Jahresurlaub", german],
    ["Quels congés pour un salarié ?", french],
    ["conges payes", french],
    ["Hoe dien ek verlof aansoek in?", afrikaans],
    ["Wat is die beleid oor verlof?", afrikaans],
    ["Quantos dias de ferias tem o trabalhador?", portuguese],
    ["ลาพักร้อน", thai],
    ["有給休暇", japanese],
    ["How much annual leave do employees have?", leave],
  ])("%s", async (question, expected) => {
    expect((await collection.find(question))[0]).toBe(expected);
  });
});

describe("a passage", () => {
  test("returns a passage verbatim, with its headings and matches", async () => {
    await collection.add("Handbook.docx", `# Handbook\n## Annual leave\n${leave}\n## Parking\n${parking}`);
    const { passages, terms } = await collection.ask("How many days of annual leave?");
    const [passage] = passages;
    expect(passage?.text).toContain(leave);
    expect(passage?.headingPath).toEqual(["Handbook", "Annual leave"]);
    for (const { start, end, at } of passage?.spans ?? [])
      expect(passage?.text.slice(at, at + end - start)).toHaveLength(end - start);
    const annual = passage?.matches.find((match) => terms[match.term]?.word === "annual");
    expect(annual).toMatchObject({ frequency: 1, inHeading: true });
    expect(passage?.features.coverage).toBeGreaterThan(0.9);
    expect(passage?.features.proximity).toBeGreaterThan(0.5);
  });

  test("ranks a passage under a matching heading above one that only mentions it", async () => {
    const body = "It is granted by the manager on written request and lasts for as long as both agree.";
    await collection.add("A.docx", `# Sabbatical\n${body}`);
    await collection.add(
      "B.docx",
      `# Travel\nA sabbatical is no business travel, and nothing is reimbursed while it lasts.`,
    );
    const [best] = (await collection.ask("sabbatical")).passages;
    expect(best?.documentName).toBe("A.docx");
  });

  test("ranks a passage with the words side by side first", async () => {
    const apart =
      "Sick employees tell the office. In winter a note on leave of the board is put up at the gate.";
    const together =
      "Employees on sick leave tell the office. In winter a note of the board is put up at the gate.";
    await collection.add("A.docx", apart);
    await collection.add("B.docx", together);
    expect((await collection.find("sick leave"))[0]).toBe(together);
  });
});

describe("unusual input", () => {
  test.each([
    ["nothing", ""],
    ["spaces", "   \n\t "],
    ["only stop words", "what is the of and to"],
    ["emoji", "😀🎉👩‍👩‍👧‍👦🇿🇦"],
    ["control characters", "\u0000\u0001\u001b[31m annual \u0000leave\u0007"],
    ["lone surrogates", "\ud800 leave \udfff"],
    ["a wall of one letter", "a".repeat(4_000)],
    [
      "four thousand characters of words",
      Array.from({ length: 600 }, (_, n) => `word${n}`)
        .join(" ")
        .slice(0, 4_000),
    ],
    ["SQL", "'; drop table postings; --"],
    ["regular expressions", "(((([a-z]+)*)+)+$ \\p{L}"],
    ["right-to-left text", "سياسة الإجازات السنوية"],
    ["zalgo", "l\u0316\u0317\u0318\u0319e\u031a\u031ba\u031cv\u031de\u031e"],
  ])("%s is answered without an error", async (_, question) => {
    await collection.add("Leave.docx", leave);
    const { passages, terms } = await collection.ask(question);
    for (const { score, features } of passages) {
      expect(Number.isFinite(score)).toBe(true);
      for (const value of Object.values(features)) expect(Number.isFinite(value)).toBe(true);
    }
    expect(terms.length).toBeLessThanOrEqual(40);
  });

  test("an organization without documents finds nothing", async () => {
    expect(await collection.ask("annual leave")).toEqual({
      passages: [],
      terms: [],
      chunkCount: 0,
      totalIdf: 0,
    });
  });

  test("a document with NUL and lone surrogates is indexed", async () => {
    await collection.add("Odd.docx", "The \u0000 secret \ud800 password is rosebud.");
    expect(await collection.find("rosebud")).toHaveLength(1);
  });
});
