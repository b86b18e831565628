import type { OrderEnding } from '@vitrine/contract';
import { Chip, type Column, DataTable, EmptyState, formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { utcText } from '../../lib/times.ts';
import styles from './client.module.css';
import type { ClientPicture } from './client.ts';

type Order = ClientPicture['orders'][number];

interface OrderTableProps {
  readonly label: string;
  readonly orders: readonly Order[];
  readonly empty: string;
}

export function OrderTable({ label, orders, empty }: OrderTableProps) {
  return (
    <DataTable
      dense
      label={label}
      columns={useColumns()}
      data={{ status: 'success', rows: orders }}
      rowKey={({ id }) => id}
      card={(order) => <Card order={order} />}
      empty={<EmptyState title={empty} />}
      error={null}
    />
  );
}

const TONES = { PENDING: 'wait', APPROVED: 'ok', DISSAPROVED: 'plain' } as const;

function useColumns(): Column<Order>[] {
  const { t } = useTranslation('people');
  return [
    { key: 'time', header: t('client.time'), render: ({ updated_at }) => <Time ms={updated_at} /> },
    { key: 'pair', header: t('client.pair'), render: ({ coin_pair }) => coin_pair.pair_name },
    { key: 'side', header: t('client.side'), render: ({ delegate_type }) => t(`sides.${delegate_type}`) },
    { key: 'type', header: t('client.type'), render: ({ type }) => t(`orderTypes.${type}`) },
    {
      key: 'price',
      header: t('client.price'),
      align: 'end',
      render: ({ order_per_unit, final_price }) => <Figure of={order_per_unit || final_price} />,
    },
    {
      key: 'size',
      header: t('client.size'),
      align: 'end',
      render: ({ number_of_order }) => <Figure of={number_of_order} />,
    },
    { key: 'filled', header: t('client.filled'), align: 'end', render: ({ filled }) => <Figure of={filled} /> },
    { key: 'state', header: t('client.state'), render: (order) => <State order={order} /> },
  ];
}

function State({ order: { state, ended_because } }: { readonly order: Order }) {
  const { t } = useTranslation('people');
  return (
    <>
      <Chip tone={TONES[state]}>{t(`orderStates.${state}`)}</Chip>
      {ended_because ? (
        <span className="faint">
          {' '}
          {t(`orderEnded.${ended_because as OrderEnding}`, { defaultValue: ended_because })}
        </span>
      ) : null}
    </>
  );
}

function Card({ order }: { readonly order: Order }) {
  const { t } = useTranslation('people');
  return (
    <div className={styles.card}>
      <p>
        <b>{order.coin_pair.pair_name}</b> {t(`sides.${order.delegate_type}`)} {t(`orderTypes.${order.type}`)}{' '}
        <State order={order} />
      </p>
      <p>
        <Figure of={order.number_of_order} /> × <Figure of={order.order_per_unit || order.final_price} />
      </p>
      <p>
        <Time ms={order.updated_at} />
      </p>
    </div>
  );
}

/** Known wallets and causes have a display name; others are shown under their wire name. */
export function WalletName({ of }: { readonly of: string }) {
  const { t } = useTranslation('people');
  return t(`wallets.${of as 'spot'}`, { defaultValue: of });
}

export const Figure = ({ of }: { readonly of: string }) => <span className="num">{formatPrice(of || undefined)}</span>;
export const Time = ({ ms }: { readonly ms: number }) => <span className="num dim">{utcText(ms)}</span>;
