import type { DataWindow, endpoints, ResponseOf } from '@vitrine/contract';
import type { Instrument } from '../../kit/instruments.ts';
import { SharedReads } from '../../kit/shared-reads.ts';
import type { Histories } from '../../projections/histories.ts';
import type { MarketData } from '../../projections/tables/market-data.ts';
import { type Flow, flowSizes } from '../../projections/tables/taker-flow.ts';
import { priceText, wideText } from '../../projections/wire.ts';
import { flowWindows, stepsUntil } from './data-windows.ts';

export type TakerFlow = ResponseOf<typeof endpoints.takerFlow>;

interface Sources {
  readonly histories: Pick<Histories, 'position' | 'flowBySize' | 'flowByPeriod'>;
  readonly marketData: MarketData;
  clock(): number;
}

/** How long a result is shared by all visitors. */
export const SHARED_MS = 15_000;

/** The taker flow of every market and window, read once for all visitors. */
export class TakerFlows {
  readonly #sources: Sources;
  readonly #shared = new SharedReads<string, TakerFlow>(SHARED_MS);

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  of(instrument: Instrument, window: DataWindow): Promise<TakerFlow> {
    return this.#shared.of(`${instrument.market} ${window}`, () => this.#read(instrument, window));
  }

  async #read(instrument: Instrument, window: DataWindow): Promise<TakerFlow> {
    const { histories, marketData, clock } = this.#sources;
    const { market, quote } = instrument;
    const terms = flowWindows[window];
    const steps = stepsUntil(clock(), terms);
    const fromMs = steps[0] as number;
    const { position } = histories;
    const sizes = await histories.flowBySize(market, fromMs);
    const periods = await histories.flowByPeriod(market, fromMs, terms.stepMs);
    const range = { fromMs, toMs: (steps.at(-1) as number) + terms.stepMs };
    const candles = await marketData.candles(market, terms.interval, range);
    const usdt = (units: bigint) => wideText(units, quote.scale);
    const closeOf = (startMs: number) => {
      const last = candles.findLast(({ openMs }) => openMs >= startMs && openMs < startMs + terms.stepMs);
      return last === undefined ? '' : priceText(instrument, last.closeTicks);
    };
    return {
      from: fromMs,
      sizes: sizes
        .map(({ buys, sells, buyUnits, sellUnits }, size) => ({
          least: String(flowSizes[size]),
          buy: usdt(buyUnits),
          sell: usdt(sellUnits),
          buys,
          sells,
        }))
        .reverse(),
      step_seconds: terms.stepMs / 1_000,
      periods: steps.map((time) => {
        const flow: Pick<Flow, 'buyUnits' | 'sellUnits'> = periods.get(time) ?? { buyUnits: 0n, sellUnits: 0n };
        return { time, buy: usdt(flow.buyUnits), sell: usdt(flow.sellUnits), close: closeOf(time) };
      }),
      position,
    };
  }
}
