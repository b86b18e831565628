import type { QueryClient } from '@tanstack/react-query';
import type { CallResponse } from '../../lib/api.ts';

export type Withdrawal = CallResponse<'GET /api/v3/console/withdrawals'>['withdrawals'][number];
export type Blocked = CallResponse<'GET /api/v3/console/blocked-addresses'>['addresses'][number];

export const networks = ['TRC20', 'ERC20', 'BEP20', 'BTC'] as const satisfies readonly Blocked['network'][];
/** The reasons that an operator may give for refusing a withdrawal. */
export const refusals = [
  'fraud_suspected',
  'takeover_suspected',
  'address_risk',
  'funds_origin',
  'sanctions_match',
  'client_request',
] as const;
export type Refusal = (typeof refusals)[number];

/** Whether an approval counts. An approval by someone who has since lost the permission is shown but does not count. */
export const counts = ({ void_reason }: Withdrawal['approvals'][number]): boolean => void_reason === '';

export const withdrawalsChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['withdrawals'] });
export const blockedChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['blocked-addresses'] });
