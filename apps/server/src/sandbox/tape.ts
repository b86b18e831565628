import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { type PriceTicks, priceTicks, timeMs } from '@vitrine/money';
import { type Candle, intervalMs } from '../projections/tables/candles.ts';
import { writeDurablySync } from '../providers/files/durable-file.ts';
import { historyOf, type MarketHistory } from './candle-history.ts';
import { type RecordedPrecision, type SandboxMarket, sandboxCoins } from './instruments.ts';
import { TapeError } from './tape-error.ts';
import { type Recording, readRecording, stepsAt } from './tape-file.ts';

const DAY_MS = intervalMs['1d'];
/** The share of a recording that becomes history. The live market replays the rest. */
const HISTORY_SHARE = 0.9;
const SHIFT_FILE = 'tape.json';
/** Coins that were renamed after the recording. */
const renamed: Readonly<Record<string, string>> = { MATIC: 'POL' };

/** Recorded candles, shifted by whole days so that a point late in the recording falls on the present. */
export class Tape {
  readonly #recordings: ReadonlyMap<string, Recording>;
  /** Added to a recorded time to get the time on the exchange's clock. */
  readonly shiftMs: number;

  private constructor(recordings: ReadonlyMap<string, Recording>, shiftMs: number) {
    this.#recordings = recordings;
    this.shiftMs = shiftMs;
  }

  /**
   * Reads every `<COIN>USDT…csv` or `.csv.gz` of the folder, with lines of open time (ms), open, high, low, close and
   * volume (in coins), at one of the chart's intervals. The shift is stored in `dataDir`, so that a later start
   * continues at the current time. Throws TapeError.
   */
  static async load(folder: string, dataDir: string, nowMs: number): Promise<Tape> {
    const recordings = await readFolder(folder);
    const fromMs = Math.min(...[...recordings.values()].map((recording) => recording.fromMs));
    const toMs = Math.max(...[...recordings.values()].map((recording) => recording.toMs));
    const shiftFile = join(dataDir, SHIFT_FILE);
    const known = existsSync(shiftFile) ? readShift(shiftFile) : undefined;
    if (known !== undefined && (known.fromMs !== fromMs || known.toMs !== toMs))
      throw new TapeError(
        `The data in ${dataDir} was created from a different recording than ${folder}: set TAPE to the original recording, or choose an empty folder with DATA_DIR=<path>.`,
      );
    const shiftMs = known?.shiftMs ?? Math.ceil((nowMs - fromMs - HISTORY_SHARE * (toMs - fromMs)) / DAY_MS) * DAY_MS;
    if (known === undefined) writeDurablySync(shiftFile, `${JSON.stringify({ shiftMs, fromMs, toMs })}\n`);
    return new Tape(recordings, shiftMs);
  }

  /** The decimal places of each recorded coin, for `listSandbox`. */
  get precisions(): ReadonlyMap<string, RecordedPrecision> {
    return new Map([...this.#recordings].map(([code, { precision }]) => [code, precision]));
  }

  has(market: SandboxMarket): boolean {
    return this.#recordings.has(market.coin.code);
  }

  /**
   * The recorded candles that end before `nowMs`, exactly as recorded, and the longer candles aggregated from them. A
   * recording has no turnover or trades: turnover is the volume times the mean of open, high, low and close, and trades
   * are 0.
   */
  history(market: SandboxMarket, nowMs: number): MarketHistory {
    const recording = this.#recordingOf(market);
    const [tickScale, lotScale] = [scaleOf(market.tickSize), scaleOf(market.lotSize)];
    const candles: Candle[] = [];
    for (let i = 0; i < recording.openMs.length; i += 1) {
      const openMs = (recording.openMs[i] as number) + this.shiftMs;
      if (openMs + recording.barMs > nowMs) break;
      const ticks = (column: 'open' | 'high' | 'low' | 'close'): PriceTicks =>
        priceTicks(stepsAt(recording[column], i, tickScale));
      const [openTicks, highTicks, lowTicks, closeTicks] = [ticks('open'), ticks('high'), ticks('low'), ticks('close')];
      const volumeLots = BigInt(stepsAt(recording.volume, i, lotScale));
      const middleTicks = Math.round((openTicks + highTicks + lowTicks + closeTicks) / 4);
      candles.push({
        openMs: timeMs(openMs),
        openTicks,
        highTicks,
        lowTicks,
        closeTicks,
        volumeLots,
        turnoverUnits: volumeLots * BigInt(middleTicks) * BigInt(market.listing.tickLotUnits),
        trades: 0,
      });
    }
    return historyOf(market.market, new Map([[recording.barMs, candles]]));
  }

  /**
   * The recording's price in ticks, which may be fractional; undefined without a recording, before its beginning and
   * after its end. Within a candle, the price goes from open to the extreme opposite to the candle's direction, then to
   * the other extreme, then to close, each in a third of the time.
   */
  priceTicksAt(market: SandboxMarket, nowMs: number): number | undefined {
    const recording = this.#recordings.get(market.coin.code);
    if (recording === undefined) return undefined;
    const time = nowMs - this.shiftMs;
    const i = barAt(recording, time);
    if (i === undefined || time >= recording.toMs) return undefined;
    const tickScale = scaleOf(market.tickSize);
    const [open, high, low, close] = ([recording.open, recording.high, recording.low, recording.close] as const).map(
      (column) => stepsAt(column, i, tickScale),
    ) as [number, number, number, number];
    const path = close >= open ? [open, low, high, close] : [open, high, low, close];
    // During a gap in the recording the price stays at the previous close.
    const thirds = 3 * Math.min(1, (time - (recording.openMs[i] as number)) / recording.barMs);
    const third = Math.min(2, Math.floor(thirds));
    const [from, to] = [path[third] as number, path[third + 1] as number];
    return from + (to - from) * (thirds - third);
  }

  /** The last close of a recording that has ended before `nowMs`. */
  closeTicksBefore(market: SandboxMarket, nowMs: number): number | undefined {
    const recording = this.#recordings.get(market.coin.code);
    if (recording === undefined || nowMs - this.shiftMs < recording.toMs) return undefined;
    return stepsAt(recording.close, recording.openMs.length - 1, scaleOf(market.tickSize));
  }

  /** Lots traded per second at `nowMs` according to the recording; undefined if nothing is recorded for that time. */
  lotsPerSecondAt(market: SandboxMarket, nowMs: number): number | undefined {
    const recording = this.#recordings.get(market.coin.code);
    if (recording === undefined) return undefined;
    const time = nowMs - this.shiftMs;
    const i = barAt(recording, time);
    if (i === undefined || time >= recording.toMs) return undefined;
    return stepsAt(recording.volume, i, scaleOf(market.lotSize)) / (recording.barMs / 1_000);
  }

  #recordingOf(market: SandboxMarket): Recording {
    const recording = this.#recordings.get(market.coin.code);
    if (recording === undefined) throw new Error(`the recording has no prices for ${market.coin.code}`);
    return recording;
  }
}

/** Decimal places of a step that is a power of ten. */
const scaleOf = (step: number): number => -Math.round(Math.log10(step));

/** The last candle that opened at or before a recorded time. */
function barAt({ openMs }: Recording, time: number): number | undefined {
  if (time < (openMs[0] as number)) return undefined;
  let [low, high] = [0, openMs.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((openMs[middle] as number) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

function readShift(file: string): { shiftMs: number; fromMs: number; toMs: number } {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { shiftMs: number; fromMs: number; toMs: number };
  } catch {
    throw new TapeError(
      `${file} is empty or damaged: restore this file from a backup and keep the rest of the folder.`,
    );
  }
}

async function readFolder(folder: string): Promise<Map<string, Recording>> {
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch {
    throw new TapeError(`TAPE=${folder} cannot be read: set it to a folder of candle files.`);
  }
  const known = new Set(sandboxCoins.map(({ code }) => code));
  const recordings = new Map<string, Recording>();
  for (const name of names) {
    const recorded = /^([A-Z0-9]+)USDT.*\.csv(\.gz)?$/.exec(name)?.[1];
    if (recorded === undefined) continue;
    const code = renamed[recorded] ?? recorded;
    if (!known.has(code)) continue;
    const other = recordings.get(code);
    if (other !== undefined)
      throw new TapeError(
        `TAPE=${folder} contains two recordings of ${code} (${other.file} and ${name}): remove one of them.`,
      );
    recordings.set(code, readRecording(folder, name));
    // Lets other work run, such as renewing the log's lease.
    await breathe();
  }
  if (recordings.size === 0)
    throw new TapeError(
      `TAPE=${folder} contains no candles of a listed coin (such as BTCUSDT_1m.csv.gz): set it to a folder that does.`,
    );
  return recordings;
}
