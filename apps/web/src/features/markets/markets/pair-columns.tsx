import { Link } from '@tanstack/react-router';
import { CoinIcon, type Column, formatCompact } from '@vitrine/ui';
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

/** 'All Cryptos' shows prices with at least three decimals, all other lists with two. */
const DECIMALS = { list: 2, categories: 3 } as const;

/** Columns of the market list. Rows keep their order while figures move: sorting uses the figures as loaded. */
export function usePairColumns(table: keyof typeof DECIMALS = 'list'): readonly Column<Pair>[] {
  const { t } = useTranslation('markets');
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
        render: (pair) => <CoinLink pair={pair} />,
      },
      {
        key: 'price',
        header: t('column.price'),
        align: 'end',
        compare: byDecimal('close'),
        render: (pair) => (
          <span className={styles.price}>
            <LivePrice name={pair.coin_pair_name} initial={pair.close} decimals={DECIMALS[table]} />
          </span>
        ),
      },
      {
        key: 'change',
        header: t(table === 'list' ? 'column.change' : 'column.changeOfDay'),
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
      {
        key: 'volume',
        header: t('column.volume'),
        align: 'end',
        compare: byDecimal('volume_usdt'),
        render: (pair) => <span className={styles.price}>{compactDollars(pair.volume_usdt)}</span>,
      },
      {
        key: 'cap',
        header: t('column.marketCap'),
        align: 'end',
        compare: (a, b) => capOf(a) - capOf(b),
        render: (pair) => <span className={styles.price}>{compactDollars(pair.market_cap)}</span>,
      },
      {
        key: 'actions',
        header: table === 'list' ? <span className="visually-hidden">{t('column.actions')}</span> : t('column.actions'),
        align: 'end',
        render: (pair) => <Actions coin={pair.name} />,
      },
    ],
    [t, table],
  );
}

/** The market cap for sorting. Coins whose supply is not known rank below all others. */
const capOf = (pair: Pair): number => (hasMarketCap(pair) ? Number(pair.market_cap) : -1);
export const hasMarketCap = ({ market_cap }: Pair): boolean => market_cap !== NOT_KNOWN;
const NOT_KNOWN = 'N/A';

const compactDollars = (text: string): string => (text === NOT_KNOWN ? text : `$${formatCompact(text)}`);

function CoinLink({ pair: { name, full_name } }: { readonly pair: Pair }) {
  return (
    <Link to={useMarketPath()} params={{ coin: name }} className={styles.name}>
      <CoinIcon coin={name} size={34} />
      <span>
        <b>{full_name}</b>
        <small>{name}</small>
      </span>
    </Link>
  );
}

function Actions({ coin }: { readonly coin: string }) {
  const { t } = useTranslation('markets');
  return (
    <span className={styles.actions}>
      <ButtonLink to={paths.spot} params={{ coin }} variant="outline" size="sm" aria-label={t('tradeCoin', { coin })}>
        {t('trade')}
      </ButtonLink>
      <ButtonLink
        to={paths.convert}
        search={{ to: coin }}
        variant="outline"
        size="sm"
        aria-label={t('convertCoin', { coin })}
      >
        {t('convert')}
      </ButtonLink>
    </span>
  );
}
