import { SegmentedControl, Skeleton } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { formatAmount, MoneyText, Panel } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Acts } from '../shared/acts.tsx';
import styles from './balance-panel.module.css';
import { inCurrency } from './valuation.ts';

const CURRENCIES = ['USDT', 'USDC', 'BTC', 'ETH'] as const;
type Currency = (typeof CURRENCIES)[number];
const DECIMALS: Record<Currency, number> = { USDT: 4, USDC: 4, BTC: 8, ETH: 8 };
export const HIDDEN = '••••••';

type BalanceProps = {
  /** An amount of USDT as a decimal string. */
  readonly total: string;
  /** The USDT price of each currency. */
  readonly rates: Readonly<Record<Currency, string>>;
};

type BalancePanelProps = {
  readonly title: string;
  /** Undefined until loaded. */
  readonly balance: BalanceProps | undefined;
  readonly isError: boolean;
  readonly actions: ReactNode;
  /** Content beside the total: today's profit. */
  readonly today?: (isHidden: boolean) => ReactNode;
  /** The chart of the total, and the sum behind it. */
  readonly children: (isHidden: boolean) => ReactNode;
};

/** A total in a chosen currency, with its actions and breakdown. */
export function BalancePanel({ title, balance, isError, actions, today, children }: BalancePanelProps) {
  const { t } = useTranslation('wallet');
  const [currency, setCurrency] = useState<Currency>('USDT');
  const [isHidden, setIsHidden] = useState(false);
  return (
    <Panel className={styles.panel ?? ''}>
      <div className={styles.top}>
        <div>
          <div className={styles.label}>
            {title}
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
          {balance ? (
            <Total balance={balance} currency={currency} isHidden={isHidden} today={today?.(isHidden)} />
          ) : isError ? (
            <p className={styles.total}>–</p>
          ) : (
            <>
              <Skeleton height={46} width={260} mt={12} mb={10} radius={8} />
              <Skeleton height={14} width={240} my={3} />
            </>
          )}
        </div>
        <Acts label={t('actions.label')}>{actions}</Acts>
      </div>
      {children(isHidden)}
    </Panel>
  );
}

type TotalProps = {
  readonly balance: BalanceProps;
  readonly currency: Currency;
  readonly isHidden: boolean;
  readonly today: ReactNode;
};

function Total({ balance: { total, rates }, currency, isHidden, today }: TotalProps) {
  const { t } = useTranslation('wallet');
  const shown = currency === 'USDT' ? total : inCurrency(total, rates[currency]);
  return (
    <>
      <p className={styles.total}>
        {isHidden ? HIDDEN : <MoneyText value={shown} decimals={DECIMALS[currency]} quietFraction />}
        <em>{currency}</em>
      </p>
      <p className={`num ${styles.besides}`}>
        {today}
        <span>{isHidden ? HIDDEN : t('balance.about', { amount: formatAmount(inCurrency(total, rates.BTC), 8) })}</span>
      </p>
    </>
  );
}
