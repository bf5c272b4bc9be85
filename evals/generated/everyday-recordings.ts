import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { chunk } from "../../server/ingestion/chunk/chunk.ts";
import { prepareTables } from "../../server/ingestion/tables/prepare-tables.ts";
import { decodeTable } from "../../server/ingestion/tables/stored-table.ts";
import type { RetrievedPassage } from "../../server/retrieval/passage.ts";
import type { RetrievedTable } from "../../server/answering/tables/retrieved-table.ts";
import { readEverydayOrganization, type EverydayOrganization } from "../everyday/organizations.ts";
import { toPassage, toRecording, type Recording } from "./recordings.ts";

/** `develop`: used to fit the claim judge, and their errors were read. `fresh`: used for measurement only. */
export type RecordingSet = "develop" | "fresh";

/** The recorded output of a language model for a question of evals/everyday, and the passages in its prompt. */
interface Row {
  organization: string;
  question: string;
  output: string;
  /** Document, ordinal that the chunk had, and the first eight characters of the SHA-256 of its text. */
  passages: [document: string, ordinal: number, hash: string][];
}

const organizations = new URL("../everyday/organizations/", import.meta.url).pathname;

/**
 * Recorded answers of a large language model to questions of evals/everyday, with the passages read again from the
 * documents by the product's reader. Those of which a passage has changed since are left out: a model's answer is judged by
 * what it read.
 */
export async function readEverydayRecordings(
  set: RecordingSet,
): Promise<{ recordings: Recording[]; changed: number }> {
  const file = new URL(`recordings/${set}.jsonl`, import.meta.url);
  const rows = readFileSync(file, "utf8").trimEnd().split("\n");
  const byOrganization = Map.groupBy(
    rows.map((line) => JSON.parse(line) as Row),
    ({ organization }) => organization,
  );
  const recordings: Recording[] = [];
  for (const [name, own] of byOrganization) {
    const organization = await readEverydayOrganization(organizations + name);
    const documents = prepareDocuments(organization);
    recordings.push(...own.flatMap((row) => read(row, organization, documents) ?? []));
  }
  return { recordings, changed: rows.length - recordings.length };
}

type Documents = ReturnType<typeof prepareDocuments>;

function prepareDocuments({ documents }: EverydayOrganization) {
  return new Map(
    documents.map(({ name, content }) => {
      const chunks = chunk(content);
      const byHash = new Map(chunks.map((each, ordinal) => [hashOf(each.text), { ...each, ordinal }]));
      return [name, { byHash, tables: prepareTables(content, chunks) }] as const;
    }),
  );
}

/** Null if a passage has changed since. */
function read(row: Row, { questions }: EverydayOrganization, documents: Documents): Recording | null {
  const asked = questions.find(({ id }) => id === row.question);
  if (asked === undefined) throw new Error(`${row.organization} has no question ${row.question}`);
  const passages = row.passages.flatMap((passage, at) => readPassage(passage, at, documents) ?? []);
  if (passages.length < row.passages.length) return null;
  const tables = passages.flatMap((passage, at) => tablesOf(passage, at, documents));
  const recorded = { ...asked, id: `${row.organization}/${row.question}`, organization: row.organization };
  return toRecording({ ...recorded, output: row.output }, { passages, tables });
}

function readPassage(
  [document, , hash]: Row["passages"][number],
  at: number,
  documents: Documents,
): RetrievedPassage | null {
  const found = documents.get(document)?.byHash.get(hash);
  if (found === undefined) return null;
  const { text, spans, headingPath, sections, ordinal } = found;
  return {
    ...toPassage([document, ...headingPath].join(" > "), text, at),
    ordinal,
    spans,
    headingPath,
    sections,
  };
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** The typed tables that a passage shows. */
function tablesOf(
  { documentId, documentName, versionId, version, language, ordinal }: RetrievedPassage,
  passage: number,
  documents: Documents,
): RetrievedTable[] {
  const tables = documents.get(documentName)?.tables ?? [];
  return tables.flatMap(({ firstOrdinal, lastOrdinal, content }, number) => {
    if (ordinal < firstOrdinal || ordinal > lastOrdinal) return [];
    const table = decodeTable(content);
    return [
      {
        documentId,
        documentName,
        versionId,
        version,
        number,
        language,
        passage,
        passageScore: 1,
        table,
        definitions: [],
      },
    ];
  });
}
