import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Dialog, Failure, formatExact, LoadFailed, toast } from '@vitrine/ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallResponse, call, errorText, newIdempotencyKey } from '../../../lib/api.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { type EarnStake, STAKES_KEY } from '../shared/earn-data.ts';
import styles from './stakes.module.css';

type UnlockDialogProps = { readonly stake: EarnStake; readonly onClose: () => void };
type Quote = CallResponse<'GET /api/v3/stake/unlock-quote'>;

/** Shows what an early unlock pays and costs, and unlocks. */
export function UnlockDialog({ stake, onClose }: UnlockDialogProps) {
  const { t } = useTranslation('earn');
  const quote = useQuery({
    queryKey: [...STAKES_KEY, 'quote', stake.id],
    queryFn: ({ signal }) => call('GET /api/v3/stake/unlock-quote', { query: { stake_id: stake.id }, signal }),
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('unlock.title', { amount: formatExact(stake.balance), coin: stake.name })}
      size={560}
    >
      {quote.data === undefined ? null : <UnlockForm stake={stake} quote={quote.data} onClose={onClose} />}
      {quote.isError ? <LoadFailed title={errorText(quote.error)} onRetry={() => void quote.refetch()} /> : null}
    </Dialog>
  );
}

function UnlockForm({ stake, quote, onClose }: UnlockDialogProps & { readonly quote: Quote }) {
  const { t } = useTranslation('earn');
  const queries = useQueryClient();
  const key = useRef(newIdempotencyKey());
  const [isAccepted, setIsAccepted] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('POST /api/v3/stake/unlock', {
        body: { stake_id: stake.id, accepted: true, quote_id: quote.quote_id },
        idempotencyKey: key.current,
      }),
    onSuccess: async ({ paid }) => {
      await queries.invalidateQueries({ queryKey: WALLET_KEY });
      toast.ok(t('unlock.done', { amount: formatExact(paid), coin: stake.name }));
      onClose();
    },
    onError: () => queries.invalidateQueries({ queryKey: STAKES_KEY }),
  });
  const later = dateTimeText(quote.pays_later_at);
  return (
    <div className={styles.form}>
      <p>{t('unlock.text')}</p>
      <QuoteLines stake={stake} quote={quote} />
      <Checkbox
        className={styles.agree ?? ''}
        label={t('unlock.agree', {
          interest: formatExact(quote.keep_to_end.interest),
          later: formatExact(quote.pays_later),
          coin: stake.name,
          time: later,
        })}
        checked={isAccepted}
        onChange={(event) => setIsAccepted(event.currentTarget.checked)}
      />
      <Failure>{error === null ? undefined : errorText(error)}</Failure>
      <div className={styles.buttons}>
        <Button variant="default" size="lg" onClick={onClose}>
          {t('unlock.keepAction')}
        </Button>
        <Button size="lg" loading={isPending} disabled={!isAccepted} onClick={() => mutate()}>
          {t('unlock.act', { amount: formatExact(stake.balance), coin: stake.name })}
        </Button>
      </div>
    </div>
  );
}

function QuoteLines({ stake, quote }: { readonly stake: EarnStake; readonly quote: Quote }) {
  const { t } = useTranslation('earn');
  const show = (text: string) => `${formatExact(text)} ${stake.name}`;
  const value = t('unlock.nowValue', {
    percent: stake.initial_percent,
    amount: formatExact(stake.balance),
    coin: stake.name,
    price: formatExact(quote.price),
    value: formatExact(quote.initial_payment_usdt),
  });
  const lines = [
    { name: t('unlock.now'), value: show(quote.pays_now), note: value },
    { name: t('unlock.later', { time: dateTimeText(quote.pays_later_at) }), value: show(quote.pays_later) },
    { name: t('unlock.forfeits'), value: show(quote.forfeits) },
    { name: t('unlock.keep', { time: dateTimeText(quote.keep_to_end.at) }), value: show(quote.keep_to_end.interest) },
    { name: t('unlock.fee'), value: t('unlock.none') },
  ];
  return (
    <dl className={`num ${styles.lines}`}>
      {lines.map(({ name, value: figure, note }) => (
        <div key={name}>
          <dt>
            {name}
            {note === undefined ? null : <small>{note}</small>}
          </dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
