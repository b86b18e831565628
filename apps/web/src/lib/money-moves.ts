import { useQueryClient } from '@tanstack/react-query';
import { WALLET_KEY } from './query-client.ts';
import { useClient } from './session.ts';
import { useStream } from './use-stream.ts';

/** Lists of deposits and withdrawals are cached under these keys, below the wallet's. */
export const DEPOSITS_KEY = [...WALLET_KEY, 'deposits'] as const;
export const WITHDRAWALS_KEY = [...WALLET_KEY, 'withdrawals'] as const;

/** Refetches deposits or withdrawals as soon as one of the client's has progressed. */
export function useMoneyMoves(of: 'deposit' | 'withdrawal'): void {
  const queries = useQueryClient();
  const client = useClient();
  useStream(client && { channel: 'private' }, (message) => {
    if (message.type !== 'money' || message.of !== of) return;
    void queries.invalidateQueries({ queryKey: of === 'deposit' ? DEPOSITS_KEY : WITHDRAWALS_KEY });
  });
}
