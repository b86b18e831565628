import type { endpoints, QueryOf } from '@vitrine/contract';
import { pageSize, turned } from '../../http/paging.ts';
import { readDays } from '../../wallet/http/browsed.ts';
import type { PurchaseState } from '../purchase-table.ts';
import type { Handler } from '../services.ts';
import { purchaseOnWire } from './purchase-words.ts';

export const purchaseHistory: Handler<'purchaseHistory'> = async ({ services, session, query }) => {
  const { cursor, limit } = query;
  const page = { ...purchasesFilter(query), cursor, limit: pageSize(limit) };
  const { rows, cursors } = turned(await services.purchaseTable.ofOwner(session.owner, page));
  return { purchases: rows.map(purchaseOnWire), ...cursors };
};

type Filter = Pick<QueryOf<typeof endpoints.purchaseHistory>, 'state' | 'from' | 'to'>;

const statesOf: Readonly<Record<NonNullable<Filter['state']>, readonly PurchaseState[]>> = {
  completed: ['credited'],
  pending: ['created', 'approved', 'captured'],
  cancelled: ['failed', 'expired'],
};

/** Translates the query of a purchase list or export into a filter. Throws invalid_request. */
export const purchasesFilter = ({ state, from, to }: Filter) => ({
  states: state && statesOf[state],
  ...readDays({ ...(from && { from }), ...(to && { to }) }),
});
