import { Button, Skeleton } from '@mantine/core';
import { AmountInput, Dialog, Failure, formatPrice, formatSigned } from '@vitrine/ui';
import Big from 'big.js';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isMultipleOf, parseDecimal, plain } from '../../../lib/decimal.ts';
import {
  type FuturesMarket,
  type FuturesPosition,
  useFreshFuturesOrders,
  useFuturesMarkets,
} from '../../../lib/futures.ts';
import { i18n } from '../../../lib/i18n.ts';
import { coinsOf, marketLabel } from '../../../lib/market-names.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { profitOf } from '../shared/perpetual-math.ts';
import { type ProtectionKind, protectPost } from '../shared/protect.ts';
import { type Protection, protectionOf } from './protection.ts';
import { useSending } from './use-sending.ts';

const KINDS = ['takeProfit', 'stopLoss'] as const;

type ProtectionDialogProps = { readonly position: FuturesPosition; readonly onClose: () => void };

/**
 * Sets, moves or removes the take-profit and stop-loss orders on a position. The form appears after the orders have
 * been read again: if it showed an order that has just been replaced, saving would leave the replacement in place.
 */
export function ProtectionDialog({ position, onClose }: ProtectionDialogProps) {
  const { t } = useTranslation('futures');
  const orders = useFreshFuturesOrders();
  if (orders) return <ProtectionForm position={position} now={protectionOf(position, orders)} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t('protection.title', { coin: coinsOf(position.name).base })}>
      <Skeleton height={220} />
    </Dialog>
  );
}

type ProtectionFormProps = ProtectionDialogProps & {
  /** The orders as they were when the form was opened. */
  readonly now: Protection;
};

function ProtectionForm({ position, now: current, onClose }: ProtectionFormProps) {
  const { t } = useTranslation(['futures', 'trade']);
  const { name, side, mark_price } = position;
  const coin = coinsOf(name).base;
  const market = useFuturesMarkets().data?.find((each) => each.name === name);
  // Fixed when the form opens, so that saving replaces the orders that the form shows.
  const [now] = useState(current);
  const [triggers, setTriggers] = useState({
    takeProfit: now.takeProfit?.trigger_price ?? '',
    stopLoss: now.stopLoss?.trigger_price ?? '',
  });
  const { isSending, refusal, send } = useSending(onClose);
  const kinds = position.is_bound ? (['stopLoss'] as const) : KINDS;
  const errors = market && {
    takeProfit: errorOf('takeProfit', triggers.takeProfit, position, market),
    stopLoss: errorOf('stopLoss', triggers.stopLoss, position, market),
  };
  const changed = KINDS.filter((kind) => triggers[kind] !== (now[kind]?.trigger_price ?? ''));
  const submit = () => {
    if (changed.length === 0) return onClose();
    if (errors?.takeProfit || errors?.stopLoss) return;
    void send(
      {
        call: 'other',
        post: protectPost(
          position,
          changed.map((kind) => ({ kind, trigger: triggers[kind], former: now[kind] })),
        ),
      },
      {
        title: t('protection.title', { coin }),
        act: t('protection.act'),
        lines: [
          { label: t('confirm.market'), value: `${marketLabel(name)} ${t(`side.${side}`)}` },
          ...linesOf(changed, triggers),
        ],
        success: t('protection.done'),
        result: () => '',
      },
    );
  };
  return (
    <Dialog opened={!isSending} onClose={onClose} title={t('protection.title', { coin })}>
      <DialogForm onSubmit={submit}>
        <p>{t('protection.note', { price: formatPrice(mark_price) })}</p>
        {position.is_bound ? <p className="dim">{t('term.takeProfit')}</p> : null}
        {kinds.map((kind) => (
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
        <Failure>{refusal}</Failure>
        <Button type="submit" size="lg" fullWidth>
          {t('protection.act')}
        </Button>
      </DialogForm>
    </Dialog>
  );
}

/** The lines to confirm: the new triggers. */
const linesOf = (changed: readonly ProtectionKind[], triggers: Readonly<Record<ProtectionKind, string>>) =>
  changed.map((kind) => ({
    label: i18n.t(`futures:protection.${kind}`),
    value: triggers[kind] === '' ? i18n.t('futures:protection.none') : formatPrice(triggers[kind]),
  }));

/** The profit at the trigger price, before fees; undefined without a valid price. */
const expectedText = (trigger: string, { side, size, entry_price }: FuturesPosition): string | undefined => {
  const price = parseDecimal(trigger);
  if (!price?.gt(0)) return undefined;
  const profit = profitOf(side, new Big(size), new Big(entry_price), price);
  return i18n.t('futures:protection.expected', { profit: formatSigned(plain(profit.round(2, Big.roundDown)), 2) });
};

/**
 * The error of a trigger price, if any. The trigger of a take-profit must be on the favorable side of the mark price,
 * that of a stop-loss on the adverse side.
 */
const errorOf = (
  kind: ProtectionKind,
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
