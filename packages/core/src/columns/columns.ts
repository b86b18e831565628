/** A longer copy of a column; the new elements are zero. */
export const grownFloats = (column: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> => {
  const larger = new Float64Array(length);
  larger.set(column);
  return larger;
};

export const grownInts = (column: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> => {
  const larger = new Int32Array(length);
  larger.set(column);
  return larger;
};

/**
 * The column of a field in an array of rows: `column(rows, f)[slot]` is field f of the row that begins at `slot`, a
 * multiple of the row's length. Because the columns are interleaved like this, a row's fields share a few cache lines.
 */
export const column = (rows: Float64Array<ArrayBuffer>, field: number): Float64Array<ArrayBuffer> =>
  new Float64Array(rows.buffer, field * Float64Array.BYTES_PER_ELEMENT);

/** Like `column`, for rows of 32-bit words. */
export const intColumn = (rows: Int32Array<ArrayBuffer>, field: number): Int32Array<ArrayBuffer> =>
  new Int32Array(rows.buffer, field * Int32Array.BYTES_PER_ELEMENT);

/** Columns by name: how the state of one class (such as `Orders`) is stored in a snapshot. */
export type Columns = Record<string, Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>>;

/** A column of a snapshot. Throws if it is missing. */
export const floatsOf = (columns: Columns, name: string): Float64Array<ArrayBuffer> => {
  const column = columns[name];
  if (!(column instanceof Float64Array)) throw new RangeError(`damaged snapshot: no column ${name}`);
  return column;
};

export const intsOf = (columns: Columns, name: string): Int32Array<ArrayBuffer> => {
  const column = columns[name];
  if (!(column instanceof Int32Array)) throw new RangeError(`damaged snapshot: no column ${name}`);
  return column;
};
