/** A column of at least this size is stored in memory that grows in place. */
const IN_PLACE_FROM_BYTES = 2 ** 19;

/**
 * The size to which memory that grows in place can grow. It only reserves address space; the system allocates memory
 * for the part that has been written.
 */
const ROOM_BYTES = 2 ** 32;

/**
 * A longer column with the same elements; the added elements are zero. A large column keeps its memory, which is
 * extended in place, so that no command waits for a copy of a whole table. The given column must no longer be used.
 */
export const grownFloats = (column: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> => {
  const memory = memoryFor(column, length * Float64Array.BYTES_PER_ELEMENT);
  const grown = new Float64Array(memory, 0, length);
  if (memory !== column.buffer) grown.set(column);
  return grown;
};

/** Like `grownFloats`. */
export const grownInts = (column: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> => {
  const memory = memoryFor(column, length * Int32Array.BYTES_PER_ELEMENT);
  const grown = new Int32Array(memory, 0, length);
  if (memory !== column.buffer) grown.set(column);
  return grown;
};

/**
 * Memory of at least this size for a column: its own memory if that can grow far enough, otherwise new memory. Large
 * columns use shared buffers, because only those can grow without slowing down access. Nothing is actually shared
 * between threads, so the return type is a plain ArrayBuffer.
 */
const memoryFor = ({ buffer }: { buffer: ArrayBufferLike }, bytes: number): ArrayBuffer => {
  if (bytes < IN_PLACE_FROM_BYTES) return new ArrayBuffer(bytes);
  const isRoomy = buffer instanceof SharedArrayBuffer && bytes <= buffer.maxByteLength;
  const memory = isRoomy ? buffer : new SharedArrayBuffer(bytes, { maxByteLength: Math.max(ROOM_BYTES, 2 * bytes) });
  if (memory.byteLength < bytes) memory.grow(bytes);
  return memory as unknown as ArrayBuffer;
};

/**
 * The column of a field in an array of rows: `column(rows, f)[slot]` is field f of the row that begins at `slot`, a
 * multiple of the row's length. Because the columns are interleaved like this, a row's fields share a few cache lines.
 */
export const column = (rows: Float64Array<ArrayBuffer>, field: number): Float64Array<ArrayBuffer> =>
  // Without an explicit length, the view would track the buffer's length, and each access would be slow.
  new Float64Array(rows.buffer, rows.byteOffset + field * Float64Array.BYTES_PER_ELEMENT, rows.length - field);

/** Like `column`, for rows of 32-bit words. */
export const intColumn = (rows: Int32Array<ArrayBuffer>, field: number): Int32Array<ArrayBuffer> =>
  new Int32Array(rows.buffer, rows.byteOffset + field * Int32Array.BYTES_PER_ELEMENT, rows.length - field);

/** Columns by name: how the state of one class (such as `Orders`) is stored in a snapshot. */
export type Columns = Record<string, Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>>;

/** A column of a snapshot. Throws if it is missing. */
export const floatsOf = (columns: Columns, name: string): Float64Array<ArrayBuffer> => {
  const column = columns[name];
  if (!(column instanceof Float64Array))
    throw new RangeError(`damaged snapshot: column ${name} is missing or has the wrong type`);
  return column;
};

export const intsOf = (columns: Columns, name: string): Int32Array<ArrayBuffer> => {
  const column = columns[name];
  if (!(column instanceof Int32Array))
    throw new RangeError(`damaged snapshot: column ${name} is missing or has the wrong type`);
  return column;
};
