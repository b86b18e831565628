import { ApiError } from '../kit/api-error.ts';
import type { TurnedPage } from '../projections/cursor-page.ts';
import type { Page } from '../projections/histories.ts';

const PAGE_SIZE = 50;

export const pageSize = (limit: number | undefined): number => limit ?? PAGE_SIZE;

/** Returns a page; throws invalid_request if the request's cursor was not issued by us. */
export function known<Found extends object>(page: Found | 'bad_cursor'): Found {
  if (page === 'bad_cursor') throw new ApiError('invalid_request', { reason: 'cursor_invalid' });
  return page;
}

/**
 * A page with its `next_cursor` in wire format. Throws invalid_request if the request's cursor was not issued by us.
 */
export function pageOf<Row>(page: Page<Row> | 'bad_cursor') {
  const { rows, nextCursor, position } = known(page);
  return { rows, position, next: nextCursor === undefined ? {} : { next_cursor: nextCursor } };
}

/**
 * A page with the cursors of the pages before and after it in wire format. Throws invalid_request if the request's
 * cursor was not issued by us.
 */
export function turned<Row>(page: TurnedPage<Row> | 'bad_cursor') {
  const { rows, olderCursor, newerCursor } = known(page);
  const cursors = {
    ...(olderCursor === undefined ? {} : { next_cursor: olderCursor }),
    ...(newerCursor === undefined ? {} : { previous_cursor: newerCursor }),
  };
  return { rows, cursors };
}

/** Parses a cursor that is the id to continue from. Throws invalid_request if it is not such an id. */
export function readIdCursor(cursor: string | undefined): { readonly before?: number } {
  if (cursor === undefined) return {};
  if (/^[1-9][0-9]{0,15}$/.test(cursor) && Number.isSafeInteger(Number(cursor))) return { before: Number(cursor) };
  throw new ApiError('invalid_request', { reason: 'cursor_invalid' });
}
