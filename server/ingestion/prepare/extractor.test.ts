import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { deflateSync } from "node:zlib";
import { PDFDocument } from "pdf-lib";
import { afterAll, afterEach, expect, test } from "vitest";
import { slowPagePdf } from "../../../test/slow-page.ts";
import { createExtractor, type Extractor, type ExtractorOptions } from "./extractor.ts";

const folder = mkdtempSync(path.join(tmpdir(), "extractor-test-"));
const open: Extractor[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((extractor) => extractor.close()));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

function extractorWith(options: Partial<ExtractorOptions> = {}) {
  const extractor = createExtractor({ folder: path.join(folder, "reading"), ...options });
  open.push(extractor);
  return { ...extractor, extract: (filePath: string) => extractor.prepare(filePath, "A document") };
}

function file(name: string, bytes: Uint8Array | string): string {
  const target = path.join(folder, name);
  writeFileSync(target, bytes);
  return target;
}

async function textPdf(name: string, pages: number): Promise<string> {
  const pdf = await PDFDocument.create();
  for (let page = 1; page <= pages; page++) {
    const sheet = pdf.addPage([595, 842]);
    for (let line = 0; line < 30; line++) {
      sheet.drawText(`Line ${line} of page ${page} says that leave is granted.`, {
        x: 60,
        y: 780 - line * 20,
        size: 11,
      });
    }
  }
  return file(name, await pdf.save());
}

/** Forms that each draw the one below ten times: 10^9 pieces of text from one kilobyte. */
function nestedForms(): Buffer {
  const levels = 9;
  const objects = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>"];
  const font = "/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>";
  objects.push(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${levels + 4} 0 R /Resources << ${font} /XObject << /X 4 0 R >> >> >>`,
  );
  for (let level = 0; level < levels; level++) {
    const content =
      level === levels - 1 ? "BT /F 9 Tf 50 50 Td (again) Tj ET ".repeat(10) : "/X Do ".repeat(10);
    objects.push(
      `<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << ${font} /XObject << /X ${level + 5} 0 R >> >> /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  objects.push("<< /Length 5 >>\nstream\n/X Do\nendstream");
  return pdfOf(objects.map((object) => Buffer.from(object)));
}

/** A page whose content inflates to 300 MB. */
function inflatingPage(): Buffer {
  const data = deflateSync(Buffer.alloc(300_000_000, "q Q "), { level: 1 });
  return pdfOf([
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
    Buffer.from("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>"),
    Buffer.concat([
      Buffer.from(`<< /Filter /FlateDecode /Length ${data.length} >>\nstream\n`),
      data,
      Buffer.from("\nendstream"),
    ]),
  ]);
}

function pdfOf(objects: Buffer[]): Buffer {
  const body = objects.flatMap((object, i) => [
    Buffer.from(`${i + 1} 0 obj\n`),
    object,
    Buffer.from("\nendobj\n"),
  ]);
  return Buffer.concat([Buffer.from("%PDF-1.4\n"), ...body, Buffer.from("trailer\n<< /Root 1 0 R >>\n")]);
}

/** Process ids of this process's reading processes. */
function readingProcesses(): number[] {
  return runningProcesses()
    .filter(({ parent, command }) => parent === process.pid && command.includes("reading-process"))
    .map(({ pid }) => pid);
}

interface Running {
  pid: number;
  parent: number;
  command: string;
}

/** A minimal Debian has no `ps`, and macOS has no /proc. */
function runningProcesses(): Running[] {
  if (!existsSync("/proc/self/stat")) {
    const list = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
    return list.split("\n").flatMap((line) => {
      const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
    });
  }
  return readdirSync("/proc").flatMap((name) => {
    try {
      const [, parent] = /^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
      return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent), command }];
    } catch {
      // Not a process, or one that has ended in the meantime.
      return [];
    }
  });
}

test("returns all pages of a long document in order", async () => {
  const { extract } = extractorWith();
  const document = await extract(await textPdf("long.pdf", 120));
  expect(document.fileType).toBe("pdf");
  expect(document.pageCount).toBe(120);
  const pages = document.pageRows.flatMap((rows) => JSON.parse(rows) as { page: number; text: string }[]);
  expect(pages.map(({ page }) => page)).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
  expect(pages[99]?.text).toContain("Line 7 of page 100 says that leave is granted.");
  expect(document.pageRows.length).toBeGreaterThan(1);
  const { index } = document;
  const chunks = index.chunkRows.flatMap((rows) => JSON.parse(rows) as { ordinal: number; text: string }[]);
  expect(chunks.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: index.chunkCount }, (_, i) => i));
  expect(chunks.at(-1)?.text).toContain("of page 120 says");
  const terms = index.postings.flatMap((part) => part.terms);
  expect(terms).toEqual(terms.toSorted());
  expect(terms).toContain("grant");
});

test("reads several files at the same time, each with its own result or error", async () => {
  const { extract } = extractorWith();
  const good = await textPdf("good.pdf", 2);
  const results = await Promise.allSettled([
    extract(good),
    extract(file("noise.pdf", "%PDF-1.7 and then nothing of the kind")),
    extract(file("notes.pdf", "Dear all, this is plain text.")),
    extract(file("nothing.pdf", "")),
    extract(good),
  ]);
  const outcome = results.map((r) =>
    r.status === "fulfilled" ? r.value.pageCount : (r.reason as { code: string }).code,
  );
  expect(outcome).toEqual([2, "corrupt", "wrong_type", "empty", 2]);
});

test("stops a document that takes too long, and continues with the next", async () => {
  const { extract } = extractorWith({ processes: 1, timeoutMs: 3_000 });
  const bomb = extract(file("nested.pdf", nestedForms()));
  const next = extract(await textPdf("next.pdf", 1));
  await expect(bomb).rejects.toMatchObject({ code: "too_complex" });
  expect((await next).pageCount).toBe(1);
});

test("stops a document that takes too much memory", async () => {
  const { extract } = extractorWith({ memoryLimitMb: 250 });
  await expect(extract(file("inflating.pdf", inflatingPage()))).rejects.toMatchObject({
    code: "too_complex",
  });
  expect((await extract(await textPdf("after.pdf", 1))).pageCount).toBe(1);
});

test("retries a document once if its process is killed", async () => {
  const { extract } = extractorWith({ processes: 1, timeoutMs: 20_000 });
  const outcome = extract(file("slow.pdf", nestedForms())).catch((error: unknown) => error);
  const killed = new Set<number>();
  while (killed.size < 2) {
    for (const pid of readingProcesses()) {
      if (!killed.has(pid)) process.kill(pid, "SIGKILL");
      killed.add(pid);
    }
    await sleep(50);
  }
  expect(await outcome).toMatchObject({ code: "too_complex" });
  expect((await extract(await textPdf("healthy.pdf", 1))).pageCount).toBe(1);
});

test("has no process if there is nothing to do", async () => {
  const { extract } = extractorWith({ idleMs: 200 });
  expect(readingProcesses()).toEqual([]);
  await extract(await textPdf("short.pdf", 1));
  expect(readingProcesses()).toHaveLength(1);
  while (readingProcesses().length > 0) await sleep(50);
});

test("replaces a process after its maximum number of documents", async () => {
  const { extract } = extractorWith({ processes: 1, tasksPerProcess: 2 });
  const short = await textPdf("shared.pdf", 1);
  await extract(short);
  const [first] = readingProcesses();
  await extract(short);
  await extract(short);
  expect(readingProcesses()).not.toContain(first);
});

test("draws pages", async () => {
  const { renderPage } = extractorWith();
  const pdf = await textPdf("drawn.pdf", 2);
  const png = await renderPage(pdf, 2, 300);
  expect(Buffer.from(png).toString("latin1", 1, 4)).toBe("PNG");
  await expect(renderPage(pdf, 3, 300)).rejects.toThrow(RangeError);
  await expect(renderPage(file("broken.pdf", "%PDF-1.7"), 1, 300)).rejects.toMatchObject({ code: "corrupt" });
});

test("stops a drawing that takes too long", async () => {
  const { renderPage } = extractorWith({ drawingTimeoutMs: 300 });
  const slow = renderPage(file("slow-page.pdf", slowPagePdf()), 1, 2000);
  await expect(slow).rejects.toMatchObject({ code: "too_complex" });
});

test("reads a document while one organization has many slow pages drawn", async () => {
  const { extract, renderPage } = extractorWith({ processes: 1 });
  const slow = file("many-slow.pdf", slowPagePdf());
  const drawings = Array.from({ length: 5 }, () =>
    renderPage(slow, 1, 2000, { organizationId: "a" }).catch((error: unknown) => error),
  );
  const document = extract(await textPdf("beside.pdf", 1));
  const other = renderPage(await textPdf("other.pdf", 1), 1, 100, { organizationId: "b" });
  const first = Promise.race(drawings).then(() => "a slow page");
  expect(await Promise.race([document.then(() => "the document"), first])).toBe("the document");
  await other;
});

test("cancels a drawing when it is aborted, and continues with the next task", async () => {
  const { renderPage, extract } = extractorWith({ processes: 1 });
  const slow = file("given-up.pdf", slowPagePdf());
  const viewer = () => ({ organizationId: "a", giveUp: new AbortController() });
  const [first, second] = [viewer(), viewer()];
  const drawings = [first, second].map(({ organizationId, giveUp }) =>
    renderPage(slow, 1, 2000, { organizationId, signal: giveUp.signal }).catch((error: unknown) => error),
  );
  const gone = new Error("gone");
  second.giveUp.abort(gone);
  first.giveUp.abort(gone);
  expect(await Promise.all(drawings)).toEqual([gone, gone]);
  expect((await extract(await textPdf("after-drawing.pdf", 1))).pageCount).toBe(1);
});

test("retries a document whose process may have been damaged by an earlier one", async () => {
  const { extract } = extractorWith({ processes: 1, timeoutMs: 20_000 });
  await extract(await textPdf("earlier.pdf", 1));
  const outcome = extract(file("innocent.pdf", nestedForms())).catch((error: unknown) => error);
  const ended = new Set<number>();
  while (ended.size < 2) {
    for (const pid of readingProcesses()) {
      // The signal that a process sends itself at its memory limit.
      if (!ended.has(pid)) process.kill(pid, "SIGUSR2");
      ended.add(pid);
    }
    await sleep(50);
  }
  expect(await outcome).toMatchObject({ code: "too_complex" });
});

test("fails running tasks when it is closed", async () => {
  const extractor = extractorWith();
  const slow = extractor.extract(file("closing.pdf", nestedForms())).catch((error: unknown) => error);
  await extractor.close();
  expect(String(await slow)).toContain("closed");
  await expect(extractor.extract("any.pdf")).rejects.toThrow("closed");
});

test("leaves nothing in the temporary folder if the server is killed", async () => {
  const TMPDIR = path.join(folder, "temporary");
  mkdirSync(TMPDIR);
  const own = path.join(folder, "reading");
  const server = spawn(
    process.execPath,
    [
      "--input-type=module",
      `--eval=import { createExtractor } from ${JSON.stringify(new URL("./extractor.ts", import.meta.url).href)};
      const [, good, slow, folder] = process.argv;
      const extractor = createExtractor({ folder });
      await extractor.prepare(good, "A document");
      void extractor.renderPage(slow, 1, 600);
      console.log("reading");`,
      await textPdf("killed.pdf", 2),
      file("killed-slow.pdf", slowPagePdf()),
      own,
    ],
    { env: { TMPDIR, TEMP: TMPDIR }, stdio: ["ignore", "pipe", "inherit"] },
  );
  await once(server.stdout, "data");
  const ended = once(server, "exit");
  server.kill("SIGKILL");
  await ended;
  expect(readdirSync(TMPDIR)).toEqual([]);
  // Another server can use the same folder.
  const { extract } = extractorWith();
  expect((await extract(await textPdf("after.pdf", 2))).pageCount).toBe(2);
  expect(readdirSync(own)).toEqual(["compiled"]);
});
