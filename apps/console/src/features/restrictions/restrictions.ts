import type { QueryClient } from '@tanstack/react-query';
import type { RestrictionKind, RestrictionReason } from '@vitrine/contract';
import type { CallResponse } from '../../lib/api.ts';

export type Restriction = CallResponse<'GET /api/v3/console/restrictions'>['restrictions'][number];

export const kinds: readonly RestrictionKind[] = ['freeze', 'trade', 'withdraw'];
export const reasons: readonly RestrictionReason[] = [
  'client_request',
  'takeover_suspected',
  'fraud_suspected',
  'funds_origin',
  'identity_doubt',
  'sanctions_match',
  'authority_order',
  'terms_breach',
];
export const MOST_DAYS = 30;

/** Refetches everything that shows restrictions. */
export const restrictionsChanged = (queries: QueryClient): Promise<unknown> =>
  Promise.all(
    ['client', 'clients', 'restrictions', 'objections'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
  );
