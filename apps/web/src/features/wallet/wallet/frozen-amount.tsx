import { Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatAmount, formatCoin, LoadFailed, useEarlyEscape } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { useFallbackInterval } from '../../../lib/use-stream.ts';
import { WALLET_POLL_MS } from '../../../lib/wallet.ts';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import { FrozenCauses } from '../shared/frozen-causes.tsx';
import styles from './frozen-amount.module.css';

type FrozenAmountProps = { readonly coin: string; readonly amount: string; readonly decimals?: number };

/** The frozen amount of a coin; a click shows why. */
export function FrozenAmount({ coin, amount, decimals }: FrozenAmountProps) {
  const { t } = useTranslation('wallet');
  const [opened, setOpened] = useState(false);
  useEarlyEscape(opened, () => setOpened(false));
  const text = decimals === undefined ? formatCoin(amount, coin) : formatAmount(amount, decimals);
  if (!/[1-9]/.test(amount)) return <span className="faint">{text}</span>;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      returnFocus
      withinPortal
      shadow="none"
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.amount}
          aria-label={t('frozen.open', { amount: text, coin })}
          onClick={() => setOpened(!opened)}
        >
          {text}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <Causes coin={coin} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Causes({ coin }: { readonly coin: string }) {
  const { t } = useTranslation('wallet');
  const { data, isError, refetch } = useQuery({
    queryKey: [...WALLET_KEY, 'balance', coin],
    queryFn: ({ signal }) => call('GET /api/v3/wallet-balance', { query: { name: coin }, signal }),
    refetchInterval: useFallbackInterval(WALLET_POLL_MS),
  });
  return (
    <section className={styles.card} aria-live="polite">
      <h3>{t('frozen.why', { coin })}</h3>
      {data ? (
        <FrozenCauses coin={coin} causes={data.wallet.causes} />
      ) : isError ? (
        <LoadFailed title={t('error.title')} onRetry={refetch} />
      ) : (
        <SkeletonLines lines={1} />
      )}
    </section>
  );
}
