import { Button, Checkbox } from '@mantine/core';
import { IconCoin, IconSearchOff } from '@tabler/icons-react';
import { DataTable, EmptyState, Panel, type Rows } from '@vitrine/ui';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../../lib/preferences.ts';
import { useSpotWallet } from '../../../lib/wallet.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import table from './coin-table.module.css';
import { isSmallBalance } from './small-balances.ts';
import { SpotCard } from './spot-card.tsx';
import { useSpotColumns } from './spot-columns.tsx';
import styles from './spot-panel.module.css';
import { useValuation } from './use-wallet.ts';
import type { SpotEntry } from './valuation.ts';

const ROWS_PER_PAGE = 30;

type SpotPanelProps = {
  /** Shown while the wallet is empty: a button that leads to a deposit. */
  readonly emptyAction: ReactNode;
};

/** The coins of the wallet with available and frozen amounts, and their value. */
export function SpotPanel({ emptyAction }: SpotPanelProps) {
  const { t } = useTranslation('wallet');
  const { isError, refetch } = useSpotWallet();
  const wallet = useValuation();
  const { hide_small_balances, set } = usePreferences();
  const [search, setSearch] = useState('');
  const columns = useSpotColumns();

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
            <EmptyWallet
              action={emptyAction}
              onShowAll={
                isNarrowed
                  ? () => {
                      setSearch('');
                      set({ hide_small_balances: false });
                    }
                  : undefined
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

function matching(entries: readonly SpotEntry[], search: string, hideSmall: boolean): readonly SpotEntry[] {
  const text = search.trim().toLowerCase();
  return entries.filter(
    ({ name, full_name, usdt_value }) =>
      `${name} ${full_name}`.toLowerCase().includes(text) && !(hideSmall && isSmallBalance(usdt_value)),
  );
}

type EmptyWalletProps = {
  readonly action: ReactNode;
  /** Shows all coins; undefined unless some are hidden by a search or as small. */
  readonly onShowAll: (() => void) | undefined;
};

function EmptyWallet({ action, onShowAll }: EmptyWalletProps) {
  const { t } = useTranslation('wallet');
  return (
    <EmptyState
      icon={onShowAll ? IconSearchOff : IconCoin}
      caption={t('spot.empty')}
      title={t(onShowAll ? 'spot.emptyNarrowed' : 'spot.emptyText')}
      role="status"
      action={
        onShowAll ? (
          <Button variant="default" onClick={onShowAll}>
            {t('spot.showAll')}
          </Button>
        ) : (
          action
        )
      }
    />
  );
}
