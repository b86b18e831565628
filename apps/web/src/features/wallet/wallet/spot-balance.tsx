import { Skeleton } from '@mantine/core';
import { formatAmount } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpotWallet } from '../../../lib/wallet.ts';
import { Sum } from '../shared/sum.tsx';
import { BalancePanel, HIDDEN } from './balance-panel.tsx';
import { HoldingsDay, HoldingsDayBones } from './holdings-day.tsx';
import { useValuation } from './use-wallet.ts';
import type { Valuation } from './valuation.ts';

/** The value of the spot wallet, its change over the last day, and how the total is calculated. */
export function SpotBalance({ actions }: { readonly actions: ReactNode }) {
  const { t } = useTranslation('wallet');
  const { data, isError } = useSpotWallet();
  const wallet = useValuation();
  return (
    <BalancePanel
      title={t('balance.spotTotal')}
      balance={wallet && data && { total: wallet.total, rates: data.rates }}
      isError={isError}
      actions={actions}
    >
      {(isHidden) => (
        <>
          {isHidden || (isError && !wallet) ? null : wallet ? <HoldingsDay wallet={wallet} /> : <HoldingsDayBones />}
          <WalletSum wallet={wallet} isHidden={isHidden} isError={isError} />
        </>
      )}
    </BalancePanel>
  );
}

type WalletSumProps = { readonly wallet: Valuation | undefined; readonly isHidden: boolean; readonly isError: boolean };

/** The arithmetic behind the total. */
function WalletSum({ wallet, isHidden, isError }: WalletSumProps) {
  const { t } = useTranslation('wallet');
  const term = (value: string | undefined) =>
    isHidden ? HIDDEN : wallet || isError ? formatAmount(value, 4) : <Skeleton height={14} width={84} my={4} />;
  return (
    <Sum
      terms={[
        { name: t('balance.available'), value: term(wallet?.available) },
        { sign: '+', name: t('balance.frozen'), value: term(wallet?.frozen) },
        { sign: '=', name: t('balance.spot'), value: term(wallet?.total) },
      ]}
    />
  );
}
