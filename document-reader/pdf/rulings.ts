import { frameOf, matrixOf, type Matrix, type PageGeometry } from "./frame.ts";
import { withScratch, type Pdfium } from "./pdfium.ts";

/** A horizontal or vertical line at v (or u) = `at`, from `from` to `to`; in points from the top left of the page. */
export interface Ruling {
  at: number;
  from: number;
  to: number;
}

export interface Rulings {
  /** Sorted by their v. */
  horizontal: Ruling[];
  /** Sorted by their u. */
  vertical: Ruling[];
}

export const noRulings: Rulings = { horizontal: [], vertical: [] };

/** A drawing with more than this is a picture, not the lines of a table. */
const maxObjects = 6_000;
const maxSegments = 30_000;
const maxRulings = 1_500;
const maxDepth = 3;
/** In points. Shorter lines are ends of thin rectangles; lines within the tolerance or gap are joined. */
const minLength = 4;
const tolerance = 1.8;
const maxGap = 3;

const objectPath = 2;
const objectForm = 5;
const segmentLine = 0;
const segmentMove = 2;

const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** The horizontal and vertical lines that a page draws: borders of cells, rules, edges of shaded areas. */
export function readRulings(pdfium: Pdfium, page: number, geometry: PageGeometry): Rulings {
  const count = pdfium.FPDFPage_CountObjects(page);
  if (count > maxObjects) return noRulings;
  const reader = new RulingReader(pdfium, geometry);
  return withScratch(pdfium, 64, (scratch) => {
    for (let index = 0; index < count; index++)
      reader.readObject(pdfium.FPDFPage_GetObject(page, index), identity, scratch, 0);
    return reader.finish();
  });
}

class RulingReader {
  readonly #pdfium: Pdfium;
  readonly #geometry: PageGeometry;
  readonly #frame: ReturnType<typeof frameOf>;
  readonly #horizontal: Ruling[] = [];
  readonly #vertical: Ruling[] = [];
  #segments = 0;

  constructor(pdfium: Pdfium, geometry: PageGeometry) {
    this.#pdfium = pdfium;
    this.#geometry = geometry;
    this.#frame = frameOf(geometry, 0);
  }

  readObject(object: number, outer: Matrix, scratch: number, depth: number): void {
    if (object === 0 || this.#segments > maxSegments) return;
    const type = this.#pdfium.FPDFPageObj_GetType(object);
    if (type !== objectPath && type !== objectForm) return;
    this.#pdfium.FPDFPageObj_GetMatrix(object, scratch);
    const matrix = combine(matrixOf(this.#floats(scratch)), outer);
    if (type === objectPath) this.#readPath(object, matrix, scratch);
    else if (depth < maxDepth) {
      const count = Math.min(maxObjects, this.#pdfium.FPDFFormObj_CountObjects(object));
      for (let index = 0; index < count; index++)
        this.readObject(this.#pdfium.FPDFFormObj_GetObject(object, index), matrix, scratch, depth + 1);
    }
  }

  finish(): Rulings {
    if (this.#segments > maxSegments) return noRulings;
    const horizontal = joinRulings(this.#horizontal);
    const vertical = joinRulings(this.#vertical);
    return horizontal.length + vertical.length > maxRulings ? noRulings : { horizontal, vertical };
  }

  #readPath(path: number, matrix: Matrix, scratch: number): void {
    const pdfium = this.#pdfium;
    const count = pdfium.FPDFPath_CountSegments(path);
    this.#segments += count;
    if (this.#segments > maxSegments) return;
    let start: [number, number] = [0, 0];
    let before = start;
    for (let index = 0; index < count; index++) {
      const segment = pdfium.FPDFPath_GetPathSegment(path, index);
      pdfium.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
      const floats = this.#floats(scratch);
      const point = this.#place(matrix, floats[0] ?? 0, floats[1] ?? 0);
      const type = pdfium.FPDFPathSegment_GetType(segment);
      if (type === segmentMove) start = point;
      else if (type === segmentLine) this.#add(before, point);
      if (pdfium.FPDFPathSegment_GetClose(segment) !== 0) this.#add(point, start);
      before = point;
    }
  }

  #floats(scratch: number): Float32Array {
    // A new view each time, because the heap may have moved.
    return new Float32Array(this.#pdfium.memory.buffer, scratch, 6);
  }

  #place([a, b, c, d, e, f]: Matrix, x: number, y: number): [u: number, v: number] {
    const [pageX, pageY] = [a * x + c * y + e, b * x + d * y + f];
    const { ux, uy, u0, vx, vy, v0 } = this.#frame;
    return [ux * pageX + uy * pageY + u0, vx * pageX + vy * pageY + v0];
  }

  #add([u0, v0]: [number, number], [u1, v1]: [number, number]): void {
    const { width, height } = this.#geometry;
    const [du, dv] = [Math.abs(u1 - u0), Math.abs(v1 - v0)];
    // The edges of a page's background are not part of a table.
    if (dv < 1 && du >= minLength && du < width * 0.97)
      this.#horizontal.push({ at: (v0 + v1) / 2, from: Math.min(u0, u1), to: Math.max(u0, u1) });
    else if (du < 1 && dv >= minLength && dv < height * 0.97)
      this.#vertical.push({ at: (u0 + u1) / 2, from: Math.min(v0, v1), to: Math.max(v0, v1) });
  }
}

/** The matrix that applies first `inner`, then `outer`. */
function combine(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [oa, ob, oc, od, oe, of] = outer;
  return [
    oa * a + oc * b,
    ob * a + od * b,
    oa * c + oc * d,
    ob * c + od * d,
    oa * e + oc * f + oe,
    ob * e + od * f + of,
  ];
}

/** Joins lines that touch and are (nearly) on the same straight line. */
function joinRulings(rulings: Ruling[]): Ruling[] {
  const sorted = rulings.toSorted((a, b) => a.at - b.at);
  const result: Ruling[] = [];
  for (let first = 0; first < sorted.length;) {
    let end = first + 1;
    while (end < sorted.length && (sorted[end]?.at ?? 0) - (sorted[first]?.at ?? 0) <= tolerance) end++;
    result.push(...joinTouching(sorted.slice(first, end)));
    first = end;
  }
  return result;
}

function joinTouching(group: Ruling[]): Ruling[] {
  const at = group.reduce((sum, ruling) => sum + ruling.at, 0) / group.length;
  const result: Ruling[] = [];
  for (const { from, to } of group.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && from - last.to <= maxGap) last.to = Math.max(last.to, to);
    else result.push({ at, from, to });
  }
  return result;
}
