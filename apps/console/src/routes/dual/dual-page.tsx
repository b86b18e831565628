import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { rowsOf } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DUAL_KEY } from '../../features/dual/dual.ts';
import { OfferDialog, OfferTable } from '../../features/dual/offer-table.tsx';
import { PoolTable } from '../../features/dual/pool-table.tsx';
import { call } from '../../lib/api.ts';
import { useStaff } from '../../lib/session.ts';
import { Page, Pane } from '../../ui/page.tsx';

const EVERY_MS = 10_000;

/** The offers of dual investment, and the pools that cover them. */
export function DualPage() {
  const { t } = useTranslation('dual');
  const query = useQuery({
    queryKey: DUAL_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/console/dual', { signal, background: true }),
    refetchInterval: EVERY_MS,
  });
  const roles = useStaff()?.roles ?? [];
  const mayAct = roles.some((role) => role === 'treasury' || role === 'administrator');
  const [isAdding, setIsAdding] = useState(false);
  const retry = () => void query.refetch();
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Pane title={t('pools.title')} note={t('pools.note')}>
        <PoolTable data={rowsOf(query, ({ pools }) => pools)} onRetry={retry} mayAct={mayAct} />
      </Pane>
      {/* Rendered after the first table has loaded, to prevent a layout shift. */}
      {query.isPending ? null : (
        <Pane
          title={t('offers.title')}
          note={t('offers.note')}
          side={
            mayAct ? (
              <Button size="compact-sm" variant="outline" onClick={() => setIsAdding(true)}>
                {t('offers.add')}
              </Button>
            ) : null
          }
        >
          <OfferTable data={rowsOf(query, ({ offers }) => offers)} onRetry={retry} mayAct={mayAct} />
        </Pane>
      )}
      {isAdding ? <OfferDialog onClose={() => setIsAdding(false)} /> : null}
    </Page>
  );
}
