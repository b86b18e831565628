import type { CallResponse } from './api.ts';

/** The API uses the specification's terms for deposits; they are translated here. */
const statuses = {
  SEEN: 'seen',
  FROZEN: 'frozen',
  APPROVED: 'completed',
  BELOW_MINIMUM: 'below_minimum',
  WAITING: 'waiting',
  STOPPED: 'stopped',
} as const;

export const ownDeposit = ({
  recharge_amount: amount,
  recharge_status: status,
  ...item
}: CallResponse<'GET /api/v3/deposit-history'>['deposit'][number]) => ({ ...item, amount, status: statuses[status] });

export type Deposit = ReturnType<typeof ownDeposit>;
