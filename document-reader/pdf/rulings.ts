import { frameOf, matrixOf, type Matrix, type PageGeometry } from "./frame.ts";
import { allocate, type Pdfium } from "./pdfium.ts";

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

/** A small shape as wide as it is high, such as a bullet; from `u0` to `u1`, centred at `v`. */
export interface Dot {
  u0: number;
  u1: number;
  v: number;
}

/** What a page draws, as far as it tells how its text belongs together. */
export interface Drawing {
  rulings: Rulings;
  dots: Dot[];
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
/** In points. */
const dotSizes = { min: 1.2, max: 9 };
/** A page with more of them shows data or a pattern. */
const maxDots = 400;
const maxDotSegments = 100;

const objectPath = 2;
const objectForm = 5;
const segmentLine = 0;
const segmentMove = 2;

/** The horizontal and vertical lines that a page draws (borders of cells, rules, edges of shaded areas), and its dots. */
export function readDrawing(pdfium: Pdfium, page: number, geometry: PageGeometry): Drawing {
  const count = pdfium.FPDFPage_CountObjects(page);
  if (count > maxObjects) return { rulings: noRulings, dots: [] };
  using scratch = allocate(pdfium, 64);
  const reader = new DrawingReader(pdfium, geometry, scratch.pointer);
  const { ux, uy, u0, vx, vy, v0 } = frameOf(geometry, 0);
  for (let index = 0; index < count; index++)
    reader.readObject(pdfium.FPDFPage_GetObject(page, index), [ux, vx, uy, vy, u0, v0], 0);
  return reader.finish();
}

class DrawingReader {
  readonly #pdfium: Pdfium;
  readonly #geometry: PageGeometry;
  readonly #scratch: number;
  readonly #horizontal: Ruling[] = [];
  readonly #vertical: Ruling[] = [];
  readonly #dots: Dot[] = [];
  #segments = 0;

  constructor(pdfium: Pdfium, geometry: PageGeometry, scratch: number) {
    this.#pdfium = pdfium;
    this.#geometry = geometry;
    this.#scratch = scratch;
  }

  /** `outer` maps what surrounds the object to (u, v). */
  readObject(object: number, outer: Matrix, depth: number): void {
    if (object === 0 || this.#segments > maxSegments) return;
    const type = this.#pdfium.FPDFPageObj_GetType(object);
    if (type !== objectPath && type !== objectForm) return;
    this.#pdfium.FPDFPageObj_GetMatrix(object, this.#scratch);
    const matrix = combine(matrixOf(this.#floats()), outer);
    if (type === objectPath) this.#readPath(object, matrix);
    else if (depth < maxDepth) {
      const count = Math.min(maxObjects, this.#pdfium.FPDFFormObj_CountObjects(object));
      for (let index = 0; index < count; index++)
        this.readObject(this.#pdfium.FPDFFormObj_GetObject(object, index), matrix, depth + 1);
    }
  }

  finish(): Drawing {
    if (this.#segments > maxSegments) return { rulings: noRulings, dots: [] };
    const horizontal = joinRulings(this.#horizontal);
    const vertical = joinRulings(this.#vertical);
    const rulings = horizontal.length + vertical.length > maxRulings ? noRulings : { horizontal, vertical };
    return { rulings, dots: this.#dots.length > maxDots ? [] : this.#dots };
  }

  #readPath(path: number, [a, b, c, d, e, f]: Matrix): void {
    const pdfium = this.#pdfium;
    const count = pdfium.FPDFPath_CountSegments(path);
    this.#segments += count;
    if (this.#segments > maxSegments) return;
    let start: [number, number] = [0, 0];
    let before = start;
    const us: number[] = [];
    const vs: number[] = [];
    for (let index = 0; index < count; index++) {
      const segment = pdfium.FPDFPath_GetPathSegment(path, index);
      pdfium.FPDFPathSegment_GetPoint(segment, this.#scratch, this.#scratch + 4);
      const [x = 0, y = 0] = this.#floats();
      const point: [u: number, v: number] = [a * x + c * y + e, b * x + d * y + f];
      us.push(point[0]);
      vs.push(point[1]);
      const type = pdfium.FPDFPathSegment_GetType(segment);
      if (type === segmentMove) start = point;
      else if (type === segmentLine) this.#add(before, point);
      if (pdfium.FPDFPathSegment_GetClose(segment) !== 0) this.#add(point, start);
      before = point;
    }
    // Four sides of a square, or curves that make a circle.
    if (count >= 4 && count <= maxDotSegments) this.#addDot(us, vs);
  }

  #addDot(us: number[], vs: number[]): void {
    const [u0, u1] = [Math.min(...us), Math.max(...us)];
    const [v0, v1] = [Math.min(...vs), Math.max(...vs)];
    const [width, height] = [u1 - u0, v1 - v0];
    if (Math.max(width, height) > dotSizes.max || Math.min(width, height) < dotSizes.min) return;
    if (Math.abs(width - height) < 0.2 * width) this.#dots.push({ u0, u1, v: (v0 + v1) / 2 });
  }

  #floats(): Float32Array {
    // A new view each time, because the heap may have moved.
    return new Float32Array(this.#pdfium.memory.buffer, this.#scratch, 6);
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
  const groups: Ruling[][] = [];
  for (const ruling of rulings.toSorted((a, b) => a.at - b.at)) {
    const group = groups.at(-1);
    if (group?.[0] !== undefined && ruling.at - group[0].at <= tolerance) group.push(ruling);
    else groups.push([ruling]);
  }
  return groups.flatMap(joinTouching);
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
