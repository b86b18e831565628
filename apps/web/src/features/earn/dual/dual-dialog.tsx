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

/** Subscribes to an offer: the amount, both outcomes, the risk, and the tick. */
export function DualDialog({ offer: opened, onClose }: DualDialogProps) {
  const { t } = useTranslation('earn');
  // The offer as of the latest read: its index, and what is available, change.
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
      // A refusal leaves nothing behind; after anything else, the same key finds out what happened.
      if (error instanceof ApiError && !error.retryable) key.current = { amount, value: newIdempotencyKey() };
    },
    onSettled: () => {
      for (const queryKey of [WALLET_KEY, DUAL_OFFERS_KEY]) void queries.invalidateQueries({ queryKey });
    },
  });
}

function DualForm({ offer, onClose }: DualDialogProps) {
  const { t } = useTranslation(['earn', 'common']);
  const [typed, setTyped] = useState('');
  const [isLeft, setIsLeft] = useState(false);
  /** The terms that were accepted: with others, the tick is gone. */
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) subscribe.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Facts offer={offer} />
      <AmountInput
        label={t('subscribe.amount')}
        value={typed}
        decimals={offer.deposit.decimals}
        onChange={setTyped}
        onBlur={() => setIsLeft(true)}
        error={(isLeft || typed !== '') && error !== undefined ? errorTextOf(t, error, offer) : undefined}
        hint={t('subscribe.available', { amount: formatExact(balance), coin: name })}
        unit={
          <span className={styles.unit}>
            {name}
            <button type="button" className="link" onClick={() => setTyped(trimZeros(balance))}>
              {t('common:max')}
            </button>
          </span>
        }
      />
      <p className={styles.fine}>
        {t('dual.limits', {
          minimum: formatExact(trimZeros(offer.minimum_amount)),
          maximum: formatExact(trimZeros(offer.maximum_amount)),
          available: formatExact(trimZeros(offer.available)),
          coin: name,
        })}
      </p>
      <Outcomes offer={offer} amount={amount} figures={figures} />
      <Rules offer={offer} />
      <Checkbox
        className={styles.agree ?? ''}
        label={t('dual.agree', {
          amount: formatExact(amount || '0'),
          coin: name,
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
        {error === undefined && !isAccepted
          ? t('subscribe.needTick')
          : error === 'amount_required'
            ? t('subscribe.needAmount')
            : t('subscribe.act', { amount: formatExact(amount || '0'), coin: name })}
      </Button>
    </form>
  );
}

type T = ReturnType<typeof useTranslation<['earn', 'common']>>['t'];

const errorTextOf = (t: T, error: NonNullable<ReturnType<typeof dualErrorOf>>, offer: DualOffer): string =>
  error === 'above_available'
    ? t('dual.aboveAvailable', { available: formatExact(trimZeros(offer.available)), coin: offer.deposit.name })
    : t(`subscribe.error.${error}`);

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
