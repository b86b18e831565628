import { IconChevronDown } from '@tabler/icons-react';
import { formatInteger } from '@vitrine/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { marketLabel } from '../../../lib/market-names.ts';
import type { OwnOrder } from '../../../lib/own-order.ts';
import { RecordTable } from '../shared/record-table.tsx';
import { momentText } from '../shared/time-text.ts';
import { useTrade } from '../shared/trade-context.ts';
import { fillColumns } from './history-columns.tsx';
import { FillCard } from './order-cards.tsx';
import styles from './orders.module.css';
import { useOrderFills } from './use-histories.ts';

/** Fills per page: more than most orders have. */
const FILLS = 10;

type FillsButtonProps = { readonly order: OwnOrder; readonly isOpen: boolean; readonly onToggle: () => void };

/** The button that opens and closes an order's trades. */
export function FillsButton({ order, isOpen, onToggle }: FillsButtonProps) {
  const { t } = useTranslation('trade');
  return (
    <button
      type="button"
      className={styles.open}
      aria-expanded={isOpen}
      aria-label={t('orders.fillsLabel', { side: t(`sideName.${order.side}`), pair: marketLabel(order.pair) })}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      <IconChevronDown size={16} aria-hidden="true" />
    </button>
  );
}

/** An ended order in detail: its number, times and entry in the log, and each of its trades. */
export function OrderFills({ order }: { readonly order: OwnOrder }) {
  const { t } = useTranslation('trade');
  const section = useRef<HTMLElement>(null);
  // Scrolls the trades into view: they open below the row that was clicked, which may be the last row in view.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const facts = [
    [t('orders.order'), `#${order.id}`],
    [t('ticket.timeInForce'), order.post_only ? t('ticket.postOnly') : t(`time.${order.time_in_force}`)],
    [t('orders.created'), momentText(order.created_at)],
    [t('orders.endedAt'), momentText(order.updated_at)],
    [t('orders.entry'), `#${formatInteger(order.position)}`],
  ] as const;
  return (
    <section ref={section} className={styles.fills} aria-label={t('orders.fills')}>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {Number(order.filled) === 0 ? <p className="dim">{t('orders.noFills')}</p> : <Fills order={order} />}
    </section>
  );
}

function Fills({ order }: { readonly order: OwnOrder }) {
  const { t } = useTranslation('trade');
  const { own } = useTrade();
  return (
    <RecordTable
      label={t('orders.fills')}
      columns={fillColumns(t)}
      list={useOrderFills(order, own)}
      rowKey={({ id }) => id}
      card={(fill) => <FillCard fill={fill} />}
      pageSize={FILLS}
      skeletonRows={1}
      emptyText={t('orders.noFills')}
      dense
    />
  );
}
