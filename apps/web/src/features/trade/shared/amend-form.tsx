import { Button } from '@mantine/core';
import { AmountInput, Failure, useReturnFocus } from '@vitrine/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coinsOf } from '../../../lib/market-names.ts';
import type { OwnOrder } from '../../../lib/own-order.ts';
import styles from './amend.module.css';
import { type Amendment, amendmentErrors, amendmentOf, amendRequest, amendWords } from './amend.ts';
import { triggerLabel } from './market-rules.ts';
import { useTrade } from './trade-context.ts';
import { useSteps } from './use-market-steps.ts';

/** Edits an order below its row. Only reducing the amount keeps queue priority, and the form says so. */
export function AmendForm({ order: current, onEnd }: { readonly order: OwnOrder; readonly onEnd: () => void }) {
  const { t } = useTranslation('trade');
  const { order, amendment, setAmendment, showCurrent } = useAmendment(current);
  const { desk } = useTrade();
  const steps = useSteps(order.pair);
  const [attempted, setAttempted] = useState(false);
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const form = useFocus(steps !== undefined);
  if (!steps) return <p className="dim">{t('amend.loading')}</p>;
  const errors = amendmentErrors(order, amendment, steps);
  const request = amendRequest(order, amendment);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAttempted(true);
    if (sending || errors.size > 0) return;
    if (!request) return onEnd();
    setSending(true);
    setRefusal(undefined);
    const outcome = await desk.send(request, amendWords(t, order, amendment, steps.price_decimals));
    setSending(false);
    if (outcome.kind === 'refused') {
      setRefusal(outcome.text);
      showCurrent();
    }
    if (outcome.kind === 'done') onEnd();
  };

  const before = amendmentOf(order);
  const ofPrice = [steps.price_decimals, steps.tick, 'USDT'] as const;
  const field = (name: keyof Amendment, label: string, [decimals, step, unit]: readonly [number, string, string]) => (
    <AmountInput
      layout="inline"
      label={label}
      value={amendment[name]}
      onChange={(text) => setAmendment({ ...amendment, [name]: text })}
      decimals={decimals}
      step={step}
      unit={unit}
      error={attempted && errors.has(name) ? t('amend.step', { step }) : undefined}
    />
  );
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={t('amend.title')}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onEnd();
      }}
      noValidate
    >
      {before.trigger === '' ? null : field('trigger', t(triggerLabel(order.pair)), ofPrice)}
      {before.price === '' ? null : field('price', t('ticket.price'), ofPrice)}
      {field('open', t('orders.remaining'), [steps.amount_decimals, steps.lot, coinsOf(order.pair).base])}
      <p className="faint">{t('amend.queue')}</p>
      <Failure>{refusal}</Failure>
      <div className={styles.end}>
        <Button type="button" variant="default" size="sm" onClick={onEnd}>
          {t('amend.keep')}
        </Button>
        <Button type="submit" size="sm" loading={sending} disabled={!request}>
          {t('amend.act')}
        </Button>
      </div>
    </form>
  );
}

/**
 * The order as it was when the form opened, and its new terms. If the order has been partly filled since, the exchange
 * refuses the change, because the open amount in the form could now increase the order. `showCurrent` updates the form
 * to the order as it is now, and keeps the terms that the client has edited.
 */
function useAmendment(current: OwnOrder) {
  const [order, setOrder] = useState(current);
  const [amendment, setAmendment] = useState(() => amendmentOf(order));
  const latest = useRef(current);
  useEffect(() => {
    latest.current = current;
  });
  const showCurrent = () => {
    if (amendment.open === order.open) setAmendment({ ...amendment, open: latest.current.open });
    setOrder(latest.current);
  };
  return { order, amendment, setAmendment, showCurrent };
}

/** Focuses the form's first field once it is shown, and returns the focus when the form closes. */
function useFocus(isShown: boolean) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!isShown) return;
    form.current?.querySelector('input')?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  useReturnFocus(true);
  return form;
}
