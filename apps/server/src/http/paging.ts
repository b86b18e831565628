import { ApiError } from '../kit/api-error.ts';
import type { Page, TurnedPage } from '../projections/cursor-page.ts';

const PAGE_SIZE = 50;

export const pageSize = (limit: number | undefined): number => limit ?? PAGE_SIZE;

/** Returns a page. Throws invalid_request if the request's cursor was not issued by us. */
function known<Found extends object>(page: Found | 'bad_cursor'): Found {
  if (page === 'bad_cursor') throw new ApiError('invalid_request', { reason: 'cursor_invalid' });
  return page;
}

/** Like `turned`, with the log position of the page. */
export function pageOf<Row>(found: Page<Row> | 'bad_cursor') {
  const page = known(found);
  return { ...turned(page), position: page.position };
}

/**
 * A page with the cursors of the pages before and after it in wire format. Throws invalid_request if the request's
 * cursor was not issued by us.
 */
export function turned<Row>(page: TurnedPage<Row> | 'bad_cursor') {
  const { rows, nextCursor, previousCursor } = known(page);
  const cursors = {
    ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }),
    ...(previousCursor === undefined ? {} : { previous_cursor: previousCursor }),
  };
  return { rows, cursors };
}

/** Parses a cursor that consists of the id to continue from. Throws invalid_request if it is not an id. */
export function readIdCursor(cursor: string | undefined): { readonly before?: number } {
  if (cursor === undefined) return {};
  if (/^[1-9][0-9]{0,15}$/.test(cursor) && Number.isSafeInteger(Number(cursor))) return { before: Number(cursor) };
  throw new ApiError('invalid_request', { reason: 'cursor_invalid' });
}
