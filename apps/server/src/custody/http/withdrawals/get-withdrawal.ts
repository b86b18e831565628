import { ApiError } from '../../../kit/api-error.ts';
import type { Handler } from '../../services.ts';
import { withdrawalItem } from './withdrawal-view.ts';

export const getWithdrawal: Handler<'withdrawal'> = async ({ services, session, query }) => {
  const withdrawal = await services.withdrawals.table.own(session.owner, query.withdrawal_id);
  if (withdrawal === undefined) throw new ApiError('unknown_withdrawal');
  return { withdrawal: withdrawalItem(services, withdrawal) };
};
