import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../lib/api.ts';
import { refreshSession, useClient } from '../../../lib/session.ts';
import { proofOf } from './proof.ts';

export const PROOF = ['kyc'] as const;

/** The polling interval while a reviewer's decision is pending. */
const POLL_MS = 15_000;

/** The client's own proof of identity, polled while it is pending review. */
export function useProof() {
  const client = useClient();
  const query = useQuery({
    queryKey: PROOF,
    queryFn: async () => proofOf(await call('GET /api/v2/upload/check-kyc')),
    enabled: client !== undefined,
    refetchInterval: ({ state }) => (state.data?.overall === 'pending' ? POLL_MS : false),
  });
  const isNews = query.data?.overall === 'approved' && client?.user.account_status === 'Unverified';
  useEffect(() => {
    if (isNews) void refreshSession();
  }, [isNews]);
  return query;
}

/** The limits of each tier, and the client's tier. */
export const useLimits = () =>
  useQuery({ queryKey: ['account-limits'], queryFn: () => call('GET /api/v3/account-limits') });
