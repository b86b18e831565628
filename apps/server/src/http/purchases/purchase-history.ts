import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';
import { pageSize, readIdCursor } from '../paging.ts';
import { purchaseOnWire } from './purchase-words.ts';

export const purchaseHistory: Handler<typeof endpoints.purchaseHistory> = async ({ services, session, query }) => {
  const limit = pageSize(query.limit);
  const { before } = readIdCursor(query.cursor);
  const found = (await services.purchases?.list(session.owner, before, limit)) ?? [];
  const last = found.length === limit ? found.at(-1) : undefined;
  return {
    purchases: found.map(purchaseOnWire),
    ...(last === undefined ? {} : { next_cursor: String(last.id) }),
  };
};
