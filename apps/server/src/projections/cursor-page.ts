/** The key of the row to continue from, and whether to continue toward older rows. */
export interface Place {
  readonly isOlder: boolean;
  readonly key: readonly number[] | undefined;
}

/** Rows newest first, with cursors for the pages of older and newer rows. */
export interface TurnedPage<Row> {
  readonly rows: readonly Row[];
  readonly olderCursor: string | undefined;
  readonly newerCursor: string | undefined;
}

interface Turned<Row> {
  readonly cursor?: string | undefined;
  readonly limit: number;
  /** The number of values in the sort key. */
  readonly keyLength: number;
  readonly keyOf: (row: Row) => readonly number[];
  /** At most `limit` rows next to the row with this key, nearest first. */
  readonly select: (place: Place, limit: number) => Promise<Row[]>;
}

/** A page of a list, with cursors in both directions. Returns 'bad_cursor' for an invalid cursor. */
export async function turnedPage<Row>(query: Turned<Row>): Promise<TurnedPage<Row> | 'bad_cursor'> {
  const { cursor, limit, keyLength, keyOf, select } = query;
  const place = readPlace(cursor, keyLength);
  if (place === 'bad_cursor') return place;
  const found = await select(place, limit + 1);
  const hasMore = found.length > limit;
  const shown = found.slice(0, limit);
  const rows = place.isOlder ? shown : shown.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  // In the direction that the reader came from, there is always at least one more row: the row that the cursor names.
  const hasNewer = place.isOlder ? place.key !== undefined : hasMore;
  const hasOlder = place.isOlder ? hasMore : true;
  return {
    rows,
    olderCursor: hasOlder && last !== undefined ? `b_${keyOf(last).join('_')}` : undefined,
    newerCursor: hasNewer && first !== undefined ? `a_${keyOf(first).join('_')}` : undefined,
  };
}

/** A cursor is `b` (before) or `a` (after) and the key of a row, joined by underscores. */
function readPlace(cursor: string | undefined, length: number): Place | 'bad_cursor' {
  if (cursor === undefined) return { isOlder: true, key: undefined };
  const [side, ...parts] = cursor.split('_');
  const key = parts.map((part) => (/^\d{1,16}$/.test(part) ? Number(part) : Number.NaN));
  if ((side !== 'a' && side !== 'b') || key.length !== length || !key.every(Number.isSafeInteger)) return 'bad_cursor';
  return { isOlder: side === 'b', key };
}

/** A page's range of ids, its direction in SQL, and its maximum number of rows. */
export interface IdRange {
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly way: 'asc' | 'desc';
  readonly limit: number;
}

/** Like `turnedPage`, for a list sorted by id. */
export const turnedById = <Row extends { readonly id: number }>(
  { cursor, limit }: Pick<Turned<Row>, 'cursor' | 'limit'>,
  select: (range: IdRange) => Promise<Row[]>,
): Promise<TurnedPage<Row> | 'bad_cursor'> =>
  turnedPage({
    cursor,
    limit,
    keyLength: 1,
    keyOf: ({ id }) => [id],
    select: ({ isOlder, key }, most) =>
      select({
        before: isOlder ? key?.[0] : undefined,
        after: isOlder ? undefined : key?.[0],
        way: isOlder ? 'desc' : 'asc',
        limit: most,
      }),
  });
