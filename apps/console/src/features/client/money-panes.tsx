import { type Column, EmptyState, formatAmount } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { ColumnTable, figureColumn } from '../../ui/column-table.tsx';
import { Pane } from '../../ui/page.tsx';
import styles from './client.module.css';
import type { ClientPicture } from './client.ts';
import { Figure, OrderTable, WalletName } from './order-table.tsx';

type Balance = ClientPicture['balances'][number];

/** The client's balances, from the log. */
export function BalancesPane({ client }: { readonly client: ClientPicture }) {
  const { t } = useTranslation('people');
  const columns: Column<Balance>[] = [
    { key: 'coin', header: t('client.coin'), render: ({ coin }) => <b>{coin}</b> },
    { key: 'wallet', header: t('client.wallet'), render: ({ wallet }) => <WalletName of={wallet} /> },
    { key: 'free', header: t('client.available'), align: 'end', render: ({ available }) => <Figure of={available} /> },
    { key: 'held', header: t('client.held'), align: 'end', render: ({ held }) => <Figure of={held} /> },
    figureColumn('value', t('client.value'), ({ value }) => formatAmount(value, 2)),
  ];
  return (
    <Pane title={t('client.balances')} note={t('client.fromLog', { position: client.position })}>
      <ColumnTable
        label={t('client.balances')}
        columns={columns}
        data={{ status: 'success', rows: client.balances }}
        rowKey={({ coin, wallet }) => `${coin} ${wallet}`}
        empty={<EmptyState title={t('client.noBalances')} />}
      />
      {client.balances.length > 0 ? (
        <p className={`num ${styles.sum}`}>
          {t('client.total')} {formatAmount(client.total_value, 2)} USDT
        </p>
      ) : null}
    </Pane>
  );
}

export function OpenOrdersPane({ client }: { readonly client: ClientPicture }) {
  const { t } = useTranslation('people');
  return (
    <Pane title={t('client.openOrders')} note={client.open_orders.length}>
      <OrderTable label={t('client.openOrders')} orders={client.open_orders} empty={t('client.noOpenOrders')} />
    </Pane>
  );
}
