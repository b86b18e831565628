import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { type CallResponse, call, errorText } from '../../../lib/api.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';

const REWARDS_KEY = ['rewards'] as const;

export type PointsView = CallResponse<'GET /api/v3/points'>;
export type TaskLists = CallResponse<'GET /api/v3/airdrop/1'>;
export type Task = TaskLists['daily'][number];
export type Campaign = CallResponse<'GET /api/v3/task/view'>['tasks'][number];

export const usePoints = () =>
  useQuery({
    queryKey: [...REWARDS_KEY, 'points'],
    queryFn: ({ signal }) => call('GET /api/v3/points', { signal }),
  });

export const useTaskLists = () =>
  useQuery({
    queryKey: [...REWARDS_KEY, 'tasks'],
    queryFn: ({ signal }) => call('GET /api/v3/airdrop/1', { signal }),
  });

export const useCampaigns = () =>
  useQuery({
    queryKey: [...REWARDS_KEY, 'campaigns'],
    queryFn: ({ signal }) => call('GET /api/v3/task/view', { signal }),
  });

export const usePointHistory = () =>
  useInfiniteQuery({
    queryKey: [...REWARDS_KEY, 'history'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/v3/rewards/history', {
        query: { limit: 10, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** Refetches points, tasks and the wallet after a change of points or tasks. */
export function useRewardsChanged() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: REWARDS_KEY }),
      queries.invalidateQueries({ queryKey: WALLET_KEY }),
    ]);
}

/** Claims a Reward Center task or a campaign. */
export function useClaim(kind: 'airdrop' | 'campaign') {
  const { t } = useTranslation('rewards');
  const changed = useRewardsChanged();
  return useMutation({
    mutationFn: (id: number) =>
      kind === 'airdrop'
        ? call('POST /api/v3/claim/airdrop-task', { body: { id } })
        : call('POST /api/v3/claim-task', { body: { task_center_id: id } }),
    onSuccess: async ({ message, points }) => {
      await changed();
      toast.ok(t('act.done'), message === 'success' ? t('act.doneDetail', { points }) : t('act.doneBefore'));
    },
    onError: async (error) => {
      toast.error(`${t('act.failed')} ${errorText(error)}`);
      await changed();
    },
  });
}
