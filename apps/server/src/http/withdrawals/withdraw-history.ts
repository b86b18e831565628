import type { endpoints, QueryOf, WithdrawalStage } from '@vitrine/contract';
import { findAsset } from '../find.ts';
import type { Handler } from '../handler.ts';
import { pageSize, readIdCursor } from '../paging.ts';
import { readDays } from '../reports/browsed.ts';
import type { Services } from '../services.ts';
import { withdrawalItem } from './withdrawal-view.ts';

export const withdrawHistory: Handler<typeof endpoints.withdrawHistory> = async ({ services, session, query }) => {
  const limit = pageSize(query.limit);
  const page = { ...withdrawalsFilter(services, query), limit: limit + 1, ...readIdCursor(query.cursor) };
  const rows = await services.withdrawals.table.of(session.owner, page);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    withdraw: shown.map((row) => withdrawalItem(services, row)),
    ...(last === undefined ? {} : { next_cursor: String(last.id) }),
  };
};

type Filter = Pick<QueryOf<typeof endpoints.withdrawHistory>, 'coin' | 'state' | 'from' | 'to'>;

const stagesOf: Readonly<Record<NonNullable<Filter['state']>, readonly WithdrawalStage[]>> = {
  completed: ['completed'],
  pending: ['requested', 'checking', 'waiting_approval', 'approved', 'sending'],
  cancelled: ['refused', 'cancelled'],
};

/** Which withdrawals a list or a file is about. Throws unknown_coin and invalid_request. */
export const withdrawalsFilter = (services: Services, { coin, state, from, to }: Filter) => ({
  coin: coin === undefined ? undefined : findAsset(services, coin).code,
  states: state && stagesOf[state],
  ...readDays({ ...(from && { from }), ...(to && { to }) }),
});
