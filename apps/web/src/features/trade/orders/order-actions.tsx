import { lazyPart } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnOrder } from '../../../lib/own-order.ts';
import { fetchAhead } from '../../../ui/fetch-ahead.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { useTrade } from '../shared/trade-context.ts';
import { pairText } from './order-words.ts';
import styles from './orders.module.css';

const importAmend = () => import('./amend-popover.tsx');
const AmendPopover = lazyPart(() => importAmend().then((m) => m.AmendPopover));

/** Buttons to change or cancel an open order, each with one click. */
export function OrderActions({ order }: { readonly order: OwnOrder }) {
  const { t } = useTranslation('trade');
  const { desk } = useTrade();
  const [isEditing, setEditing] = useState(false);
  const [cancelling, setCancelling] = useState(false);
  const values = { side: t(`side.${order.side}`), pair: pairText(order.pair) };

  const cancel = async () => {
    if (cancelling) return;
    setCancelling(true);
    await desk.cancel(order.id);
    setCancelling(false);
  };

  const edit = (
    <button
      type="button"
      className="link"
      aria-label={t('orders.editLabel', values)}
      onPointerEnter={fetchAhead(importAmend)}
      onFocus={fetchAhead(importAmend)}
      onClick={() => setEditing(true)}
    >
      {t('orders.edit')}
    </button>
  );
  return (
    <span className={styles.actions}>
      {order.oco_order_id === '' ? (
        isEditing ? (
          <LazyPart fallback={edit}>
            <AmendPopover order={order} button={edit} />
          </LazyPart>
        ) : (
          edit
        )
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
