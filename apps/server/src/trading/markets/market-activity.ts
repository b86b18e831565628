import type { DataWindow, endpoints, ResponseOf } from '@vitrine/contract';
import type { MarketId } from '@vitrine/core';
import type { PriceTicks } from '@vitrine/money';
import type { Instrument, Instruments } from '../../kit/instruments.ts';
import { SharedReads } from '../../kit/shared-reads.ts';
import type { Histories } from '../../projections/histories.ts';
import { intervalMs, joinTo, type MarketCandle } from '../../projections/tables/candles.ts';
import type { MarketData } from '../../projections/tables/market-data.ts';
import { percentText, priceText, wideText } from '../../projections/wire.ts';
import { stepsUntil, volumeWindows } from './data-windows.ts';
import { SHARED_MS } from './taker-flow.ts';

type OnWire = ResponseOf<typeof endpoints.marketActivity>;
type Activity = Omit<OnWire['markets'][number], 'name'> & { readonly market: MarketId };
type MarketActivity = Omit<OnWire, 'markets'> & { readonly markets: readonly Activity[] };

interface Sources {
  readonly histories: Pick<Histories, 'position' | 'candlesOf'>;
  readonly marketData: MarketData;
  readonly instruments: Instruments;
  clock(): number;
}

/** Change and volume of all pairs in each window, read once for all visitors. */
export class MarketActivities {
  readonly #sources: Sources;
  readonly #shared = new SharedReads<DataWindow, MarketActivity>(SHARED_MS);

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  of(window: DataWindow): Promise<MarketActivity> {
    return this.#shared.of(window, () => this.#read(window));
  }

  async #read(window: DataWindow): Promise<MarketActivity> {
    const { histories, instruments, clock } = this.#sources;
    const terms = volumeWindows[window];
    const steps = stepsUntil(clock(), terms);
    const from = steps[0] as number;
    const { position } = histories;
    const spot = instruments.spot();
    const markets = spot.map(({ market }) => market);
    const candles = await histories.candlesOf(markets, intervalMs[terms.interval], from);
    const byMarket = new Map<MarketId, MarketCandle[]>();
    for (const candle of candles) byMarket.set(candle.market, [...(byMarket.get(candle.market) ?? []), candle]);
    return {
      from,
      step_seconds: terms.stepMs / 1_000,
      markets: spot.map((instrument) => this.#activity(instrument, byMarket.get(instrument.market) ?? [], steps)),
      position,
    };
  }

  #activity(instrument: Instrument, candles: readonly MarketCandle[], steps: readonly number[]): Activity {
    const { lastTicks } = this.#sources.marketData.ticker(instrument.market);
    const usdt = (units: bigint) => wideText(units, instrument.quote.scale);
    const stepMs = (steps[1] as number) - (steps[0] as number);
    const volumes = new Map(
      joinTo(candles, stepMs).map(({ openMs, turnoverUnits }) => [openMs as number, turnoverUnits]),
    );
    const [first] = candles;
    return {
      market: instrument.market,
      base: instrument.base.code,
      close: priceText(instrument, lastTicks),
      percent: first === undefined ? '' : percentText(first.openTicks, lastTicks as PriceTicks),
      volume_usdt: usdt(candles.reduce((sum, { turnoverUnits }) => sum + turnoverUnits, 0n)),
      volumes: steps.map((start) => usdt(volumes.get(start) ?? 0n)),
    };
  }
}
