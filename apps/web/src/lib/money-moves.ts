import { useQueryClient } from '@tanstack/react-query';
import { WALLET_KEY } from './query-client.ts';
import { useClient } from './session.ts';
import { useStream } from './use-stream.ts';

/** The cache keys of deposits and of withdrawals; they begin with the wallet's key. */
export const DEPOSITS_KEY = [...WALLET_KEY, 'deposits'] as const;
export const WITHDRAWALS_KEY = [...WALLET_KEY, 'withdrawals'] as const;

/** Refetches the client's deposits or withdrawals as soon as one of them has progressed. */
export function useMoneyMoves(of: 'deposit' | 'withdrawal'): void {
  const queries = useQueryClient();
  const client = useClient();
  useStream(client && { channel: 'private' }, (message) => {
    if (message.type !== 'money' || message.of !== of) return;
    void queries.invalidateQueries({ queryKey: of === 'deposit' ? DEPOSITS_KEY : WITHDRAWALS_KEY });
  });
}
