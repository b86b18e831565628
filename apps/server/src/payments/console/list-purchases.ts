import type { endpoints, QueryOf } from '@vitrine/contract';
import { pageSize, readIdCursor } from '../../http/paging.ts';
import { purchaseWords } from '../http/purchase-words.ts';
import type { PurchaseState } from '../purchase-table.ts';
import type { Handler } from '../services.ts';
import { reviewedPurchases } from './purchase-review-view.ts';

type Word = NonNullable<QueryOf<typeof endpoints.consolePurchases>['state']>;

export const consolePurchases: Handler<'consolePurchases'> = async ({ services, session, query }) => {
  const { purchaseReview } = services;
  const limit = pageSize(query.limit);
  const rows = await purchaseReview.list({
    which: query.which,
    states: query.state && statesOf(query.state),
    search: query.search,
    limit: limit + 1,
    ...readIdCursor(query.cursor),
  });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    purchases: await reviewedPurchases(services, session, shown),
    open: await purchaseReview.open(),
    owing: await purchaseReview.owing(),
    ...(last === undefined ? {} : { next_cursor: String(last.id) }),
  };
};

const statesOf = (word: Word): PurchaseState[] =>
  (Object.keys(purchaseWords) as PurchaseState[]).filter((state) => purchaseWords[state] === word);
