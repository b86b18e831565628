/** The key of the row to continue from, and whether to continue with older or newer rows. */
export interface Place {
  readonly isOlder: boolean;
  readonly key: readonly number[] | undefined;
}

/** Rows in the order of their list, with cursors for the pages after and before them. */
export interface TurnedPage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | undefined;
  readonly previousCursor: string | undefined;
}

/** A page whose rows reflect everything up to log position `position`. */
export interface Page<Row> extends TurnedPage<Row> {
  readonly position: number;
}

/** The rows of a list to read: the first rows, or the rows next to a cursor from a previous page. */
export interface PagePlace {
  readonly cursor?: string | undefined;
  readonly limit: number;
  /** Whether the list begins with its oldest row instead of its newest. */
  readonly isOldestFirst?: boolean | undefined;
}

interface Turned<Row> extends PagePlace {
  /** The number of values in the sort key. */
  readonly keyLength: number;
  readonly keyOf: (row: Row) => readonly number[];
  /** At most `limit` rows next to the row with this key, nearest first. */
  readonly select: (place: Place, limit: number) => Promise<Row[]>;
}

/** A page of a list, with cursors in both directions. The result is 'bad_cursor' if the cursor is invalid. */
async function turnedPage<Row>(query: Turned<Row>): Promise<TurnedPage<Row> | 'bad_cursor'> {
  const { cursor, limit, isOldestFirst = false, keyLength, keyOf, select } = query;
  const place = readPlace(cursor, keyLength) ?? { isOlder: !isOldestFirst, key: undefined };
  if (place === 'bad_cursor') return place;
  const found = await select(place, limit + 1);
  const hasMore = found.length > limit;
  const shown = found.slice(0, limit);
  const isForward = place.isOlder !== isOldestFirst;
  const rows = isForward ? shown : shown.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  // In the direction from which the reader came, there is at least the row that the cursor names.
  const hasPrevious = isForward ? place.key !== undefined : hasMore;
  const hasNext = isForward ? hasMore : true;
  const [onward, back] = isOldestFirst ? ['a', 'b'] : ['b', 'a'];
  return {
    rows,
    nextCursor: hasNext && last !== undefined ? `${onward}_${keyOf(last).join('_')}` : undefined,
    previousCursor: hasPrevious && first !== undefined ? `${back}_${keyOf(first).join('_')}` : undefined,
  };
}

/** Like `turnedPage`, for a list in the tables that the projector fills. */
export async function pageOfTables<Row>(
  progress: { readonly position: number },
  query: Turned<Row>,
): Promise<Page<Row> | 'bad_cursor'> {
  // The position is read before the rows, so that the rows are at least as new as the position.
  const { position } = progress;
  const page = await turnedPage(query);
  return page === 'bad_cursor' ? page : { ...page, position };
}

/**
 * Parses a cursor. It consists of `b` (before) or `a` (after) and the key of a row, joined by underscores, and selects
 * the rows older or newer than that row. Undefined for the beginning of a list.
 */
function readPlace(cursor: string | undefined, length: number): Place | 'bad_cursor' | undefined {
  if (cursor === undefined) return undefined;
  const [side, ...parts] = cursor.split('_');
  const key = readKey(parts, length);
  if ((side !== 'a' && side !== 'b') || key === 'bad_cursor') return 'bad_cursor';
  return { isOlder: side === 'b', key };
}

/** The largest value of Postgres’ type integer. */
const MAX_LINE = 2 ** 31 - 1;

/**
 * The key of a row: its log position or id, which is a bigint in the database, optionally followed by its line, which
 * is an integer.
 */
export function readKey(parts: readonly string[], length: number): number[] | 'bad_cursor' {
  const key = parts.map((part) => (/^\d{1,16}$/.test(part) ? Number(part) : Number.NaN));
  const [first = Number.NaN, ...lines] = key;
  const isValid = key.length === length && Number.isSafeInteger(first) && lines.every((line) => line <= MAX_LINE);
  return isValid ? key : 'bad_cursor';
}

/**
 * The part of a list that a page reads: a range of ids, the direction of sorting in SQL, and the maximum number of
 * rows.
 */
export interface IdRange {
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly way: 'asc' | 'desc';
  readonly limit: number;
}

/** Like `turnedPage`, for a list sorted by id. */
export const turnedById = <Row extends { readonly id: number }>(
  { cursor, limit }: Pick<PagePlace, 'cursor' | 'limit'>,
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
