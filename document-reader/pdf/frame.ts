/**
 * A frame maps coordinates of the PDF page (y upwards, before rotation) to reading coordinates in points: u
 * increases along a line of text, v from line to line. For upright text on the displayed page (`angle` 0), the origin
 * is the top left of the page.
 */
export type Frame = ReturnType<typeof frameOf>;

/** An affine map: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export function matrixOf(floats: Float32Array): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = floats;
  return [a, b, c, d, e, f];
}

/** The size of the displayed page in points, and the rotation and visible box that map its user space to it. */
export interface PageGeometry {
  width: number;
  height: number;
  /** Quarter turns clockwise. */
  rotation: number;
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** Affine map from user space to the displayed page: x = a·x + b·y + c, y = d·x + e·y + f. */
function displayMap(page: PageGeometry): [number, number, number, number, number, number] {
  const { left, right, top, bottom } = page;
  if (page.rotation === 1) return [0, 1, -bottom, 1, 0, -left];
  if (page.rotation === 2) return [-1, 0, right, 0, 1, -bottom];
  if (page.rotation === 3) return [0, -1, top, -1, 0, right];
  return [1, 0, -left, 0, -1, top];
}

/** The angle of a text matrix's (a, b) on the displayed page, in degrees clockwise; snaps to right angles within 6°. */
export function displayedAngle(page: PageGeometry, a: number, b: number): number {
  const [xx, xy, , yx, yy] = displayMap(page);
  const degrees = (Math.atan2(yx * a + yy * b, xx * a + xy * b) * 180) / Math.PI;
  const right = Math.round(degrees / 90) * 90;
  const angle = Math.abs(degrees - right) <= 6 ? right : Math.round(degrees / 3) * 3;
  return (angle + 360) % 360;
}

/** The frame of text that runs in this direction on the displayed page: degrees clockwise, or "vertical" writing. */
export function frameOf(page: PageGeometry, angle: number | "vertical") {
  const [xx, xy, x0, yx, yy, y0] = displayMap(page);
  const radians = angle === "vertical" ? Math.PI / 2 : (angle * Math.PI) / 180;
  const cos = Math.round(Math.cos(radians) * 1e6) / 1e6;
  const sin = Math.round(Math.sin(radians) * 1e6) / 1e6;
  // u runs along the text, v towards its lower side. For text rotated by 90°, that is the left of the page, which is
  // also the direction in which lines of vertical writing follow each other.
  const originU = Math.min(0, cos * page.width, sin * page.height, cos * page.width + sin * page.height);
  const originV = Math.min(0, -sin * page.width, cos * page.height, -sin * page.width + cos * page.height);
  return {
    angle,
    /** The extent of the page in the direction of v. */
    height: angle === "vertical" || angle % 180 === 90 ? page.width : page.height,
    ux: cos * xx + sin * yx,
    uy: cos * xy + sin * yy,
    u0: cos * x0 + sin * y0 - originU,
    vx: -sin * xx + cos * yx,
    vy: -sin * xy + cos * yy,
    v0: -sin * x0 + cos * y0 - originV,
    // The rotation by the angle and its origin, for `toPageBox`.
    cos,
    sin,
    originU,
    originV,
  };
}

/** The upright rectangle on the displayed page that encloses (u0..u1, v0..v1) of a frame. */
export function toPageBox(page: PageGeometry, frame: Frame, box: Record<"u0" | "v0" | "u1" | "v1", number>) {
  const { u0, v0, u1, v1 } = box;
  const { cos, sin, originU, originV } = frame;
  const corners = [u0, u1].flatMap((u) => [v0, v1].map((v) => [u + originU, v + originV] as const));
  const within = (value: number, max: number): number => Math.min(max, Math.max(0, value));
  const xs = corners.map(([u, v]) => within(cos * u - sin * v, page.width));
  const ys = corners.map(([u, v]) => within(sin * u + cos * v, page.height));
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
