import { IconChevronDown } from '@tabler/icons-react';
import { CoinIcon, directionOf, formatCompact, formatPercent, formatPrice, formatSigned, PriceText } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pairLabel } from '../../../lib/market-names.ts';
import { useTicker } from '../../../lib/tickers.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { LiveBadge } from '../../../ui/live-badge.tsx';
import { StarButton } from '../../../ui/star-button.tsx';
import { AgeVeil } from '../shared/age-veil.tsx';
import { useTrade } from '../shared/trade-context.ts';
import { useLastPrice } from '../shared/use-live.ts';
import { DelistingMark } from './delisting-mark.tsx';
import { Figure } from './figure.tsx';
import styles from './pair-header.module.css';
import { FuturesWays, SpotWays, type TradeWay } from './ways.tsx';

/** The button that opens the pair list, which drops down below the pair's name. */
export interface PairChoiceOpening {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly choice: ReactNode;
}

type PairHeaderProps = {
  readonly pairs: PairChoiceOpening;
  /** The page shown; absent on pages without trading. */
  readonly way?: TradeWay;
  /** The layout menu of a desktop. */
  readonly tools?: ReactNode;
  /** The kind of market, if not spot. */
  readonly mark?: ReactNode;
  /** Says when the market will be delisted. */
  readonly delisting?: ReactNode;
  /** Figures that replace those of the last 24 hours. */
  readonly figures?: ReactNode;
};

/** The pair, its price and its last 24 hours. */
export function PairHeader({
  pairs,
  way,
  tools,
  mark,
  delisting = <DelistingMark />,
  figures = <DayFigures />,
}: PairHeaderProps) {
  const { t } = useTranslation('trade');
  const { rules, market } = useTrade();
  const { price, move } = useLastPrice(market);
  const pair = pairLabel(rules);
  useTabTitle(price, move, pair);
  return (
    <section className={styles.header} aria-label={pair}>
      <div className={styles.pairPlace}>
        <h1 className={styles.pair}>
          <button
            type="button"
            onClick={pairs.toggle}
            aria-haspopup="dialog"
            aria-expanded={pairs.isOpen}
            aria-label={t('header.choose', { pair })}
            title={t('header.chooseKey')}
          >
            <CoinIcon coin={rules.base} size={28} />
            <span>{pair}</span>
            {mark}
            <IconChevronDown size={16} aria-hidden="true" className={styles.chevron} />
          </button>
        </h1>
        <StarButton coin={rules.base} className={styles.star ?? ''} />
        {delisting}
        {pairs.choice}
      </div>
      {way === undefined ? null : way === 'futures' ? <FuturesWays /> : <SpotWays way={way} />}
      <p className={styles.price}>
        <span className="visually-hidden">{t('header.lastPrice')} </span>
        <PriceText value={price || undefined} direction={move === 'none' ? 'flat' : move} />
        <AgeVeil bare />
      </p>
      <dl className={styles.day}>{figures}</dl>
      <div className={styles.tools}>
        <LiveBadge />
        {tools}
      </div>
    </section>
  );
}

const ARROWS = { up: '▲ ', down: '▼ ', none: '' } as const;

const useTabTitle = (price: string, move: keyof typeof ARROWS, pair: string): void =>
  usePageTitle(price === '' ? pair : `${ARROWS[move]}${formatPrice(price)} ${pair}`);

/** The last 24 hours: change, range and volume. */
function DayFigures() {
  const { t } = useTranslation('trade');
  const { rules } = useTrade();
  const ticker = useTicker(rules.name);
  const direction = directionOf(ticker?.percent);
  return (
    <>
      <Figure label={t('header.change')} name="change">
        <span data-direction={direction}>
          <span className={styles.absolute}>
            {ticker ? `${formatSigned(ticker.change, rules.price_decimals)} ` : ''}
          </span>
          {formatPercent(ticker?.percent)}
        </span>
      </Figure>
      <Figure label={t('header.high')} name="high">
        {formatPrice(ticker?.high)}
      </Figure>
      <Figure label={t('header.low')} name="low">
        {formatPrice(ticker?.low)}
      </Figure>
      <Figure label={t('header.volume', { coin: rules.base })} name="volume">
        {formatCompact(ticker?.volume)}
      </Figure>
      <Figure label={t('header.volume', { coin: rules.quote })} name="turnover">
        {formatCompact(ticker?.volume_usdt)}
      </Figure>
    </>
  );
}
