import { directionOf, formatAmount, formatCompact, formatPercent, formatPrice, formatSigned } from '@vitrine/ui';
import { useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { useFuturesTicker } from '../../../lib/futures.ts';
import { useTrade } from '../shared/trade-context.ts';
import { Figure } from './figure.tsx';
import { IndexFigure } from './index-figure.tsx';

/** Funding rates have four decimals. */
const RATE_DECIMALS = 4;

/** The mark and index prices, the last 24 hours, the next funding settlement and the open interest of a perpetual market. */
export function FuturesFigures() {
  const { t } = useTranslation(['futures', 'trade']);
  const { rules } = useTrade();
  const ticker = useFuturesTicker(rules.name);
  const rate = ticker?.funding_rate_percent;
  return (
    <>
      <Figure label={t('header.mark')} name="mark">
        {formatPrice(ticker?.mark_price)}
      </Figure>
      <IndexFigure />
      <Figure label={t('trade:header.change')} name="change">
        <span data-direction={directionOf(ticker?.percent)}>
          {ticker ? `${formatSigned(ticker.change, rules.price_decimals)} ` : ''}
          {formatPercent(ticker?.percent)}
        </span>
      </Figure>
      <Figure label={<FundingCountdown at={ticker?.next_funding_at} />} name="funding">
        {formatPercent(rate, RATE_DECIMALS)}{' '}
        <small className="faint">{rate === undefined || Number(rate) === 0 ? '' : t(payerOf(rate))}</small>
      </Figure>
      <Figure label={t('header.openInterest', { coin: rules.base })} name="openInterest">
        {ticker ? formatAmount(ticker.open_interest, Math.min(3, rules.amount_decimals)) : '–'}{' '}
        <small className="faint">{ticker ? `${formatCompact(ticker.open_interest_usdt)} ${rules.quote}` : ''}</small>
      </Figure>
      <Figure label={t('trade:header.volume', { coin: rules.quote })} name="turnover">
        {formatCompact(ticker?.volume_usdt)}
      </Figure>
    </>
  );
}

const payerOf = (rate: string) => (rate.startsWith('-') ? 'header.shortsPay' : 'header.longsPay');

const two = (value: number): string => String(value).padStart(2, '0');

/** The time until the next funding settlement, such as 'Funding in 01:54:02', counted down each second. */
function FundingCountdown({ at }: { readonly at: number | undefined }) {
  const { t } = useTranslation('futures');
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(again, 1000);
    return () => clearInterval(timer);
  }, []);
  if (at === undefined) return t('header.funding');
  const seconds = Math.max(0, Math.floor((at - Date.now()) / 1000));
  const time = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return t('header.fundingIn', { time });
}
