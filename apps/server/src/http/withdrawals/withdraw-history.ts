import type { endpoints } from '@vitrine/contract';
import { findAsset } from '../find.ts';
import type { Handler } from '../handler.ts';
import { pageSize, readIdCursor } from '../paging.ts';
import { withdrawalItem } from './withdrawal-view.ts';

export const withdrawHistory: Handler<typeof endpoints.withdrawHistory> = async ({ services, session, query }) => {
  const limit = pageSize(query.limit);
  const coin = query.coin === undefined ? undefined : findAsset(services, query.coin).code;
  const page = { coin, limit: limit + 1, ...readIdCursor(query.cursor) };
  const rows = await services.withdrawals.table.of(session.owner, page);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    withdraw: shown.map((row) => withdrawalItem(services, row)),
    ...(last === undefined ? {} : { next_cursor: String(last.id) }),
  };
};
