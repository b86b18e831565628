import { type Column, DataTable, EmptyState, formatAmount } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { ColumnCard } from '../../ui/column-card.tsx';
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
    {
      key: 'value',
      header: t('client.value'),
      align: 'end',
      render: ({ value }) => <span className="num">{formatAmount(value, 2)}</span>,
    },
  ];
  return (
    <Pane title={t('client.balances')} note={t('client.fromLog', { position: client.position })}>
      <DataTable
        dense
        label={t('client.balances')}
        columns={columns}
        data={{ status: 'success', rows: client.balances }}
        rowKey={({ coin, wallet }) => `${coin} ${wallet}`}
        card={(row) => <ColumnCard columns={columns} row={row} />}
        empty={<EmptyState title={t('client.noBalances')} />}
        error={null}
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
