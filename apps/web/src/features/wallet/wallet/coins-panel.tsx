import { Button, Checkbox } from '@mantine/core';
import { IconCoin, IconSearchOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import {
  ChangeText,
  CoinIcon,
  CoinName,
  type Column,
  DataTable,
  directionOf,
  EmptyState,
  formatAmount,
  formatCoin,
  formatSigned,
  LoadFailed,
  Panel,
} from '@vitrine/ui';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallResponse } from '../../../lib/api.ts';
import { listText } from '../../../lib/lists.ts';
import { paths } from '../../../lib/paths.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { useSnapshot } from '../../../lib/wallet.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import table from './coin-table.module.css';
import styles from './coins-panel.module.css';
import { FrozenAmount } from './frozen-amount.tsx';
import { isSmallBalance } from './small-balances.ts';

type Coin = CallResponse<'GET /api/v3/wallet-snapshot'>['coins'][number];

const ROWS = 20;

/** The holdings across all wallets: amount, share of the whole, and profit today and since purchase. */
export function CoinsPanel({ emptyAction }: { readonly emptyAction: ReactNode }) {
  const { t } = useTranslation('wallet');
  const { data, isError, refetch } = useSnapshot();
  const { hide_small_balances, set } = usePreferences();
  const columns = useColumns();
  const isNew = data?.coins.length === 0;
  const rows = data?.coins.filter(({ usdt_value }) => !(hide_small_balances && isSmallBalance(usdt_value)));
  return (
    <Panel>
      <header className={table.head}>
        <h2>{t('coins.title')}</h2>
        <Link to={paths.wallet} search={{ tab: 'spot' }} className={`link ${table.all}`}>
          {t('spot.all')}
        </Link>
        <Checkbox
          size="sm"
          label={t('spot.hideSmall')}
          checked={hide_small_balances}
          onChange={(event) => set({ hide_small_balances: event.currentTarget.checked })}
        />
      </header>
      <div className={`${table.list} ${styles.rows}`}>
        <DataTable
          label={t('coins.title')}
          columns={columns}
          data={rows ? { status: 'success', rows } : { status: isError ? 'error' : 'pending' }}
          rowKey={({ name }) => name}
          pageSize={ROWS}
          pageLabel={(page) => t('page', { page })}
          skeletonRows={4}
          card={(coin) => <CoinCard coin={coin} />}
          empty={
            <EmptyState
              icon={isNew ? IconCoin : IconSearchOff}
              caption={t('spot.empty')}
              title={t(isNew ? 'spot.emptyText' : 'spot.emptyNarrowed')}
              role="status"
              action={
                isNew ? (
                  emptyAction
                ) : (
                  <Button variant="default" onClick={() => set({ hide_small_balances: false })}>
                    {t('spot.showAll')}
                  </Button>
                )
              }
            />
          }
          error={<LoadFailed title={t('error.title')} onRetry={refetch} />}
        />
      </div>
      {data && data.left_out.length > 0 ? (
        <p className={styles.note}>{t('coins.leftOut', { coins: listText(data.left_out) })}</p>
      ) : null}
    </Panel>
  );
}

function useColumns(): readonly Column<Coin>[] {
  const { t } = useTranslation('wallet');
  return useMemo<readonly Column<Coin>[]>(
    () => [
      { key: 'coin', header: t('spot.column.coin'), render: (coin) => <CoinLink coin={coin} /> },
      {
        key: 'balance',
        header: t('spot.column.balance'),
        align: 'end',
        render: ({ name, balance }) => formatCoin(balance, name),
      },
      {
        key: 'frozen',
        header: t('spot.column.frozen'),
        align: 'end',
        render: ({ name, frozen }) =>
          /[1-9]/.test(frozen) ? <FrozenAmount coin={name} amount={frozen} /> : <span className="faint">–</span>,
      },
      {
        key: 'value',
        header: t('spot.column.value'),
        align: 'end',
        render: ({ usdt_value, share_percent }) => (
          <span className={styles.pair}>
            {formatAmount(usdt_value, 2)}
            <small>{formatAmount(share_percent, 1)}%</small>
          </span>
        ),
      },
      {
        key: 'today',
        header: t('coins.today'),
        align: 'end',
        render: (coin) => <Made amount={coin.profit_today} percentage={coin.percentage_today} />,
      },
      {
        key: 'unrealised',
        header: t('coins.unrealised'),
        align: 'end',
        render: (coin) => <Made amount={coin.unrealised} percentage={coin.unrealised_percentage} />,
      },
      {
        key: 'actions',
        header: <span className="visually-hidden">{t('spot.column.actions')}</span>,
        align: 'end',
        render: ({ name }) =>
          name === 'USDT' ? (
            <ButtonLink to={paths.buy} variant="outline" size="sm" aria-label={t('spot.buyCoin', { coin: name })}>
              {t('spot.buy')}
            </ButtonLink>
          ) : (
            <ButtonLink
              to={paths.tradeChart}
              params={{ coin: name }}
              variant="outline"
              size="sm"
              aria-label={t('spot.tradeCoin', { coin: name })}
            >
              {t('spot.trade')}
            </ButtonLink>
          ),
      },
    ],
    [t],
  );
}

const CoinLink = ({ coin: { name, full_name } }: { readonly coin: Coin }) => (
  <Link to={paths.walletCoin} params={{ coin: name }} className={styles.coin}>
    <CoinName coin={name} about={full_name} />
  </Link>
);

const Made = ({ amount, percentage }: { readonly amount: string; readonly percentage: string }) => (
  <span className={styles.pair}>
    <span className={styles[directionOf(amount)]}>{formatSigned(amount, 2)}</span>
    <small>
      <ChangeText value={percentage} />
    </small>
  </span>
);

function CoinCard({ coin }: { readonly coin: Coin }) {
  const { t } = useTranslation('wallet');
  return (
    <Link to={paths.walletCoin} params={{ coin: coin.name }} className={`num ${styles.card}`}>
      <CoinIcon coin={coin.name} size={34} />
      <span className={styles.pair}>
        <b>{coin.name}</b>
        <small>
          {formatCoin(coin.balance, coin.name)}
          {/[1-9]/.test(coin.frozen) ? ` · ${t('spot.frozenOf', { amount: formatCoin(coin.frozen, coin.name) })}` : ''}
        </small>
      </span>
      <span className={styles.pair} data-end>
        <b>{t('spot.worth', { value: formatAmount(coin.usdt_value, 2) })}</b>
        <small>
          {formatAmount(coin.share_percent, 1)}% · {t('pnl.today')} <ChangeText value={coin.percentage_today} />
        </small>
      </span>
    </Link>
  );
}
