import { SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MoreRows, rowsOf } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WithdrawalTable } from '../../features/withdrawals/withdrawal-table.tsx';
import { call } from '../../lib/api.ts';
import { NewAccess } from '../../ui/new-access.tsx';
import { Page } from '../../ui/page.tsx';

type Which = 'waiting' | 'under_way' | 'over';

const ASK_EVERY_MS = 10_000;

/** Clients' withdrawals: waiting for a decision, in progress or finished. */
export function WithdrawalsPage() {
  const { t } = useTranslation(['withdrawals', 'common']);
  const [which, setWhich] = useState<Which>('waiting');
  const query = useInfiniteQuery({
    queryKey: ['withdrawals', which],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/v3/console/withdrawals', {
        query: { which, ...(pageParam && { cursor: pageParam }) },
        signal,
        background: true,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ASK_EVERY_MS,
  });
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      side={
        <SegmentedControl
          aria-label={t('which')}
          value={which}
          onChange={(next) => setWhich(next as Which)}
          data={[
            { value: 'waiting', label: t('waiting') },
            { value: 'under_way', label: t('underWay') },
            { value: 'over', label: t('over') },
          ]}
        />
      }
    >
      <NewAccess />
      <WithdrawalTable
        data={rowsOf(query, ({ pages }) => pages.flatMap(({ withdrawals }) => withdrawals))}
        onRetry={() => void query.refetch()}
        emptyText={which === 'waiting' ? t('noneWaiting') : ''}
      />
      <MoreRows query={query} label={t('more')} failed={t('common:errors.list')} />
    </Page>
  );
}
