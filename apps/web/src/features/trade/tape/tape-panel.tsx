import { IconArrowsExchange } from '@tabler/icons-react';
import type { StreamTrade } from '@vitrine/contract';
import { EmptyState, formatAmount, formatPrice } from '@vitrine/ui';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { AgeVeil } from '../shared/age-veil.tsx';
import { PanelBar } from '../shared/panel-bar.tsx';
import { clockText } from '../shared/time-text.ts';
import { useTrade } from '../shared/trade-context.ts';
import { usePaced } from '../shared/use-live.ts';
import styles from './tape.module.css';

const SHOWN = 50;
const PICTURES_PER_SECOND = 5;

/** The public tape: the last fifty trades, newest first. */
export function TapePanel() {
  const { t } = useTranslation('trade');
  return (
    <div className={styles.panel}>
      <PanelBar title={t('tape.title')} />
      <Tape />
    </div>
  );
}

export function Tape() {
  const { t } = useTranslation('trade');
  const { market, rules } = useTrade();
  usePaced(market, 'tape', PICTURES_PER_SECOND);
  if (market.tapeReady && market.trades.length === 0)
    return (
      <EmptyState icon={IconArrowsExchange} title={t('tape.empty')}>
        {t('tape.emptyNext')}
      </EmptyState>
    );
  return (
    <section className={styles.body} aria-label={t('tape.title')}>
      <div className={styles.head} aria-hidden="true">
        <span>{t('tape.price')}</span>
        <span>{t('book.amount', { coin: rules.base })}</span>
        <span>{t('tape.time')}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <ol className={styles.list} tabIndex={0} aria-busy={!market.tapeReady}>
        {market.tapeReady ? (
          market.trades
            .slice(0, SHOWN)
            .map((trade) => <TapeLine key={trade.id} trade={trade} decimals={rules.amount_decimals} />)
        ) : (
          <li className={styles.bones} />
        )}
      </ol>
      <AgeVeil />
    </section>
  );
}

/** A trade never changes, so its line is rendered once. Text accompanies the color for those who cannot see it. */
const TapeLine = memo(function TapeLine({
  trade,
  decimals,
}: {
  readonly trade: StreamTrade;
  readonly decimals: number;
}) {
  const { t } = useTranslation('trade');
  return (
    <li className={styles.line} data-side={trade.side}>
      <span className={styles.price}>
        <span className="visually-hidden">{t(`sideName.${trade.side === 'buy' ? 'BUY' : 'SELL'}`)} </span>
        {formatPrice(trade.px)}
      </span>
      <span>{formatAmount(trade.sz, decimals)}</span>
      <time dateTime={new Date(trade.ts).toISOString()}>{clockText(trade.ts)}</time>
    </li>
  );
});
