import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { AmountInput, DemoMark, formatPrice, isPositiveAmount, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText, newIdempotencyKey } from '../../../lib/api.ts';
import type { CoinNetwork } from '../../../lib/coin-networks.ts';
import { plainPrice } from '../../../lib/decimal.ts';
import styles from './deposit.module.css';

const HANDY: Readonly<Record<string, string>> = { USDT: '1000', USDC: '1000', BTC: '0.05', ETH: '1' };
const DECIMALS: Readonly<Record<string, number>> = { USDT: 6, USDC: 6, BTC: 8, ETH: 8 };

/** Sandbox only: sends coins from outside to this address, on the simulated network. */
export function TestPayment({ address, network }: { readonly address: string; readonly network: CoinNetwork }) {
  const { t } = useTranslation('deposit');
  const { coin, value } = network;
  const [amount, setAmount] = useState(HANDY[coin] ?? '1');
  const [error, setError] = useState<string>();
  const pay = useMutation({
    mutationFn: () =>
      call('POST /sandbox/deposits', {
        body: { coin, network: value, address, amount },
        idempotencyKey: newIdempotencyKey(),
      }),
    onSuccess: ({ result: sent }) =>
      toast.ok(
        t('test.done', { network: network.name }),
        `${formatPrice(plainPrice(sent.amount))} ${sent.coin}${sent.network ? ` · ${sent.network}` : ''}`,
      ),
    onError: (failure) => setError(errorText(failure)),
  });
  return (
    <form
      className={styles.test}
      onSubmit={(event) => {
        event.preventDefault();
        if (isPositiveAmount(amount)) pay.mutate();
      }}
    >
      <p>
        <DemoMark>{t('test.mark')}</DemoMark> {t('test.text', { network: network.name })}
      </p>
      <AmountInput
        label={t('test.amount')}
        value={amount}
        decimals={DECIMALS[coin] ?? 6}
        unit={coin}
        error={error}
        onChange={(text) => {
          setError(undefined);
          setAmount(text);
        }}
      />
      <Button type="submit" variant="default" loading={pay.isPending} disabled={!isPositiveAmount(amount)}>
        {t('test.submit')}
      </Button>
    </form>
  );
}
