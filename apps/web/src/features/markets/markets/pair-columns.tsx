import { Link } from '@tanstack/react-router';
import { CoinIcon, type Column, formatCompact, PriceText } from '@vitrine/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pair } from '../../../lib/market-data.ts';
import { useMarketPath } from '../../../lib/market-path.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { DayLine, LiveChange, LivePrice } from '../../../ui/live-figures.tsx';
import { StarButton } from '../../../ui/star-button.tsx';
import styles from './pair-columns.module.css';
import { byDecimal } from './pair-search.ts';

/** Columns of the market list. Rows keep their order while figures move: sorting uses the figures as loaded. */
export function usePairColumns(): readonly Column<Pair>[] {
  const { t } = useTranslation('markets');
  const market = useMarketPath();
  return useMemo(
    () => [
      {
        key: 'star',
        header: <span className="visually-hidden">{t('column.star')}</span>,
        width: 44,
        render: (pair) => <StarButton coin={pair.name} />,
      },
      {
        key: 'name',
        header: t('column.name'),
        compare: (a, b) => b.full_name.localeCompare(a.full_name),
        render: (pair) => (
          <Link to={market} params={{ coin: pair.name }} className={styles.name}>
            <CoinIcon coin={pair.name} size={34} />
            <span>
              <b>{pair.full_name}</b>
              <small>{pair.name}</small>
            </span>
          </Link>
        ),
      },
      {
        key: 'price',
        header: t('column.price'),
        align: 'end',
        compare: byDecimal('close'),
        render: (pair) => (
          <span className={styles.price}>
            <LivePrice name={pair.coin_pair_name} initial={pair.close} />
          </span>
        ),
      },
      {
        key: 'change',
        header: t('column.change'),
        align: 'end',
        compare: byDecimal('increase_in_value'),
        render: (pair) => <LiveChange name={pair.coin_pair_name} initial={pair.increase_in_value} decimals={4} chip />,
      },
      {
        key: 'day',
        header: t('column.day'),
        align: 'end',
        render: (pair) => <DayLine coin={pair.name} percent={pair.increase_in_value} width={128} height={38} />,
      },
      { key: 'high', header: t('column.high'), align: 'end', render: (pair) => <PriceText value={pair.high} /> },
      { key: 'low', header: t('column.low'), align: 'end', render: (pair) => <PriceText value={pair.low} /> },
      {
        key: 'volume',
        header: t('column.volume'),
        align: 'end',
        compare: byDecimal('volume_usdt'),
        render: (pair) => <span className={styles.price}>{formatCompact(pair.volume_usdt)}</span>,
      },
      {
        key: 'actions',
        header: <span className="visually-hidden">{t('column.actions')}</span>,
        align: 'end',
        render: (pair) => <TradeLink coin={pair.name} />,
      },
    ],
    [t, market],
  );
}

function TradeLink({ coin }: { readonly coin: string }) {
  const { t } = useTranslation('markets');
  return (
    <ButtonLink to={paths.spot} params={{ coin }} variant="outline" size="sm" aria-label={t('tradeCoin', { coin })}>
      {t('trade')}
    </ButtonLink>
  );
}
