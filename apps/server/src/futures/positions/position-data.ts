import type { DataWindow, endpoints, ResponseOf } from '@vitrine/contract';
import type { PriceTicks } from '@vitrine/money';
import type { Perpetual } from '../../kit/instruments.ts';
import { SharedReads } from '../../kit/shared-reads.ts';
import type { Histories } from '../../projections/histories.ts';
import type { LiquidationRecord } from '../../projections/tables/liquidations.ts';
import type { OpenInterestSample } from '../../projections/tables/open-interest.ts';
import { priceText, sizeText, wideText } from '../../projections/wire.ts';
import { flowWindows, stepsUntil } from '../../trading/markets/data-windows.ts';
import { SHARED_MS } from '../../trading/markets/taker-flow.ts';

export type PositionData = ResponseOf<typeof endpoints.positionData>;
type Sample = PositionData['samples'][number];
type Liquidations = PositionData['liquidations'];

/** Maximum number of samples in a response: enough for a chart that is 400 pixels wide. */
const MOST_SAMPLES = 300;
const MOST_LIQUIDATIONS = 1_000;
const BINS = 32;

interface Sources {
  readonly histories: Pick<Histories, 'position' | 'liquidations' | 'openInterest'>;
  clock(): number;
}

/** Open interest, accounts and liquidations of every perpetual market and window, read once for all visitors. */
export class PositionDataReader {
  readonly #sources: Sources;
  readonly #shared = new SharedReads<string, PositionData>(SHARED_MS);

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  of(perpetual: Perpetual, window: DataWindow): Promise<PositionData> {
    return this.#shared.of(`${perpetual.market} ${window}`, () => this.#read(perpetual, window));
  }

  async #read(perpetual: Perpetual, window: DataWindow): Promise<PositionData> {
    const { histories, clock } = this.#sources;
    const [from = 0] = stepsUntil(clock(), flowWindows[window]);
    const { position } = histories;
    const samples = await histories.openInterest(perpetual.market, from);
    const newest = { market: perpetual.market, cursor: undefined, limit: MOST_LIQUIDATIONS };
    const page = await histories.liquidations(newest);
    if (page === 'bad_cursor') throw new Error('a query of liquidations without a cursor reported a bad cursor');
    const rows = page.rows.filter(({ timeMs }) => timeMs >= from);
    const isComplete = rows.length < MOST_LIQUIDATIONS || page.nextCursor === undefined;
    return {
      from,
      samples: thinned(samples).map((sample) => sampleOnWire(perpetual, sample)),
      liquidations: liquidationsOnWire(perpetual, rows, isComplete),
      position,
    };
  }
}

/** Every n-th sample, the newest included. */
function thinned(samples: readonly OpenInterestSample[]): readonly OpenInterestSample[] {
  const every = Math.ceil(samples.length / MOST_SAMPLES);
  return samples.filter((_, i) => (samples.length - 1 - i) % every === 0);
}

const valueUnits = ({ rules }: Perpetual, lots: number, ticks: number): bigint =>
  BigInt(lots) * BigInt(ticks) * BigInt(rules.tickLotUnits);

const sampleOnWire = (perpetual: Perpetual, sample: OpenInterestSample): Sample => ({
  time: sample.timeMs,
  open_interest: sizeText(perpetual, sample.openLots),
  open_interest_usdt: wideText(valueUnits(perpetual, sample.openLots, sample.markTicks), perpetual.quote.scale),
  long_accounts: sample.longAccounts,
  short_accounts: sample.shortAccounts,
});

function liquidationsOnWire(
  perpetual: Perpetual,
  rows: readonly LiquidationRecord[],
  isComplete: boolean,
): Liquidations {
  const usdt = (units: bigint) => wideText(units, perpetual.quote.scale);
  const sumOf = (some: readonly LiquidationRecord[], side: LiquidationRecord['side']) =>
    usdt(
      some
        .filter((row) => row.side === side)
        .reduce((sum, { sizeLots, markTicks }) => sum + valueUnits(perpetual, sizeLots, markTicks), 0n),
    );
  return {
    is_complete: isComplete,
    count: rows.length,
    longs: sumOf(rows, 'long'),
    shorts: sumOf(rows, 'short'),
    prices: binsOf(rows).map(({ fromTicks, toTicks, some }) => ({
      from: priceText(perpetual, fromTicks),
      to: priceText(perpetual, toTicks),
      longs: sumOf(some, 'long'),
      shorts: sumOf(some, 'short'),
    })),
  };
}

interface Bin {
  readonly fromTicks: PriceTicks;
  readonly toTicks: PriceTicks;
  readonly some: readonly LiquidationRecord[];
}

/** Groups the liquidations by mark price into up to 32 bins of equal width, lowest first. */
function binsOf(rows: readonly LiquidationRecord[]): Bin[] {
  if (rows.length === 0) return [];
  const marks = rows.map(({ markTicks }) => markTicks);
  const [low, high] = [Math.min(...marks), Math.max(...marks)];
  const width = Math.ceil((high - low + 1) / BINS);
  return Array.from({ length: Math.ceil((high - low + 1) / width) }, (_, i) => {
    const fromTicks = (low + i * width) as PriceTicks;
    const toTicks = (fromTicks + width - 1) as PriceTicks;
    return { fromTicks, toTicks, some: rows.filter(({ markTicks }) => markTicks >= fromTicks && markTicks <= toTicks) };
  });
}
