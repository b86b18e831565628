import { IconCoin } from '@tabler/icons-react';
import { CoinName, type Column, DataTable, EmptyState, formatAmount, LoadFailed } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { CallResponse } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { useSpotWallet } from '../../../lib/wallet.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import styles from './live.module.css';

const ROWS = 10;

type Holding = CallResponse<'GET /api/v3/wallets/spot'>['wallet'][number];
type HoldingProps = { readonly holding: Holding };

const isHeld = ({ coin_value }: Holding): boolean => /[1-9]/.test(coin_value);

/** The coins of the spot wallet, with links that buy, sell and trade each. */
export function Holdings() {
  const { t } = useTranslation('earn');
  const { data, isError, refetch } = useSpotWallet();
  const columns = useColumns();
  const failed = <LoadFailed title={t('live.failed')} onRetry={() => void refetch()} />;
  if (isError && data === undefined) return failed;
  return (
    <div className={styles.list}>
      <DataTable
        label={t('live.holdings')}
        columns={columns}
        data={data === undefined ? { status: 'pending' } : { status: 'success', rows: data.wallet.filter(isHeld) }}
        rowKey={({ name }) => name}
        pageSize={ROWS}
        pageLabel={(page) => t('products.page', { page })}
        card={(holding) => <HoldingCard holding={holding} />}
        skeletonRows={4}
        empty={
          <EmptyState
            size="page"
            icon={IconCoin}
            caption={t('live.holdingsNone')}
            title={t('live.holdingsNoneText')}
            role="status"
          />
        }
        error={failed}
      />
    </div>
  );
}

function useColumns(): readonly Column<Holding>[] {
  const { t } = useTranslation('earn');
  return [
    {
      key: 'coin',
      header: t('live.coin'),
      render: ({ name, full_name }) => <CoinName coin={name} about={full_name} />,
    },
    {
      key: 'balance',
      header: t('live.balance'),
      align: 'end',
      render: ({ coin_value }) => <span className="num">{formatAmount(coin_value, 4)}</span>,
    },
    {
      key: 'value',
      header: t('live.value'),
      align: 'end',
      render: ({ usdt_value }) => <span className="num">{formatAmount(usdt_value, 2)}</span>,
    },
    {
      key: 'actions',
      header: <span className="visually-hidden">{t('live.actions')}</span>,
      align: 'end',
      render: (holding) => <Actions holding={holding} />,
    },
  ];
}

/** USDT is used to buy the other coins, so it can only be bought. */
function Actions({ holding: { name: coin } }: HoldingProps) {
  const { t } = useTranslation('earn');
  if (coin === 'USDT')
    return (
      <span className={styles.actions}>
        <ButtonLink to={paths.buy} size="sm" variant="default" aria-label={t('live.buyOf', { coin })}>
          {t('live.buy')}
        </ButtonLink>
      </span>
    );
  return (
    <span className={styles.actions}>
      <ButtonLink
        to={paths.convert}
        search={{ from: 'USDT', to: coin }}
        size="sm"
        variant="default"
        aria-label={t('live.buyOf', { coin })}
      >
        {t('live.buy')}
      </ButtonLink>
      <ButtonLink
        to={paths.convert}
        search={{ from: coin, to: 'USDT' }}
        size="sm"
        variant="default"
        aria-label={t('live.sellOf', { coin })}
      >
        {t('live.sell')}
      </ButtonLink>
      <ButtonLink
        to={paths.tradeChart}
        params={{ coin }}
        size="sm"
        variant="outline"
        aria-label={t('live.tradeOf', { coin })}
      >
        {t('live.trade')}
      </ButtonLink>
    </span>
  );
}

function HoldingCard({ holding }: HoldingProps) {
  return (
    <div className={styles.card}>
      <CoinName coin={holding.name} about={holding.full_name} />
      <span className={`num ${styles.today}`}>
        {formatAmount(holding.coin_value, 4)}
        <small>{formatAmount(holding.usdt_value, 2)} USDT</small>
      </span>
      <div className={styles.wide}>
        <Actions holding={holding} />
      </div>
    </div>
  );
}
