import type { endpoints, QueryOf, WithdrawalStage } from '@vitrine/contract';
import { pageSize, turned } from '../../../http/paging.ts';
import { findAsset } from '../../../kit/find.ts';
import { readDays } from '../../../wallet/http/browsed.ts';
import type { Handler, Services } from '../../services.ts';
import { withdrawalItem } from './withdrawal-view.ts';

export const withdrawalHistory: Handler<'withdrawalHistory'> = async ({ services, session, query }) => {
  const { cursor, limit } = query;
  const page = { ...withdrawalsFilter(services, query), cursor, limit: pageSize(limit) };
  const { rows, cursors } = turned(await services.withdrawals.table.of(session.owner, page));
  return { withdraw: rows.map((row) => withdrawalItem(services, row)), ...cursors };
};

type Filter = Pick<QueryOf<typeof endpoints.withdrawalHistory>, 'coin' | 'state' | 'from' | 'to'>;

const stagesOf: Readonly<Record<NonNullable<Filter['state']>, readonly WithdrawalStage[]>> = {
  completed: ['completed'],
  pending: ['requested', 'checking', 'waiting_approval', 'approved', 'sending'],
  cancelled: ['refused', 'cancelled'],
};

/** Translates the query of a withdrawal list or export into a filter. Throws unknown_coin and invalid_request. */
export const withdrawalsFilter = (services: Services, { coin, state, from, to }: Filter) => ({
  coin: coin === undefined ? undefined : findAsset(services, coin).code,
  states: state && stagesOf[state],
  ...readDays({ ...(from && { from }), ...(to && { to }) }),
});
