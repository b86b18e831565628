import { Popover } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnOrder } from '../../lib/trading/own-state.ts';
import { useTrade } from '../../lib/trading/trade-context.ts';
import { AmendForm } from './amend-form.tsx';
import { pairText } from './order-words.ts';
import styles from './orders.module.css';

/** Change or cancel an open order, each with one click. */
export function OrderActions({ order }: { readonly order: OwnOrder }) {
  const { t } = useTranslation('trade');
  const { desk } = useTrade();
  const [editing, setEditing] = useState(false);
  const [cancelling, setCancelling] = useState(false);
  const values = { side: t(`side.${order.delegate_type}`), pair: pairText(order.coin_pair.pair_name) };

  const cancel = async () => {
    if (cancelling) return;
    setCancelling(true);
    await desk.cancel(order.id);
    setCancelling(false);
  };

  return (
    <span className={styles.actions}>
      {order.oco_order_id === '' ? (
        <Popover opened={editing} onChange={setEditing} position="top-end" trapFocus withinPortal shadow="none">
          <Popover.Target>
            <button
              type="button"
              className="link"
              aria-label={t('orders.editLabel', values)}
              onClick={() => setEditing(!editing)}
            >
              {t('orders.edit')}
            </button>
          </Popover.Target>
          <Popover.Dropdown>
            <AmendForm order={order} onEnd={() => setEditing(false)} />
          </Popover.Dropdown>
        </Popover>
      ) : null}
      <button
        type="button"
        className="link"
        aria-label={t('orders.cancelLabel', values)}
        disabled={cancelling}
        onClick={cancel}
      >
        {t('orders.cancel')}
      </button>
    </span>
  );
}
