import type { endpoints } from '@vitrine/contract';
import { pageSize } from '../../http/paging.ts';
import type { Handler } from '../services.ts';
import { reviewedItem } from './withdrawal-review-view.ts';

export const consoleWithdrawals: Handler<typeof endpoints.consoleWithdrawals> = async ({
  services,
  session,
  query,
}) => {
  const { review } = services.withdrawals;
  const found = await review.list(query.which, pageSize(query.limit));
  return {
    withdrawals: found.map((withdrawal) => reviewedItem(services, session, withdrawal)),
    waiting: await review.waiting(),
  };
};
