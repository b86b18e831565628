import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AmountInput, Dialog, Failure, formatExact, settledAmount, toast } from '@vitrine/ui';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText, newIdempotencyKey } from '../../../lib/api.ts';
import { trimZeros } from '../../../lib/decimal.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import type { EarnStake } from '../shared/earn-data.ts';
import { isGreater } from '../shared/interest.ts';
import styles from './stakes.module.css';

type RedeemDialogProps = { readonly stake: EarnStake; readonly onClose: () => void };

/** Moves a flexible stake, or a part of it, back to the spot wallet. */
export function RedeemDialog({ stake, onClose }: RedeemDialogProps) {
  const { t } = useTranslation('earn');
  const queries = useQueryClient();
  const key = useRef(newIdempotencyKey());
  const [typed, setTyped] = useState(trimZeros(stake.balance));
  const amount = settledAmount(typed);
  const words = { amount: formatExact(amount || '0'), coin: stake.name };
  const isTooMuch = isGreater(amount || '0', stake.balance);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('POST /api/v3/earn/redeem', { body: { stake_id: stake.id, amount }, idempotencyKey: key.current }),
    onSuccess: async ({ redeemed }) => {
      await queries.invalidateQueries({ queryKey: WALLET_KEY });
      toast.ok(t('redeem.done', { ...words, amount: formatExact(redeemed) }));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  const change = (text: string) => {
    key.current = newIdempotencyKey();
    setTyped(text);
  };
  return (
    <Dialog opened onClose={onClose} title={t('redeem.title', words)}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>{t('redeem.text')}</p>
        <AmountInput
          label={t('redeem.amount')}
          value={typed}
          decimals={stake.decimals}
          onChange={change}
          error={isTooMuch ? t('subscribe.error.exceeds_balance') : undefined}
          hint={t('redeem.balance', { amount: formatExact(stake.balance), coin: stake.name })}
          unit={stake.name}
        />
        <Failure>{error === null ? undefined : errorText(error)}</Failure>
        <Button type="submit" size="lg" fullWidth loading={isPending} disabled={isTooMuch || !/[1-9]/.test(amount)}>
          {t('redeem.act', words)}
        </Button>
      </form>
    </Dialog>
  );
}
