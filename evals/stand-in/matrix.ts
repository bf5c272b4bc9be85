import { seededRandom } from "../../scripts/seeded-random.ts";

/** A dense matrix, row by row. */
export interface Matrix {
  rows: number;
  columns: number;
  values: Float32Array;
}

/** A square symmetric sparse matrix, row by row. */
export interface SparseMatrix {
  size: number;
  /** Where each row begins in `columns` and `values`; one more than there are rows. */
  starts: Int32Array;
  columns: Int32Array;
  values: Float32Array;
}

/** Numbers from -1 to 1, the same in every run. */
export function pseudoRandom(seed: number): () => number {
  const random = seededRandom(seed);
  return () => 2 * random() - 1;
}

/** Normalizes a vector to length 1 in place; a zero vector stays zero. */
export function normalize(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square) || 1;
  for (let k = 0; k < vector.length; k++) vector[k] = (vector[k] ?? 0) / length;
  return vector;
}

function multiply(sparse: SparseMatrix, dense: Matrix): Matrix {
  const { columns } = dense;
  const values = new Float32Array(sparse.size * columns);
  for (let row = 0; row < sparse.size; row++) {
    const to = row * columns;
    const end = sparse.starts[row + 1] as number;
    for (let entry = sparse.starts[row] as number; entry < end; entry++) {
      const from = (sparse.columns[entry] as number) * columns;
      const weight = sparse.values[entry] as number;
      for (let k = 0; k < columns; k++)
        values[to + k] = (values[to + k] as number) + weight * (dense.values[from + k] as number);
    }
  }
  return { rows: sparse.size, columns, values };
}

/** left' · right. */
function product(left: Matrix, right: Matrix): Float64Array {
  const values = new Float64Array(left.columns * right.columns);
  for (let row = 0; row < left.rows; row++) {
    for (let i = 0; i < left.columns; i++) {
      const a = left.values[row * left.columns + i] as number;
      const from = row * right.columns;
      const to = i * right.columns;
      for (let j = 0; j < right.columns; j++)
        values[to + j] = (values[to + j] as number) + a * (right.values[from + j] as number);
    }
  }
  return values;
}

/** matrix · factor; `columns` is the number of columns of the factor. */
function rotate(matrix: Matrix, factor: Float64Array, columns: number): Matrix {
  const values = new Float32Array(matrix.rows * columns);
  for (let row = 0; row < matrix.rows; row++) {
    const to = row * columns;
    for (let i = 0; i < matrix.columns; i++) {
      const a = matrix.values[row * matrix.columns + i] as number;
      for (let j = 0; j < columns; j++)
        values[to + j] = (values[to + j] as number) + a * (factor[i * columns + j] as number);
    }
  }
  return { rows: matrix.rows, columns, values };
}

/** An orthonormal basis of the space of the columns, from the eigenvectors of matrix' · matrix. */
function orthonormal(matrix: Matrix): Matrix {
  const { values, vectors } = eigen(product(matrix, matrix), matrix.columns);
  const size = matrix.columns;
  const scaled = vectors.map((value, at) => {
    const length = values[at % size] ?? 0;
    return length > 1e-9 * (values[0] ?? 1) ? value / Math.sqrt(length) : 0;
  });
  return rotate(matrix, scaled, size);
}

/** All eigenvalues of a symmetric matrix, largest first, and its eigenvectors as columns (Jacobi). */
function eigen(symmetric: Float64Array, size: number): { values: number[]; vectors: Float64Array } {
  const a = symmetric.slice();
  const v = new Float64Array(size * size);
  for (let i = 0; i < size; i++) v[i * size + i] = 1;
  for (let sweep = 0; sweep < 12; sweep++) {
    let off = 0;
    let diagonal = 0;
    for (let p = 0; p < size; p++) {
      diagonal += (a[p * size + p] as number) ** 2;
      for (let q = p + 1; q < size; q++) off += (a[p * size + q] as number) ** 2;
    }
    if (off <= 1e-18 * diagonal) break;
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotateAway(a, v, { size, p, q });
  }
  const order = Array.from({ length: size }, (_, i) => i).sort(
    (i, j) => (a[j * size + j] as number) - (a[i * size + i] as number),
  );
  const vectors = new Float64Array(size * size);
  order.forEach((from, to) => {
    for (let row = 0; row < size; row++) vectors[row * size + to] = v[row * size + from] as number;
  });
  return { values: order.map((i) => a[i * size + i] as number), vectors };
}

/** Applies the Jacobi rotation that makes the entry at p, q zero; `a` stays symmetric. */
function rotateAway(
  a: Float64Array,
  v: Float64Array,
  { size, p, q }: { size: number; p: number; q: number },
): void {
  const between = a[p * size + q] as number;
  const atP = a[p * size + p] as number;
  const atQ = a[q * size + q] as number;
  if (between * between <= 1e-24 * Math.abs(atP * atQ)) return;
  const theta = (atQ - atP) / (2 * between);
  const tangent = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (let k = 0; k < size; k++) {
    const kp = a[p * size + k] as number;
    const kq = a[q * size + k] as number;
    if (k !== p && k !== q) {
      a[p * size + k] = cosine * kp - sine * kq;
      a[q * size + k] = sine * kp + cosine * kq;
      a[k * size + p] = a[p * size + k] as number;
      a[k * size + q] = a[q * size + k] as number;
    }
    const vp = v[k * size + p] as number;
    const vq = v[k * size + q] as number;
    v[k * size + p] = cosine * vp - sine * vq;
    v[k * size + q] = sine * vp + cosine * vq;
  }
  a[p * size + p] = atP - tangent * between;
  a[q * size + q] = atQ + tangent * between;
  a[p * size + q] = 0;
  a[q * size + p] = 0;
}

/**
 * Approximates the `dimensions` largest eigenvalues of a sparse symmetric matrix and their eigenvectors as columns, by
 * iterating a random subspace (Halko, Martinsson, Tropp 2011).
 */
export function largestEigenvectors(
  sparse: SparseMatrix,
  dimensions: number,
  iterations = 3,
): { values: number[]; vectors: Matrix } {
  const columns = dimensions + 16;
  const random = pseudoRandom(11);
  const start = Float32Array.from({ length: sparse.size * columns }, random);
  let basis = orthonormal(multiply(sparse, { rows: sparse.size, columns, values: start }));
  for (let i = 0; i < iterations; i++) basis = orthonormal(multiply(sparse, basis));
  const { values, vectors } = eigen(product(basis, multiply(sparse, basis)), columns);
  const result = new Float64Array(columns * dimensions);
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < dimensions; j++) result[i * dimensions + j] = vectors[i * columns + j] as number;
  return { values: values.slice(0, dimensions), vectors: rotate(basis, result, dimensions) };
}
