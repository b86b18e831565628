import { SegmentedControl, Skeleton } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { formatAmount, MoneyText, Panel } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTickers } from '../../lib/tickers.ts';
import { useOverview, useSpotWallet } from '../../lib/wallet.ts';
import { Acts } from '../../ui/acts.tsx';
import { Sum } from '../../ui/sum.tsx';
import styles from './balance-panel.module.css';
import { HoldingsDay, HoldingsDayBones } from './holdings-day.tsx';
import { type Scope, useValuation } from './use-wallet.ts';
import { inCurrency, type Valuation } from './valuation.ts';

const CURRENCIES = ['USDT', 'USDC', 'BTC', 'ETH'] as const;
type Currency = (typeof CURRENCIES)[number];
const DECIMALS: Record<Currency, number> = { USDT: 4, USDC: 4, BTC: 8, ETH: 8 };
const HIDDEN = '••••••';

type BalancePanelProps = {
  readonly scope: Scope;
  readonly actions: ReactNode;
  /** Beside the total: what today has made. */
  readonly today?: (isHidden: boolean) => ReactNode;
  /** In the place of the last day's course and the sum of the wallet. */
  readonly course?: (isHidden: boolean) => ReactNode;
};

/** The total in a currency of one's choice, and the sum it comes from. */
export function BalancePanel({ actions, scope, today, course }: BalancePanelProps) {
  const { t } = useTranslation('wallet');
  const wallet = useValuation(scope);
  const { isError } = useSpotWallet();
  const [currency, setCurrency] = useState<Currency>('USDT');
  const [isHidden, setIsHidden] = useState(false);
  return (
    <Panel className={styles.panel ?? ''}>
      <div className={styles.top}>
        <div>
          <div className={styles.label}>
            {t(scope === 'all' ? 'balance.total' : 'balance.spotTotal')}
            <button
              type="button"
              className={styles.eye}
              aria-pressed={isHidden}
              aria-label={t(isHidden ? 'balance.show' : 'balance.hide')}
              onClick={() => setIsHidden(!isHidden)}
            >
              {isHidden ? <IconEyeOff size={17} stroke={1.6} /> : <IconEye size={17} stroke={1.6} />}
            </button>
            <SegmentedControl
              aria-label={t('balance.currency')}
              value={currency}
              onChange={(next) => setCurrency(next as Currency)}
              data={[...CURRENCIES]}
            />
          </div>
          {wallet ? (
            <Total wallet={wallet} currency={currency} isHidden={isHidden} today={today?.(isHidden)} />
          ) : isError ? (
            <p className={styles.total}>–</p>
          ) : (
            <>
              <Skeleton height={46} width={260} mt={12} mb={10} radius={8} />
              {today ? <Skeleton height={14} width={190} my={3} /> : null}
              <Skeleton height={14} width={150} my={3} />
            </>
          )}
        </div>
        <Acts label={t('actions.label')}>{actions}</Acts>
      </div>
      {course?.(isHidden) ?? (
        <>
          <Day wallet={wallet} isHidden={isHidden} isError={isError} />
          <WalletSum wallet={wallet} isHidden={isHidden} isError={isError} scope={scope} />
        </>
      )}
    </Panel>
  );
}

function Day({ wallet, isHidden, isError }: WalletSumProps) {
  if (isHidden || (isError && !wallet)) return <div className={styles.rest} />;
  return wallet ? <HoldingsDay wallet={wallet} /> : <HoldingsDayBones />;
}

type TotalProps = {
  readonly wallet: Valuation;
  readonly currency: Currency;
  readonly isHidden: boolean;
  readonly today: ReactNode;
};

function Total({ wallet, currency, isHidden, today }: TotalProps) {
  const { t } = useTranslation('wallet');
  const rateOf = useRate();
  const bitcoin = inCurrency(wallet.total, rateOf('BTC'));
  const shown = currency === 'USDT' ? wallet.total : inCurrency(wallet.total, rateOf(currency));
  return (
    <>
      <p className={styles.total}>
        {isHidden ? HIDDEN : <MoneyText value={shown} decimals={DECIMALS[currency]} quietFraction />}
        <em>{currency}</em>
      </p>
      {today ? <p>{today}</p> : null}
      <p className="num dim">{isHidden ? HIDDEN : t('balance.about', { amount: formatAmount(bitcoin, 8) })}</p>
    </>
  );
}

/** Price of a display currency in USDT: live where the stream has it, else as the overview gave it. */
function useRate(): (currency: Currency) => string {
  const { data } = useOverview();
  const tickers = useTickers();
  return (currency) => tickers.get(`${currency}USDT`)?.close ?? data?.rates[currency] ?? '0';
}

type WalletSumProps = { readonly wallet: Valuation | undefined; readonly isHidden: boolean; readonly isError: boolean };

/** The arithmetic behind the total. */
function WalletSum({ wallet, isHidden, isError, scope }: WalletSumProps & { readonly scope: Scope }) {
  const { t } = useTranslation('wallet');
  const term = (value: string | undefined) =>
    isHidden ? HIDDEN : wallet || isError ? formatAmount(value, 4) : <Skeleton height={14} width={84} my={4} />;
  return (
    <Sum
      terms={[
        { name: t('balance.available'), value: term(wallet?.available) },
        { sign: '+', name: t('balance.frozen'), value: term(wallet?.frozen) },
        { sign: '=', name: t(scope === 'all' ? 'balance.all' : 'balance.spot'), value: term(wallet?.total) },
      ]}
    />
  );
}
