import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { marketLabel } from '../../../lib/market-names.ts';
import type { OwnOrder } from '../../../lib/own-order.ts';
import { fetchAhead } from '../../../ui/fetch-ahead.ts';
import { importAmend } from '../shared/lazy-amend.ts';
import { useTrade } from '../shared/trade-context.ts';
import styles from './orders.module.css';

/** Which order of a list is being edited. */
export interface Editing {
  readonly id: string | undefined;
  readonly toggle: (id: string) => void;
}

type OrderActionsProps = { readonly order: OwnOrder; readonly editing: Editing };

/**
 * The buttons of an open order: one cancels the order with a single click; the other opens the form that changes the
 * order, and is absent for a leg of an OCO pair.
 */
export function OrderActions({ order, editing }: OrderActionsProps) {
  const { t } = useTranslation('trade');
  const { desk } = useTrade();
  const [cancelling, setCancelling] = useState(false);
  const values = { side: t(`side.${order.side}`), pair: marketLabel(order.pair) };

  const cancel = async () => {
    if (cancelling) return;
    setCancelling(true);
    await desk.cancel(order.id);
    setCancelling(false);
  };

  return (
    <span className={styles.actions}>
      {order.oco_order_id === '' ? (
        <button
          type="button"
          className="link"
          aria-label={t('orders.editLabel', values)}
          aria-expanded={editing.id === order.id}
          onPointerEnter={fetchAhead(importAmend)}
          onFocus={fetchAhead(importAmend)}
          onClick={() => editing.toggle(order.id)}
        >
          {t('orders.edit')}
        </button>
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
