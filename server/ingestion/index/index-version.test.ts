import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { removeVersion, TestCollection } from "../../../test/collection.ts";
import { openDatabase, withTenant, type Database } from "../../database/database.ts";

let database: TestDatabase;
/** Sees every row of every organization. */
let owner: Database;
let collection: TestCollection;
beforeAll(async () => {
  database = await startTestDatabase();
  owner = openDatabase(database.url, { max: 2, role: null });
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});
beforeEach(async () => {
  collection = await TestCollection.create(database.db);
});

/** Rows of this collection's organization in every table of the index. */
async function rowsLeft(): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::integer from index_versions where organization_id = ${collection.organizationId}) as index_versions,
      (select count(*)::integer from chunks where organization_id = ${collection.organizationId}) as chunks,
      (select count(*)::integer from postings where organization_id = ${collection.organizationId}) as postings,
      (select coalesce(sum(versions), 0)::integer from vocabulary where organization_id = ${collection.organizationId}) as counted,
      (select coalesce(sum(versions), 0)::integer from collection_statistics where organization_id = ${collection.organizationId}) as summed_versions,
      (select coalesce(sum(chunk_count), 0)::integer from collection_statistics where organization_id = ${collection.organizationId}) as summed_chunks
  `.execute(owner);
  return rows[0] ?? {};
}
const none = { index_versions: 0, chunks: 0, postings: 0, counted: 0, summed_versions: 0, summed_chunks: 0 };

const oldText = "Employees receive fifteen days of annual leave.";
const newText = "Employees receive twenty days of annual leave.";
const question = "How many days of annual leave?";

describe("a new version", () => {
  test("replaces the previous version's index", async () => {
    const { id } = await collection.add("Leave.docx", oldText);
    const before = await rowsLeft();
    const second = await collection.createVersion(id, 2);
    expect(await collection.find(question)).toEqual([oldText]);
    expect(await collection.index({ id, name: "Leave.docx" }, second, newText)).toBe(true);
    expect(await collection.find(question)).toEqual([newText]);
    expect(await rowsLeft()).toEqual(before);
    const [passage] = (await collection.ask(question)).passages;
    expect(passage).toMatchObject({
      documentId: id,
      versionId: second,
      version: 2,
      documentName: "Leave.docx",
    });
  });

  test("is found at once, and no longer once removed, despite the caches", async () => {
    const { organizationId } = collection;
    const stranger = await TestCollection.create(collection.db);
    await stranger.add("Leave.docx", "Strangers receive one day of annual leave.");
    const { id } = await collection.add("Leave.docx", oldText);
    const seen = async () => [
      await collection.find(question),
      await collection.find(question, "external"),
      await stranger.find(question),
    ];
    const others = [[], ["Strangers receive one day of annual leave."]];
    expect(await seen()).toEqual([[oldText], ...others]);
    const versionId = await collection.createVersion(id, 2);
    await collection.index({ id, name: "Leave.docx" }, versionId, newText);
    expect(await seen()).toEqual([[newText], ...others]);
    await withTenant(collection.db, organizationId, (trx) =>
      removeVersion(trx, { organizationId, versionId }),
    );
    expect(await seen()).toEqual([[], ...others]);
  });

  test("changes nothing when its transaction fails", async () => {
    const { id, versionId } = await collection.add("Leave.docx", oldText);
    const { organizationId } = collection;
    const failing = withTenant(collection.db, organizationId, async (trx) => {
      await removeVersion(trx, { organizationId, versionId });
      throw new Error("disk full");
    });
    await expect(failing).rejects.toThrow("disk full");
    expect((await collection.ask(question)).passages).toMatchObject([{ documentId: id, text: oldText }]);
  });

  test("does not replace a newer one that was completed earlier", async () => {
    const { id } = await collection.add("Leave.docx", "Employees receive ten days of annual leave.");
    const second = await collection.createVersion(id, 2);
    const third = await collection.createVersion(id, 3);
    await collection.index({ id, name: "Leave.docx" }, third, newText);
    expect(await collection.index({ id, name: "Leave.docx" }, second, oldText)).toBe(false);
    expect(await collection.find(question)).toEqual([newText]);
  });

  test("is stored once if it is indexed twice", async () => {
    const { id, versionId } = await collection.add("Leave.docx", oldText);
    const before = await rowsLeft();
    await collection.index({ id, name: "Leave.docx" }, versionId, oldText);
    expect(await rowsLeft()).toEqual(before);
  });
});

describe("nothing is left in any table of the index", () => {
  test("when a version is removed", async () => {
    const { versionId } = await collection.add("Leave.docx", oldText);
    const { organizationId } = collection;
    await withTenant(collection.db, organizationId, (trx) =>
      removeVersion(trx, { organizationId, versionId }),
    );
    expect(await rowsLeft()).toEqual(none);
    expect(await collection.find(question)).toEqual([]);
  });

  test("when the document is deleted", async () => {
    const { id } = await collection.add("Leave.docx", oldText);
    await withTenant(collection.db, collection.organizationId, (trx) =>
      trx.deleteFrom("documents").where("id", "=", id).execute(),
    );
    expect(await rowsLeft()).toEqual(none);
  });

  test("when the organization is deleted, outside any tenant's transaction", async () => {
    await collection.add("Leave.docx", oldText);
    await owner.deleteFrom("organizations").where("id", "=", collection.organizationId).execute();
    expect(await rowsLeft()).toEqual(none);
  });
});

describe("concurrent indexing", () => {
  test("indexes many documents of one organization without deadlock", async () => {
    const words = ["leave", "salary", "travel", "pension", "training", "notice", "bonus", "laptop"];
    const textOf = (word: string, version: number) =>
      words.map((other) => `The ${word} rule in version ${version} also mentions ${other}.`).join("\n");
    const documents = await Promise.all(
      words.map(async (word) => ({
        word,
        name: `${word}.docx`,
        id: await collection.createDocument(`${word}.docx`),
      })),
    );
    await Promise.all(
      documents.flatMap((document) =>
        [1, 2, 3].map(async (version) => {
          const versionId = await collection.createVersion(document.id, version);
          await collection.index(document, versionId, textOf(document.word, version));
        }),
      ),
    );
    for (const { id } of documents) {
      const found = (await collection.ask("version 3 rule mentions", "internal", 50)).passages.filter(
        (passage) => passage.documentId === id,
      );
      expect(new Set(found.map((passage) => passage.version))).toEqual(new Set([3]));
    }
    const rows = await rowsLeft();
    expect(rows["counted"]).toBe(rows["postings"]);
    expect(rows["summed_versions"]).toBe(rows["index_versions"]);
    expect(rows["summed_chunks"]).toBe(rows["chunks"]);
  });
});
