import { ChangeText, directionOf, PriceText } from '@vitrine/ui';
import { useDayLine } from '../lib/market-data.ts';
import { useTicker } from '../lib/tickers.ts';
import { Sparkline } from './sparkline.tsx';

type LiveProps = { readonly name: string; readonly initial: string };

type LivePriceProps = LiveProps & {
  /** The least number of decimals. */
  readonly decimals?: number;
};

/** A pair's last price: `initial` until the first stream message, then live. Only this text re-renders. */
export function LivePrice({ name, initial, decimals = 2 }: LivePriceProps) {
  return <PriceText value={useTicker(name)?.close ?? initial} dollars={decimals} />;
}

type LiveChangeProps = LiveProps & {
  readonly decimals?: number;
  readonly chip?: boolean;
  readonly className?: string;
};

export function LiveChange({ name, initial, decimals = 2, chip = false, className = '' }: LiveChangeProps) {
  const value = useTicker(name)?.percent ?? initial;
  return <ChangeText value={value} decimals={decimals} chip={chip} className={className} />;
}

type DayLineProps = {
  readonly coin: string;
  readonly percent: string;
  readonly width: number;
  readonly height: number;
  readonly fluid?: boolean;
};

/** The last 24 hours of a coin as a sparkline. */
export function DayLine({ coin, percent, width, height, fluid = false }: DayLineProps) {
  const { data } = useDayLine(coin);
  return <Sparkline values={data ?? []} direction={directionOf(percent)} width={width} height={height} fluid={fluid} />;
}
