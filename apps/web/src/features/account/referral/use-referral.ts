import { useInfiniteQuery } from '@tanstack/react-query';
import { type CallResponse, call } from '../../../lib/api.ts';

export type Referral = CallResponse<'GET /api/v3/get-referral'>['referral'];
export type Friend = Referral['friends'][number];
export type Hold = NonNullable<Referral['own_hold']>;
export type Terms = NonNullable<Referral['terms']>;

/** The client's referral code, credit and friends. Friends are paged. */
export const useReferral = () =>
  useInfiniteQuery({
    queryKey: ['referral'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/v3/get-referral', { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: ({ referral }) => referral.next_cursor,
  });
