import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { openDatabase, withTenant, type Database } from "../../server/database/database.ts";
import { finishVersion } from "../../server/ingestion/versions/finish-version.ts";
import type { PreparedDocument } from "../../server/ingestion/prepare/prepare-document.ts";
import type { Context } from "../../server/context.ts";
import { chunksOfDocument } from "./invented-document.ts";

/** An organization to create, with about this many chunks. */
export interface WantedOrganization {
  id: string;
  chunks: number;
}

/** So many organizations are filled simultaneously. */
const connections = 2;

/** Tables whose row-level security must not apply to the owner while they are filled. */
const filled = [
  "organizations",
  "documents",
  "document_words",
  "document_versions",
  "index_versions",
  "chunks",
  "postings",
  "vocabulary",
  "collection_statistics",
  "counts",
];

/**
 * Copies documents that the product has indexed into organizations, by SQL, with every ninth word changed in each copy.
 * A million chunks take minutes this way; the product would take hours.
 */
export async function makeOrganizations(
  context: Context,
  databaseUrl: string,
  { documents, wanted }: { documents: PreparedDocument[]; wanted: WantedOrganization[] },
): Promise<void> {
  const template = await indexTemplate(context, documents);
  const owner = openDatabase(databaseUrl, { role: null, max: connections });
  try {
    for (const table of filled)
      await sql.raw(`alter table ${table} no force row level security`).execute(owner);
    await prepareCopying(owner, template);
    await sql`delete from organizations where id = ${template}`.execute(owner);
    await withoutKeys(owner, async () => {
      const left = [...wanted];
      const copy = async (): Promise<void> => {
        for (let next = left.pop(); next !== undefined; next = left.pop())
          await copyInto(owner, next, documents.length);
      };
      await Promise.all(Array.from({ length: connections }, copy));
    });
    await sql`drop schema bench cascade`.execute(owner);
    for (const table of filled) await sql.raw(`alter table ${table} force row level security`).execute(owner);
    await sql`vacuum analyze`.execute(owner);
  } finally {
    await owner.destroy();
  }
}

/** Creates the keys of the large tables once at the end, which is many times faster than row by row. */
async function withoutKeys(owner: Database, fill: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where conrelid in ('postings'::regclass, 'vocabulary'::regclass, 'chunks'::regclass) and contype in ('p', 'f')
    order by contype desc
  `.execute(owner);
  // Foreign keys refer to primary keys, so they are dropped first and created last.
  for (const { table, name } of rows.toReversed())
    await sql.raw(`alter table ${table} drop constraint ${name}`).execute(owner);
  await fill();
  for (const { table, name, definition } of rows)
    await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(owner);
}

async function indexTemplate(context: Context, documents: PreparedDocument[]): Promise<string> {
  const organizationId = randomUUID();
  await context.db.insertInto("organizations").values({ id: organizationId, name: "Template" }).execute();
  for (const [index, document] of documents.entries()) {
    const name = `Template ${index + 1}.pdf`;
    const documentId = await addDocument(context.db, organizationId, name);
    await addVersion(context, { organizationId, documentId, name }, 1, document);
  }
  return organizationId;
}

/** Adds a document without versions. Returns its id. */
export async function addDocument(db: Database, organizationId: string, name: string): Promise<string> {
  const id = randomUUID();
  const row = { id, organization_id: organizationId, audience: "internal", name, newest_version: 0 };
  await withTenant(db, organizationId, (trx) => trx.insertInto("documents").values(row).execute());
  return id;
}

/** Makes `prepared` the next version of the document, as the job of an upload does after reading the file. */
export async function addVersion(
  { db, events }: Pick<Context, "db" | "events">,
  { organizationId, documentId, name }: { organizationId: string; documentId: string; name: string },
  version: number,
  prepared: PreparedDocument,
): Promise<void> {
  const versionId = randomUUID();
  await withTenant(db, organizationId, async (trx) => {
    const row = {
      id: versionId,
      organization_id: organizationId,
      document_id: documentId,
      version,
      file_type: "pdf",
      file_size: 1,
      storage_key: versionId,
      sha256: Buffer.alloc(32),
    };
    await trx.insertInto("document_versions").values(row).execute();
    await trx
      .updateTable("documents")
      .set({ newest_version: version })
      .where("organization_id", "=", organizationId)
      .where("id", "=", documentId)
      .execute();
  });
  const waiting = {
    storageKey: versionId,
    fileType: "pdf",
    audience: "internal",
    documentName: name,
  } as const;
  await finishVersion(
    { db, events, vectors: undefined },
    { organizationId, documentId, versionId },
    waiting,
    prepared,
  );
}

/** Numbers the template's versions; `encodeSegment` shows how a row of postings begins. */
async function prepareCopying(owner: Database, template: string): Promise<void> {
  await sql
    .raw(`
    create schema bench;
    create function bench.varint(number integer) returns bytea immutable language plpgsql as $$
    declare
      bytes bytea := '';
      rest integer := number;
    begin
      while rest >= 128 loop
        bytes := bytes || set_byte('\\x00', 0, (rest & 127) | 128);
        rest := rest >> 7;
      end loop;
      return bytes || set_byte('\\x00', 0, rest);
    end $$;
    create function bench.changed(term text, salt integer) returns text immutable language sql as $$
      select case when length(term) > 3 and hashtext(term || salt) % 9 = 0 then term || salt else term end
    $$;
  `)
    .execute(owner);
  await sql`
    create table bench.template as
      select row_number() over (order by segment) - 1 as number, organization_id, audience, segment,
        document_name, language, chunk_count, length, terms, length(bench.varint(segment)) as prefix_length
      from index_versions where organization_id = ${sql.lit(template)}
  `.execute(owner);
  await sql`
    create table bench.chunks as select * from chunks where organization_id = ${sql.lit(template)}
  `.execute(owner);
  await sql`
    create table bench.postings as
      select segment, postings.audience, term, substr(postings, prefix_length + 1) as rest
      from postings join bench.template using (organization_id, segment)
      where postings.organization_id = ${sql.lit(template)}
  `.execute(owner);
  await sql`create index on bench.postings (segment); create index on bench.chunks (segment); analyze`.execute(
    owner,
  );
}

async function copyInto(owner: Database, organization: WantedOrganization, templates: number): Promise<void> {
  const copies = Math.max(1, Math.round(organization.chunks / chunksOfDocument));
  await owner.transaction().execute(async (trx) => {
    const id = sql.lit(organization.id);
    await sql`
      insert into organizations (id, name) values (${id}, 'Bench') on conflict (id) do nothing
    `.execute(trx);
    await sql`
      create temporary table copies on commit drop as
        select template.*, number_of_copy / ${sql.lit(templates)}::integer as salt,
          gen_random_uuid() as new_document, gen_random_uuid() as new_version,
          'Copy ' || number_of_copy || '.pdf' as new_name,
          nextval(pg_get_serial_sequence('index_versions', 'segment'))::integer as new_segment
        from generate_series(0, ${sql.lit(copies)}::integer - 1) number_of_copy
        join bench.template on template.number = number_of_copy % ${sql.lit(templates)}::integer
    `.execute(trx);
    await sql`
      insert into documents (id, organization_id, audience, name, answering_version_id, search_text)
      select new_document, ${id}, audience, new_name, new_version, lower(new_name) from copies
    `.execute(trx);
    await sql`
      insert into document_versions (id, organization_id, document_id, version, file_type, file_size, status,
        storage_key, sha256, language)
      select new_version, ${id}, new_document, 1, 'pdf', 1, 'completed', 'none', '\\x00', language from copies
    `.execute(trx);
    await sql`
      insert into index_versions (organization_id, audience, segment, document_id, document_name, version_id,
        version, language, chunk_count, length, terms)
      overriding system value
      select ${id}, audience, new_segment, new_document, new_name, new_version, 1, language, chunk_count, length,
        array(select bench.changed(term, salt) from unnest(terms) term)
      from copies
    `.execute(trx);
    await sql`
      insert into chunks (organization_id, segment, ordinal, text, spans, heading_path)
      select ${id}, new_segment, ordinal, text, spans, heading_path
      from copies join bench.chunks using (segment)
    `.execute(trx);
    await sql`
      create temporary table entries on commit drop as
        select new_segment, postings.audience, bench.changed(term, salt) as term,
          bench.varint(new_segment) || rest as postings
        from copies join bench.postings using (segment)
    `.execute(trx);
    await sql`
      insert into postings (organization_id, segment, audience, term, postings)
      select ${id}, new_segment, audience, term, postings from entries
    `.execute(trx);
    await sql`
      insert into vocabulary (organization_id, audience, term, versions)
      select ${id}, audience, term, count(*) from entries group by audience, term
    `.execute(trx);
    await sql`
      insert into collection_statistics (organization_id, audience, language, versions, chunk_count, length)
      select ${id}, audience, language, count(*), sum(chunk_count), sum(length) from copies
      group by audience, language
    `.execute(trx);
  });
}
