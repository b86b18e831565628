import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AmountInput, Dialog, formatPrice, isPositiveAmount, settledAmount, toast } from '@vitrine/ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText, newIdempotencyKey } from '../../lib/api.ts';
import { WALLET_KEY } from '../../lib/query-client.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';

/** The coins with deposit networks, and a handy amount of each. */
const COINS = { USDT: '10000', USDC: '10000', BTC: '0.5', ETH: '5' } as const;
type Coin = keyof typeof COINS;
const DECIMALS: Record<Coin, number> = { USDT: 6, USDC: 6, BTC: 8, ETH: 8 };

type TestDepositDialogProps = {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Whose wallet receives it. */
  readonly email: string;
};

/** Sandbox only: a simulated transfer that goes through the ledger like any other deposit. */
export function TestDepositDialog({ opened, onClose, email }: TestDepositDialogProps) {
  const { t } = useTranslation('wallet');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('deposit.title')}>
      <DepositForm email={email} onDone={onClose} />
    </Dialog>
  );
}

function DepositForm({ email, onDone }: { readonly email: string; readonly onDone: () => void }) {
  const { t } = useTranslation('wallet');
  const queries = useQueryClient();
  const [coin, setCoin] = useState<Coin>('USDT');
  const [amount, setAmount] = useState<string>(COINS.USDT);
  const [error, setError] = useState<string>();
  // A repeated press after a lost answer is the same deposit.
  const key = useRef(newIdempotencyKey());

  const deposit = useMutation({
    mutationFn: () =>
      call('POST /sandbox/deposits', {
        body: { coin, username: email, amount },
        idempotencyKey: key.current,
      }),
    onSuccess: async () => {
      toast.ok(t('deposit.done', { amount: formatPrice(amount), coin }));
      await queries.invalidateQueries({ queryKey: WALLET_KEY });
      onDone();
    },
    onError: (failure) => setError(errorText(failure)),
  });

  const change = (next: { readonly coin?: Coin; readonly amount?: string }) => {
    key.current = newIdempotencyKey();
    setError(undefined);
    if (next.coin) setCoin(next.coin);
    if (next.amount !== undefined) setAmount(next.amount);
  };

  const submit = () => {
    if (!isPositiveAmount(amount)) return setError(t('deposit.required'));
    deposit.mutate();
  };

  return (
    <DialogForm onSubmit={submit}>
      <p>{t('deposit.text')}</p>
      <NativeSelect
        label={t('deposit.coin')}
        value={coin}
        data={Object.keys(COINS)}
        onChange={(event) => {
          const next = event.currentTarget.value as Coin;
          change({ coin: next, amount: COINS[next] });
        }}
      />
      <AmountInput
        label={t('deposit.amount')}
        value={amount}
        decimals={DECIMALS[coin]}
        step="1"
        unit={coin}
        error={error}
        onChange={(next) => change({ amount: next })}
      />
      <Button type="submit" fullWidth loading={deposit.isPending} disabled={!isPositiveAmount(amount)}>
        {t('deposit.submit', { amount: formatPrice(settledAmount(amount) || '0'), coin })}
      </Button>
    </DialogForm>
  );
}
