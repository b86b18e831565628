import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { type CallResponse, call, errorText } from '../../../lib/api.ts';
import { useRewardsChanged } from './use-rewards.ts';

const GAMES_KEY = ['games'] as const;
const EVERY_MS = 30_000;

export type Games = CallResponse<'GET /api/v3/games'>;
export type Guess = Games['guess']['recent'][number];

export const useGames = () =>
  useQuery({
    queryKey: GAMES_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/games', { signal }),
    // Rounds begin, end and are settled without an act of the client.
    refetchInterval: EVERY_MS,
  });

function useGamesChanged() {
  const queries = useQueryClient();
  const rewardsChanged = useRewardsChanged();
  return () => Promise.all([queries.invalidateQueries({ queryKey: GAMES_KEY }), rewardsChanged()]);
}

export function useGuess(round: number) {
  const { t } = useTranslation('rewards');
  const changed = useGamesChanged();
  return useMutation({
    mutationFn: (guess: Guess['guess']) => call('POST /api/v3/games/guess', { body: { round, guess } }),
    onSuccess: async () => {
      await changed();
      toast.ok(t('games.guess.saved'));
    },
    onError: async (error) => {
      toast.error(`${t('games.guess.failed')} ${errorText(error)}`);
      await changed();
    },
  });
}

export function useStartMining() {
  const { t } = useTranslation('rewards');
  const changed = useGamesChanged();
  return useMutation({
    mutationFn: () => call('POST /api/v3/games/mining', { body: {} }),
    onSuccess: changed,
    onError: (error) => toast.error(`${t('games.mining.failed')} ${errorText(error)}`),
  });
}
