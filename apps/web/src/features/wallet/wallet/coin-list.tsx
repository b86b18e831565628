import { IconCoin } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import {
  CoinIcon,
  CoinName,
  type Column,
  DataTable,
  EmptyState,
  formatAmount,
  formatCoin,
  LoadFailed,
  Panel,
  rowsOf,
} from '@vitrine/ui';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { type SideWallet, useWalletOf } from '../../../lib/wallet.ts';
import styles from './coin-list.module.css';

type Entry = NonNullable<ReturnType<typeof useWalletOf>['data']>['wallet'][number];

const ROWS = 20;
const isHeld = ({ coin_value }: Entry): boolean => /[1-9]/.test(coin_value);

type CoinListProps = {
  readonly wallet: SideWallet;
  readonly title: string;
  /** Shown while the list is empty, together with the action. */
  readonly emptyText: string;
  readonly emptyAction: ReactNode;
};

/** The holdings of a wallet other than spot. */
export function CoinList({ wallet, title, emptyText, emptyAction }: CoinListProps) {
  const { t } = useTranslation('wallet');
  const query = useWalletOf(wallet);
  const columns = useColumns(wallet);
  return (
    <Panel>
      <h2 className={styles.heading}>{title}</h2>
      <div className={styles.list}>
        <DataTable
          label={title}
          columns={columns}
          data={rowsOf(query, (data) => data.wallet.filter(isHeld))}
          rowKey={({ name }) => name}
          pageSize={ROWS}
          pageLabel={(page) => t('page', { page })}
          skeletonRows={3}
          card={(entry) => <CoinCard entry={entry} wallet={wallet} />}
          empty={
            <EmptyState
              icon={IconCoin}
              caption={t('spot.empty')}
              title={emptyText}
              role="status"
              action={emptyAction}
            />
          }
          error={<LoadFailed title={t('error.title')} onRetry={query.refetch} />}
        />
      </div>
    </Panel>
  );
}

function useColumns(wallet: SideWallet): readonly Column<Entry>[] {
  const { t } = useTranslation('wallet');
  return useMemo<readonly Column<Entry>[]>(
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
        render: (entry) => formatCoin(entry.coin_value, entry.name),
      },
      {
        key: 'available',
        header: t('spot.column.available'),
        align: 'end',
        render: (entry) => formatCoin(entry.available, entry.name),
      },
      {
        key: 'frozen',
        header: t('spot.column.frozen'),
        align: 'end',
        render: (entry) => formatCoin(entry.freeze_value, entry.name),
      },
      {
        key: 'value',
        header: t('spot.column.value'),
        align: 'end',
        render: (entry) => formatAmount(entry.usdt_value, 2),
      },
      {
        key: 'actions',
        header: <span className="visually-hidden">{t('spot.column.actions')}</span>,
        align: 'end',
        render: ({ name }) => (
          <Link
            to={paths.transfer}
            search={{ coin: name, type: wallet }}
            className="link"
            aria-label={t('spot.transferCoin', { coin: name })}
          >
            {t('spot.transfer')}
          </Link>
        ),
      },
    ],
    [t, wallet],
  );
}

type CoinCardProps = { readonly entry: Entry; readonly wallet: SideWallet };

function CoinCard({ entry, wallet }: CoinCardProps) {
  const { t } = useTranslation('wallet');
  return (
    <Link to={paths.transfer} search={{ coin: entry.name, type: wallet }} className={`num ${styles.card}`}>
      <CoinIcon coin={entry.name} size={32} />
      <span>
        <b>{entry.name}</b>
        <small>{entry.full_name}</small>
      </span>
      <span className={styles.figures}>
        <b>{formatCoin(entry.coin_value, entry.name)}</b>
        <small>{t('spot.worth', { value: formatAmount(entry.usdt_value, 2) })}</small>
      </span>
    </Link>
  );
}
