import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { rowsOf } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EARN_KEY } from '../../features/earn/earn.ts';
import { FundingTable } from '../../features/earn/funding-table.tsx';
import { MinerDialog } from '../../features/earn/miner-dialog.tsx';
import { MinerTable } from '../../features/earn/miner-table.tsx';
import { PoolTable } from '../../features/earn/pool-table.tsx';
import { ProductDialog } from '../../features/earn/product-dialog.tsx';
import { ProductTable } from '../../features/earn/product-table.tsx';
import { call } from '../../lib/api.ts';
import { useStaff } from '../../lib/session.ts';
import { Page, Pane } from '../../ui/page.tsx';

const EVERY_MS = 10_000;

/** The products and miners of Earn, their pools, and the money that moves into these and back. */
export function EarnPage() {
  const { t } = useTranslation('earn');
  const query = useQuery({
    queryKey: EARN_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/console/earn', { signal, background: true }),
    refetchInterval: EVERY_MS,
  });
  const roles = useStaff()?.roles ?? [];
  const mayAct = roles.some((role) => role === 'treasury' || role === 'administrator');
  const [added, setAdded] = useState<'products' | 'miners'>();
  const retry = () => void query.refetch();
  const adding = (what: 'products' | 'miners') =>
    mayAct ? (
      <Button size="compact-sm" variant="outline" onClick={() => setAdded(what)}>
        {t(`${what}.add`)}
      </Button>
    ) : null;
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Pane title={t('products.title')} note={t('products.note')} side={adding('products')}>
        <ProductTable data={rowsOf(query, ({ products }) => products)} onRetry={retry} mayAct={mayAct} />
      </Pane>
      {/* Rendered after the first table has loaded, to prevent a layout shift. */}
      {query.isPending ? null : (
        <>
          <Pane title={t('miners.title')} note={t('miners.note')} side={adding('miners')}>
            <MinerTable data={rowsOf(query, ({ miners }) => miners)} onRetry={retry} mayAct={mayAct} />
          </Pane>
          <Pane title={t('pools.title')} note={t('pools.note')}>
            <PoolTable data={rowsOf(query, ({ pools }) => pools)} onRetry={retry} mayAct={mayAct} />
          </Pane>
          <Pane title={t('fundings.title')} note={t('fundings.note')}>
            <FundingTable data={rowsOf(query, ({ fundings }) => fundings)} onRetry={retry} />
          </Pane>
        </>
      )}
      {added === 'products' ? <ProductDialog onClose={() => setAdded(undefined)} /> : null}
      {added === 'miners' ? <MinerDialog onClose={() => setAdded(undefined)} /> : null}
    </Page>
  );
}
