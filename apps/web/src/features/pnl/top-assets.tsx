import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  ChangeText,
  CoinIcon,
  type Column,
  DataTable,
  directionOf,
  formatAmount,
  formatPrice,
  formatSigned,
  LoadFailed,
} from '@vitrine/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { type Answer, call } from '../../lib/api.ts';
import { WALLET_KEY } from '../../lib/query-client.ts';
import { trimZeros } from '../../lib/trading/decimal.ts';
import { useFallbackInterval } from '../../lib/use-stream.ts';
import { useRevaluing, WALLET_POLL_MS } from '../../lib/wallet.ts';
import { Section } from '../../ui/section.tsx';
import panel from './profit-panel.module.css';
import styles from './top-assets.module.css';

type Asset = Answer<'GET /api/v3/top-assets'>['assets'][number];

const ROWS = 5;
const TOP_KEY = [...WALLET_KEY, 'top-assets'];

/** What one owns most of over all wallets, and what each has made today and since it was bought. */
export function TopAssets() {
  const { t } = useTranslation('wallet');
  const { data, isError, refetch } = useQuery({
    queryKey: TOP_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/top-assets', { signal }),
    refetchInterval: useFallbackInterval(WALLET_POLL_MS),
  });
  useRevaluing(TOP_KEY);
  const columns = useColumns();
  // An empty wallet says so further up.
  if (data?.assets.length === 0) return null;
  return (
    <Section
      title={t('top.title')}
      note={data && data.left_out.length > 0 ? t('top.leftOut', { coins: data.left_out.join(', ') }) : undefined}
    >
      <div className={styles.list}>
        <DataTable
          label={t('top.title')}
          columns={columns}
          data={
            data ? { status: 'success', rows: data.assets.slice(0, ROWS) } : { status: isError ? 'error' : 'pending' }
          }
          rowKey={({ name }) => name}
          skeletonRows={3}
          card={(asset) => <AssetCard asset={asset} />}
          empty={null}
          error={<LoadFailed compact title={t('top.failed')} onRetry={refetch} />}
        />
      </div>
    </Section>
  );
}

function CoinName({ asset }: { readonly asset: Asset }) {
  return (
    <Link to={paths.walletCoin} params={{ coin: asset.name }} className={styles.coin}>
      <CoinIcon coin={asset.name} size={26} />
      <span>
        <b>{asset.name}</b>
        <small className="num">{formatPrice(trimZeros(asset.coin_value))}</small>
      </span>
    </Link>
  );
}

function Made({ amount, percentage }: { readonly amount: string; readonly percentage: string }) {
  return (
    <span className={`num ${styles.made}`}>
      <span className={panel[directionOf(amount)]}>{formatSigned(amount, 2)}</span>
      <ChangeText value={percentage} />
    </span>
  );
}

function useColumns(): readonly Column<Asset>[] {
  const { t } = useTranslation('wallet');
  return useMemo<readonly Column<Asset>[]>(
    () => [
      { key: 'coin', header: t('top.column.coin'), render: (asset) => <CoinName asset={asset} /> },
      {
        key: 'value',
        header: t('top.column.value'),
        align: 'end',
        render: (asset) => <span className="num">{formatAmount(asset.usdt_value, 2)}</span>,
      },
      {
        key: 'share',
        header: t('top.column.share'),
        align: 'end',
        render: (asset) => <span className="num dim">{formatAmount(asset.share_percent, 1)}%</span>,
      },
      {
        key: 'today',
        header: t('top.column.today'),
        align: 'end',
        render: (asset) => <Made amount={asset.profit_today} percentage={asset.percentage_today} />,
      },
      {
        key: 'unrealised',
        header: t('top.column.unrealised'),
        align: 'end',
        render: (asset) => <Made amount={asset.unrealised} percentage={asset.unrealised_percentage} />,
      },
    ],
    [t],
  );
}

function AssetCard({ asset }: { readonly asset: Asset }) {
  const { t } = useTranslation('wallet');
  return (
    <div className={styles.card}>
      <CoinName asset={asset} />
      <span className={`num ${styles.cardValue}`}>
        <b>{formatAmount(asset.usdt_value, 2)}</b>
        <small>
          {t('pnl.today')} <ChangeText value={asset.percentage_today} />
        </small>
      </span>
    </div>
  );
}
