import { sql } from "kysely";
import { ExtractionError } from "../../../document-reader/extraction-error.ts";
import type { Context } from "../../context.ts";
import { equals, withTenant, type Database } from "../../database/database.ts";
import { AppError, notFound, tooManyRequests } from "../../errors.ts";
import type { StoredVersion } from "./document.ts";

/** Running and waiting drawings per organization in this process. */
const maxDrawingsPerOrganization = 2;

export interface Drawing {
  organizationId: string;
  version: StoredVersion;
  page: number;
  /** Width of the picture in pixels. */
  width: number;
  /** Aborted when the viewer disconnects. */
  signal: AbortSignal;
}

type DrawingTools = Pick<Context, "db" | "storage" | "extractor">;

interface SharedDrawing {
  organizationId: string;
  picture: Promise<Buffer>;
  viewers: number;
  controller: AbortController;
}

/**
 * The returned function draws a page of a PDF as PNG. Requests for a picture that is already being drawn share it. Throws
 * not_found if the page cannot be drawn, and too_many_requests if the organization has reached its limit of drawings.
 */
export function openPageDrawings(tools: DrawingTools) {
  const inProgress = new Map<string, SharedDrawing>();

  function begin(key: string, drawing: Drawing): SharedDrawing {
    const { organizationId } = drawing;
    const ofOrganization = [...inProgress.values()].filter((each) => each.organizationId === organizationId);
    if (ofOrganization.length >= maxDrawingsPerOrganization) throw tooManyRequests(1);
    const controller = new AbortController();
    const picture = drawOnce(tools, { ...drawing, signal: controller.signal }).finally(() => end(key, begun));
    const begun: SharedDrawing = { organizationId, picture, viewers: 0, controller };
    inProgress.set(key, begun);
    return begun;
  }

  function end(key: string, ended: SharedDrawing): void {
    if (inProgress.get(key) === ended) inProgress.delete(key);
  }

  return async (drawing: Drawing): Promise<Buffer> => {
    const key = `${drawing.version.id} ${drawing.page} ${drawing.width}`;
    if (drawing.signal.aborted) throw viewerGone();
    const shared = inProgress.get(key) ?? begin(key, drawing);
    shared.viewers += 1;
    const leave = () => {
      shared.viewers -= 1;
      if (shared.viewers > 0) return;
      // The next request starts a new drawing.
      end(key, shared);
      shared.controller.abort(viewerGone());
    };
    drawing.signal.addEventListener("abort", leave, { once: true });
    try {
      return await shared.picture;
    } finally {
      drawing.signal.removeEventListener("abort", leave);
    }
  };
}

/** Only the log sees this error: the client has disconnected. */
const viewerGone = () => new AppError(499, "closed", "The connection was closed.");

async function drawOnce({ db, storage, extractor }: DrawingTools, drawing: Drawing): Promise<Buffer> {
  const { organizationId, version, page, width, signal } = drawing;
  if (await exceededBefore(db, drawing)) throw noPicture();
  try {
    const png = await storage.withLocalFile(version.storageKey, (path) =>
      extractor.renderPage(path, page, width, { organizationId, signal }),
    );
    return Buffer.from(png);
  } catch (error) {
    if (error instanceof ExtractionError && error.code === "too_complex") await rememberExceeded(db, drawing);
    if (error instanceof RangeError || error instanceof ExtractionError) throw noPicture();
    throw error;
  }
}

const noPicture = () => notFound("page image");

type Page = Pick<Drawing, "organizationId" | "version" | "page">;

/** Whether drawing this page exceeded the limits within the last day. Forgotten later: the machine may have been busy. */
async function exceededBefore(db: Database, { organizationId, version, page }: Page): Promise<boolean> {
  const row = await withTenant(db, organizationId, (trx) =>
    trx
      .selectFrom("undrawable_pages")
      .select("page")
      .where(equals({ organization_id: organizationId, version_id: version.id, page }))
      .where("exceeded_at", ">", sql<Date>`now() - interval '1 day'`)
      .executeTakeFirst(),
  );
  return row !== undefined;
}

/** Does nothing when the version was deleted meanwhile. */
async function rememberExceeded(db: Database, { organizationId, version, page }: Page): Promise<void> {
  await withTenant(db, organizationId, (trx) =>
    sql`
      insert into undrawable_pages (organization_id, version_id, page)
      select organization_id, id, ${page}::integer from document_versions
      where organization_id = ${organizationId} and id = ${version.id}
      on conflict (organization_id, version_id, page) do update set exceeded_at = now()
    `.execute(trx),
  );
}
