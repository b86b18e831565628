import type { endpoints, QueryOf } from '@vitrine/contract';
import type { PurchaseState } from '../../payments/purchase-table.ts';
import type { Handler } from '../handler.ts';
import { pageSize, readIdCursor } from '../paging.ts';
import { readDays } from '../reports/browsed.ts';
import { purchaseOnWire } from './purchase-words.ts';

export const purchaseHistory: Handler<typeof endpoints.purchaseHistory> = async ({ services, session, query }) => {
  const limit = pageSize(query.limit);
  const page = { ...purchasesFilter(query), limit: limit + 1, ...readIdCursor(query.cursor) };
  const rows = await services.purchaseTable.ofOwner(session.owner, page);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    purchases: shown.map(purchaseOnWire),
    ...(last === undefined ? {} : { next_cursor: String(last.id) }),
  };
};

type Filter = Pick<QueryOf<typeof endpoints.purchaseHistory>, 'state' | 'from' | 'to'>;

const statesOf: Readonly<Record<NonNullable<Filter['state']>, readonly PurchaseState[]>> = {
  completed: ['credited'],
  pending: ['created', 'approved', 'captured'],
  cancelled: ['failed', 'expired'],
};

/** Which purchases a list or a file is about. Throws invalid_request. */
export const purchasesFilter = ({ state, from, to }: Filter) => ({
  states: state && statesOf[state],
  ...readDays({ ...(from && { from }), ...(to && { to }) }),
});
