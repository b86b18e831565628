import type { Page } from '../read-models/histories.ts';
import { ApiError } from './api-error.ts';

const PAGE_SIZE = 50;

export const pageSize = (limit: number | undefined): number => limit ?? PAGE_SIZE;

/** A page with its `next_cursor` as the wire names it. Throws invalid_request where the cursor was none of ours. */
export function pageOf<Row>(page: Page<Row> | 'bad_cursor') {
  if (page === 'bad_cursor') throw new ApiError('invalid_request', { reason: 'cursor is not one of ours' });
  const { rows, nextCursor, position } = page;
  return { rows, position, next: nextCursor === undefined ? {} : { next_cursor: nextCursor } };
}

/** A cursor that is the id to go on from. Throws invalid_request for one that is not ours. */
export function readIdCursor(cursor: string | undefined): { readonly before?: number } {
  if (cursor === undefined) return {};
  if (/^[1-9][0-9]{0,15}$/.test(cursor) && Number.isSafeInteger(Number(cursor))) return { before: Number(cursor) };
  throw new ApiError('invalid_request', { reason: 'cursor is not one of ours' });
}
