import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { rowsOf } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BlockedTable } from '../../features/withdrawals/blocked-table.tsx';
import { BlockDialog } from '../../features/withdrawals/dialogs.tsx';
import { call } from '../../lib/api.ts';
import { useStaff } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';

/** Addresses to which withdrawals are blocked. */
export function BlockedAddressesPage() {
  const { t } = useTranslation('withdrawals');
  const [isAdding, setIsAdding] = useState(false);
  const roles = useStaff()?.roles ?? [];
  const mayAct = roles.some((role) => role === 'treasury' || role === 'compliance' || role === 'administrator');
  const query = useQuery({
    queryKey: ['blocked-addresses'],
    queryFn: ({ signal }) => call('GET /api/v3/console/blocked-addresses', { signal }),
  });
  return (
    <Page
      title={t('blocked.title')}
      lead={t('blocked.lead')}
      side={mayAct ? <Button onClick={() => setIsAdding(true)}>{t('blocked.add')}</Button> : null}
    >
      <BlockedTable
        data={rowsOf(query, ({ addresses }) => addresses)}
        onRetry={() => void query.refetch()}
        mayAct={mayAct}
      />
      {isAdding ? <BlockDialog onClose={() => setIsAdding(false)} /> : null}
    </Page>
  );
}
