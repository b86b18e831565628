import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AmountInput, Dialog, Failure, formatExact, settledAmount, toast } from '@vitrine/ui';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText, newIdempotencyKey } from '../../../lib/api.ts';
import { trimZeros } from '../../../lib/decimal.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { useSpotWallet } from '../../../lib/wallet.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { DUAL_OFFERS_KEY, type DualOffer, useDualOffers } from '../shared/dual-data.ts';
import styles from './dual.module.css';
import { dualErrorOf, dualFigures } from './dual-figures.ts';
import { Outcomes } from './outcomes.tsx';
import { Rules } from './rules.tsx';

type DualDialogProps = { readonly offer: DualOffer; readonly onClose: () => void };

/** Subscribes to an offer: the amount, both outcomes, the risk, and the acceptance checkbox. */
export function DualDialog({ offer: opened, onClose }: DualDialogProps) {
  const { t } = useTranslation('earn');
  // The offer from the latest response: its index and available amount change.
  const offer = useDualOffers().data?.offers.find(({ id }) => id === opened.id) ?? opened;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('dual.title', { side: t(`dual.sides.${offer.side}`), coin: offer.name })}
      size={680}
    >
      <DualForm offer={offer} onClose={onClose} />
    </Dialog>
  );
}

/** Sends the subscription. One key per amount, so that a retry after a lost response does not subscribe twice. */
function useSubscribe({ offer, onClose }: DualDialogProps, amount: string) {
  const { t } = useTranslation('earn');
  const queries = useQueryClient();
  const key = useRef({ amount, value: newIdempotencyKey() });
  if (key.current.amount !== amount) key.current = { amount, value: newIdempotencyKey() };
  return useMutation({
    mutationFn: () =>
      call('POST /api/v3/earn/dual', {
        body: { offer_id: offer.id, amount, days: offer.days, accepted: true },
        idempotencyKey: key.current.value,
      }),
    onSuccess: () => {
      toast.ok(t('dual.done', { amount: formatExact(amount), coin: offer.deposit.name }));
      onClose();
    },
    onError: (error) => {
      // A refused request has no effect, so the next attempt gets a new key. After any other error, a retry with the
      // same key returns the outcome.
      if (error instanceof ApiError && !error.retryable) key.current = { amount, value: newIdempotencyKey() };
    },
    onSettled: () => {
      for (const queryKey of [WALLET_KEY, DUAL_OFFERS_KEY]) void queries.invalidateQueries({ queryKey });
    },
  });
}

function DualForm({ offer, onClose }: DualDialogProps) {
  const { t } = useTranslation('earn');
  const [typed, setTyped] = useState('');
  /** The terms that were accepted. If they change, the checkbox is cleared. */
  const [accepted, setAccepted] = useState('');
  const { name } = offer.deposit;
  const balance = useSpotWallet().data?.wallet.find((one) => one.name === name)?.available ?? '0';
  const amount = settledAmount(typed);
  const figures = dualFigures(amount, offer);
  const error = dualErrorOf(amount, offer, balance);
  const terms = `${amount} ${offer.days}`;
  const isAccepted = accepted === terms;
  const subscribe = useSubscribe({ offer, onClose }, amount);
  const isReady = error === undefined && isAccepted && offer.open;
  const words = { amount: formatExact(amount || '0'), coin: name };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) subscribe.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Facts offer={offer} />
      <AmountField offer={offer} typed={typed} balance={balance} error={error} onChange={setTyped} />
      <Outcomes offer={offer} amount={amount} figures={figures} />
      <Rules offer={offer} />
      <Checkbox
        className={styles.agree ?? ''}
        label={t('dual.agree', {
          ...words,
          time: dateTimeText(offer.expires_at),
          converted: formatExact(figures.converted),
          other: offer.other.name,
        })}
        checked={isAccepted}
        disabled={error !== undefined}
        onChange={(event) => setAccepted(event.currentTarget.checked ? terms : '')}
      />
      {offer.closed_reason === undefined ? null : (
        <p className={styles.closed} role="alert">
          {t(`dual.closed.${offer.closed_reason}`)}
        </p>
      )}
      <Failure>{subscribe.error === null ? undefined : errorText(subscribe.error)}</Failure>
      <Button type="submit" size="lg" fullWidth loading={subscribe.isPending} disabled={!isReady}>
        {actText(t, error, isAccepted, words)}
      </Button>
    </form>
  );
}

type T = ReturnType<typeof useTranslation<'earn'>>['t'];
type AmountError = ReturnType<typeof dualErrorOf>;

function actText(t: T, error: AmountError, isAccepted: boolean, words: { amount: string; coin: string }): string {
  if (error === 'amount_required') return t('subscribe.needAmount');
  return error === undefined && !isAccepted ? t('subscribe.needTick') : t('subscribe.act', words);
}

type AmountFieldProps = {
  readonly offer: DualOffer;
  readonly typed: string;
  /** The available amount in the spot wallet. */
  readonly balance: string;
  readonly error: AmountError;
  readonly onChange: (typed: string) => void;
};

/** The amount field with its limits. */
function AmountField({ offer, typed, balance, error, onChange }: AmountFieldProps) {
  const { t } = useTranslation(['earn', 'common']);
  const [isLeft, setIsLeft] = useState(false);
  const { name, decimals } = offer.deposit;
  const available = formatExact(trimZeros(offer.available));
  const errorWords =
    error === 'above_available'
      ? t('dual.aboveAvailable', { available, coin: name })
      : error && t(`subscribe.error.${error}`);
  return (
    <>
      <AmountInput
        label={t('subscribe.amount')}
        value={typed}
        decimals={decimals}
        onChange={onChange}
        onBlur={() => setIsLeft(true)}
        error={isLeft || typed !== '' ? errorWords : undefined}
        hint={t('subscribe.available', { amount: formatExact(balance), coin: name })}
        unit={
          <span className={styles.unit}>
            {name}
            <button type="button" className="link" onClick={() => onChange(trimZeros(balance))}>
              {t('common:max')}
            </button>
          </span>
        }
      />
      <p className={styles.fine}>
        {t('dual.limits', {
          minimum: formatExact(trimZeros(offer.minimum_amount)),
          maximum: formatExact(trimZeros(offer.maximum_amount)),
          available,
          coin: name,
        })}
      </p>
    </>
  );
}

/** The terms of the offer. */
function Facts({ offer }: { readonly offer: DualOffer }) {
  const { t } = useTranslation('earn');
  const lines = [
    [t('dual.strike'), `${formatExact(trimZeros(offer.strike))} USDT`],
    [
      t('dual.indexNow', { coin: offer.name }),
      offer.index === undefined ? '–' : `${formatExact(trimZeros(offer.index))} USDT`,
    ],
    [t('dual.expires'), dateTimeText(offer.expires_at)],
    [t('stakes.apr'), t('dual.rateFor', { apr: offer.apr, count: offer.days })],
  ] as const;
  return (
    <dl className={`num ${styles.terms}`}>
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
