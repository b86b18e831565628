import { Button, Checkbox } from '@mantine/core';
import { IconCoin, IconSearchOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { CoinName, type Column, DataTable, EmptyState, formatAmount, Panel, type Rows } from '@vitrine/ui';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useSpotWallet } from '../../lib/wallet.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import table from './coin-table.module.css';
import { FrozenAmount } from './frozen-amount.tsx';
import { SpotCard } from './spot-card.tsx';
import styles from './spot-panel.module.css';
import { useValuation } from './use-wallet.ts';
import type { SpotEntry } from './valuation.ts';

const ROWS_PER_PAGE = 30;
/** USDT: less than this counts as small. */
const SMALL = 1;
const DECIMALS = 4;
const isTradable = (coin: string): boolean => coin !== 'USDT';

type SpotPanelProps = {
  /** The way to a first balance. */
  readonly emptyAction: ReactNode;
};

/** The coins of the wallet with what is free, what is set aside, and what it is worth. */
export function SpotPanel({ emptyAction }: SpotPanelProps) {
  const { t } = useTranslation('wallet');
  const { isError, refetch } = useSpotWallet();
  const wallet = useValuation();
  const { hide_small_balances, set } = usePreferences();
  const [search, setSearch] = useState('');
  const columns = useColumns();

  const data = useMemo<Rows<SpotEntry>>(() => {
    if (!wallet) return { status: isError ? 'error' : 'pending' };
    return { status: 'success', rows: matching(wallet.entries, search, hide_small_balances) };
  }, [wallet, isError, search, hide_small_balances]);
  const isNarrowed = search !== '' || hide_small_balances;

  return (
    <Panel className={styles.panel ?? ''}>
      <header className={`${table.head} ${styles.head ?? ''}`}>
        <h2>{t('spot.title')}</h2>
        <div className={styles.tools}>
          <SearchField label={t('spot.search')} value={search} onChange={setSearch} />
          <Checkbox
            size="sm"
            label={t('spot.hideSmall')}
            checked={hide_small_balances}
            onChange={(event) => set({ hide_small_balances: event.currentTarget.checked })}
          />
        </div>
      </header>
      <div className={`${table.list} ${styles.rows}`}>
        <DataTable
          label={t('spot.title')}
          columns={columns}
          data={data}
          rowKey={({ name }) => name}
          pageSize={ROWS_PER_PAGE}
          pageLabel={(page) => t('page', { page })}
          skeletonRows={8}
          card={(entry) => <SpotCard entry={entry} />}
          empty={
            <EmptyState
              icon={isNarrowed ? IconSearchOff : IconCoin}
              caption={t('spot.empty')}
              title={t(isNarrowed ? 'spot.emptyNarrowed' : 'spot.emptyText')}
              role="status"
              action={
                isNarrowed ? (
                  <Button
                    variant="default"
                    onClick={() => {
                      setSearch('');
                      set({ hide_small_balances: false });
                    }}
                  >
                    {t('spot.showAll')}
                  </Button>
                ) : (
                  emptyAction
                )
              }
            />
          }
          error={
            <EmptyState
              title={t('error.title')}
              role="alert"
              action={
                <Button variant="default" onClick={() => void refetch()}>
                  {t('error.action')}
                </Button>
              }
            >
              {t('error.text')}
            </EmptyState>
          }
        />
      </div>
    </Panel>
  );
}

const isHeld = ({ coin_value }: SpotEntry) => /[1-9]/.test(coin_value);

function matching(entries: readonly SpotEntry[], search: string, hideSmall: boolean): readonly SpotEntry[] {
  const text = search.trim().toLowerCase();
  return entries.filter(
    ({ name, full_name, usdt_value }) =>
      `${name} ${full_name}`.toLowerCase().includes(text) && (!hideSmall || Number(usdt_value) >= SMALL),
  );
}

type FigureProps = { readonly amount: string; readonly decimals?: number; readonly isNone?: boolean };

/** What is nothing stands back: the eye finds what one has. */
const Figure = ({ amount, decimals = DECIMALS, isNone = !/[1-9]/.test(amount) }: FigureProps) => (
  <span className={isNone ? 'faint' : undefined}>{formatAmount(amount, decimals)}</span>
);

function useColumns(): readonly Column<SpotEntry>[] {
  const { t } = useTranslation('wallet');
  return useMemo(
    () => [
      {
        key: 'coin',
        header: t('spot.column.coin'),
        render: ({ name, full_name }) => <CoinName coin={name} about={full_name} />,
      },
      {
        key: 'balance',
        header: t('spot.column.balance'),
        align: 'end',
        render: (entry) => <Figure amount={entry.coin_value} />,
      },
      {
        key: 'available',
        header: t('spot.column.available'),
        align: 'end',
        render: (entry) => <Figure amount={entry.available} />,
      },
      {
        key: 'frozen',
        header: t('spot.column.frozen'),
        align: 'end',
        render: (entry) => <FrozenAmount coin={entry.name} amount={entry.freeze_value} decimals={DECIMALS} />,
      },
      {
        key: 'value',
        header: t('spot.column.value'),
        align: 'end',
        render: (entry) => <Figure amount={entry.usdt_value} decimals={2} isNone={!isHeld(entry)} />,
      },
      {
        key: 'actions',
        header: <span className="visually-hidden">{t('spot.column.actions')}</span>,
        align: 'end',
        render: (entry) => (
          <span className={styles.actions}>
            <Link
              to={paths.walletCoin}
              params={{ coin: entry.name }}
              className="link"
              aria-label={t('spot.viewCoin', { coin: entry.name })}
            >
              {t('spot.view')}
            </Link>
            <Link
              to={paths.transfer}
              search={{ coin: entry.name }}
              className="link"
              aria-label={t('spot.transferCoin', { coin: entry.name })}
            >
              {t('spot.transfer')}
            </Link>
            {isTradable(entry.name) ? (
              <ButtonLink
                to={paths.spot}
                params={{ coin: entry.name }}
                variant="outline"
                size="sm"
                aria-label={t('spot.tradeCoin', { coin: entry.name })}
              >
                {t('spot.trade')}
              </ButtonLink>
            ) : (
              <ButtonLink
                to={paths.buy}
                variant="outline"
                size="sm"
                aria-label={t('spot.buyCoin', { coin: entry.name })}
              >
                {t('spot.buy')}
              </ButtonLink>
            )}
          </span>
        ),
      },
    ],
    [t],
  );
}
