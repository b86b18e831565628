import { Link } from '@tanstack/react-router';
import { CoinName, type Column, formatAmount } from '@vitrine/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { FrozenAmount } from './frozen-amount.tsx';
import styles from './spot-panel.module.css';
import type { SpotEntry } from './valuation.ts';

const DECIMALS = 4;
const isHeld = ({ coin_value }: SpotEntry) => /[1-9]/.test(coin_value);
const isTradable = (coin: string): boolean => coin !== 'USDT';

export function useSpotColumns(): readonly Column<SpotEntry>[] {
  const { t } = useTranslation('wallet');
  return useMemo(
    () => [
      {
        key: 'coin',
        header: t('spot.column.coin'),
        render: ({ name, full_name }) => <CoinName coin={name} about={full_name} />,
      },
      {
        key: 'balance',
        header: t('spot.column.balance'),
        align: 'end',
        render: (entry) => <Figure amount={entry.coin_value} />,
      },
      {
        key: 'available',
        header: t('spot.column.available'),
        align: 'end',
        render: (entry) => <Figure amount={entry.available} />,
      },
      {
        key: 'frozen',
        header: t('spot.column.frozen'),
        align: 'end',
        render: (entry) => <FrozenAmount coin={entry.name} amount={entry.freeze_value} decimals={DECIMALS} />,
      },
      {
        key: 'value',
        header: t('spot.column.value'),
        align: 'end',
        render: (entry) => <Figure amount={entry.usdt_value} decimals={2} isNone={!isHeld(entry)} />,
      },
      {
        key: 'actions',
        header: <span className="visually-hidden">{t('spot.column.actions')}</span>,
        align: 'end',
        render: (entry) => <Acts coin={entry.name} />,
      },
    ],
    [t],
  );
}

type FigureProps = { readonly amount: string; readonly decimals?: number; readonly isNone?: boolean };

/** Zeros are dimmed, so that holdings stand out. */
const Figure = ({ amount, decimals = DECIMALS, isNone = !/[1-9]/.test(amount) }: FigureProps) => (
  <span className={isNone ? 'faint' : undefined}>{formatAmount(amount, decimals)}</span>
);

/** The actions for a coin. */
function Acts({ coin }: { readonly coin: string }) {
  const { t } = useTranslation('wallet');
  return (
    <span className={styles.actions}>
      <Link to={paths.walletCoin} params={{ coin }} className="link" aria-label={t('spot.viewCoin', { coin })}>
        {t('spot.view')}
      </Link>
      <Link to={paths.transfer} search={{ coin }} className="link" aria-label={t('spot.transferCoin', { coin })}>
        {t('spot.transfer')}
      </Link>
      {isTradable(coin) ? (
        <ButtonLink
          to={paths.tradeChart}
          params={{ coin }}
          variant="outline"
          size="sm"
          aria-label={t('spot.tradeCoin', { coin })}
        >
          {t('spot.trade')}
        </ButtonLink>
      ) : (
        <ButtonLink to={paths.buy} variant="outline" size="sm" aria-label={t('spot.buyCoin', { coin })}>
          {t('spot.buy')}
        </ButtonLink>
      )}
    </span>
  );
}
