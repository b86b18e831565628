import { Button } from '@mantine/core';
import { AmountInput, Dialog, formatPrice, formatSigned, toast } from '@vitrine/ui';
import Big from 'big.js';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText, newIdempotencyKey } from '../../../lib/api.ts';
import type { Post } from '../../../lib/authorised.ts';
import { isMultipleOf, parseDecimal, plain } from '../../../lib/decimal.ts';
import {
  coinOfContract,
  type FuturesMarket,
  type FuturesPosition,
  useFuturesMarkets,
  useFuturesOrders,
} from '../../../lib/futures.ts';
import { i18n } from '../../../lib/i18n.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { profitOf } from '../shared/perpetual-math.ts';
import styles from './positions.module.css';
import { type Protection, protectionOf } from './protection.ts';
import type { Order } from './use-histories.ts';
import { useSending } from './use-sending.ts';

const KINDS = ['takeProfit', 'stopLoss'] as const;
type Kind = (typeof KINDS)[number];

type ProtectionDialogProps = { readonly position: FuturesPosition; readonly onClose: () => void };

/** Sets, moves or removes the take-profit and the stop-loss of a whole position. */
export function ProtectionDialog({ position, onClose }: ProtectionDialogProps) {
  const { t } = useTranslation(['futures', 'trade']);
  const { name, side, mark_price } = position;
  const coin = coinOfContract(name);
  const market = useFuturesMarkets().data?.find((each) => each.name === name);
  const now = protectionOf(position, useFuturesOrders().data ?? []);
  const [triggers, setTriggers] = useState({
    takeProfit: now.takeProfit?.trigger_price ?? '',
    stopLoss: now.stopLoss?.trigger_price ?? '',
  });
  const { isSending, refusal, send } = useSending(onClose);
  const errors = market && {
    takeProfit: errorOf('takeProfit', triggers.takeProfit, position, market),
    stopLoss: errorOf('stopLoss', triggers.stopLoss, position, market),
  };
  const changed = KINDS.filter((kind) => triggers[kind] !== (now[kind]?.trigger_price ?? ''));
  const submit = () => {
    if (changed.length === 0) return onClose();
    if (errors?.takeProfit || errors?.stopLoss) return;
    const lines = changed.map((kind) => ({
      label: t(`protection.${kind}`),
      value: triggers[kind] === '' ? t('protection.none') : formatPrice(triggers[kind]),
    }));
    void send(
      { call: 'other', post: postOf(position, changed, triggers, now) },
      {
        title: t('protection.title', { coin }),
        act: t('protection.act'),
        lines: [{ label: t('confirm.market'), value: `${coin}USDT ${t(`side.${side}`)}` }, ...lines],
        success: t('protection.done'),
        result: () => '',
      },
    );
  };
  return (
    <Dialog opened={!isSending} onClose={onClose} title={t('protection.title', { coin })}>
      <DialogForm onSubmit={submit}>
        <p>{t('protection.note', { price: formatPrice(mark_price) })}</p>
        {KINDS.map((kind) => (
          <AmountInput
            key={kind}
            label={t(`protection.${kind}`)}
            value={triggers[kind]}
            onChange={(text) => setTriggers((before) => ({ ...before, [kind]: text }))}
            decimals={market?.price_decimals ?? 8}
            {...(market ? { step: market.tick } : {})}
            unit="USDT"
            placeholder={t('protection.none')}
            hint={expectedText(triggers[kind], position)}
            error={errors?.[kind]}
          />
        ))}
        {refusal ? (
          <p className={styles.refusal} role="alert">
            {refusal}
          </p>
        ) : null}
        <Button type="submit" size="lg" fullWidth>
          {t('protection.act')}
        </Button>
      </DialogForm>
    </Dialog>
  );
}

/** The profit at the trigger price, before fees. */
const expectedText = (trigger: string, { side, size, entry_price }: FuturesPosition): string | undefined => {
  const price = parseDecimal(trigger);
  if (!price?.gt(0)) return undefined;
  const profit = profitOf(side, new Big(size), new Big(entry_price), price);
  return i18n.t('futures:protection.expected', { profit: formatSigned(plain(profit.round(2, Big.roundDown)), 2) });
};

/** A take-profit triggers on the favourable side of the price, a stop-loss on the other. */
const errorOf = (
  kind: Kind,
  trigger: string,
  { side, mark_price }: FuturesPosition,
  { tick }: FuturesMarket,
): string | undefined => {
  if (trigger === '') return undefined;
  const price = parseDecimal(trigger);
  if (!price?.gt(0)) return i18n.t('trade:errors.trigger_required');
  if (!isMultipleOf(price, new Big(tick))) return i18n.t('trade:errors.trigger_off_tick', { tick });
  const waitsAbove = (kind === 'takeProfit') === (side === 'long');
  const isReached = waitsAbove ? price.lte(mark_price) : price.gte(mark_price);
  return isReached ? i18n.t('trade:errors.trigger_reached') : undefined;
};

/**
 * Places the new orders and only then cancels the old ones, so that the position is never unprotected. Each order has
 * its own key, derived from the common one.
 */
const postOf =
  (
    { name, side, size }: FuturesPosition,
    changed: readonly Kind[],
    triggers: Readonly<Record<Kind, string>>,
    former: Protection,
  ): Post<{ readonly message: 'success' | 'wrong_transaction_password' }> =>
  async (authorisation, idempotencyKey) => {
    for (const kind of changed) {
      if (triggers[kind] === '') continue;
      const { message } = await call('POST /api/v3/futures/orders', {
        body: {
          name,
          side,
          effect: 'close',
          trade_type: 'market',
          number_of_order: size,
          trigger_price: triggers[kind],
          trigger_kind: kind === 'takeProfit' ? 'take_profit' : 'stop',
          ...authorisation,
        },
        idempotencyKey: `${idempotencyKey}-${kind}`,
      });
      if (message !== 'success') return { message };
    }
    await Promise.all(changed.map((kind) => withdrawn(former[kind])));
    return { message: 'success' };
  };

/**
 * Cancels an old order; if it has ended in the meantime, that is reported, because the new one is already in effect.
 */
const withdrawn = async (order: Order | undefined): Promise<void> => {
  if (order === undefined) return;
  try {
    await call('POST /api/v3/futures/orders/cancel', {
      body: { order_id: order.id },
      idempotencyKey: newIdempotencyKey(),
    });
  } catch (error) {
    toast.error(errorText(error));
  }
};
