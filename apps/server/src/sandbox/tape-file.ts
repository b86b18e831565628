import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { intervalMs } from '../projections/tables/candles.ts';
import type { RecordedPrecision } from './instruments.ts';
import { TapeError } from './tape-error.ts';

const HEADER = 'ts,open,high,low,close,volume';
/** The limit of mantissas: whole numbers of up to fifteen digits are below 2^53. */
const LARGEST_MANTISSA = 10 ** 15;
const [COMMA, DOT, NEWLINE, RETURN, ZERO, NINE] = [44, 46, 10, 13, 48, 57];

/** Decimals as they were written: mantissa × 10^-places, without trailing zeros. */
interface DecimalColumn {
  readonly mantissa: Float64Array;
  readonly places: Uint8Array;
}

const priceColumns = ['open', 'high', 'low', 'close'] as const;

/** One coin's recorded candles in columns, oldest first. Times are the recording's own. */
export interface Recording extends Readonly<Record<(typeof priceColumns)[number] | 'volume', DecimalColumn>> {
  readonly file: string;
  readonly barMs: number;
  readonly fromMs: number;
  /** The end of the last candle. */
  readonly toMs: number;
  readonly precision: RecordedPrecision;
  readonly openMs: Float64Array;
}

/** A decimal as a whole number of units of 10^-scale: exact if it has at most `scale` decimals, otherwise rounded. */
export function stepsAt({ mantissa, places }: DecimalColumn, i: number, scale: number): number {
  const excess = scale - (places[i] as number);
  return excess >= 0 ? (mantissa[i] as number) * 10 ** excess : Math.round((mantissa[i] as number) / 10 ** -excess);
}

/** Reads one candle file, plain or gzipped. Throws TapeError. */
export function readRecording(folder: string, file: string): Recording {
  const path = join(folder, file);
  const bad = (what: string) =>
    new TapeError(`The recording ${path} ${what}: use candle files with lines of ${HEADER}, oldest first.`);
  let bytes: Buffer;
  try {
    const read = readFileSync(path);
    bytes = file.endsWith('.gz') ? gunzipSync(read) : read;
  } catch (error) {
    throw bad(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'damaged'})`);
  }
  const { count, openMs, columns, malformedAt } = parse(bytes);
  if (malformedAt === 1 || count < 2) throw bad('has no candles');
  if (malformedAt !== undefined) throw bad(`is malformed at line ${malformedAt}`);
  let barMs = Number.POSITIVE_INFINITY;
  for (let i = 1; i < count; i += 1) {
    const apart = (openMs[i] as number) - (openMs[i - 1] as number);
    if (apart <= 0) throw bad(`goes back in time at line ${i + 2}`);
    barMs = Math.min(barMs, apart);
  }
  if (!Object.values(intervalMs).includes(barMs)) throw bad('does not have an interval of 1m, 5m, 15m, 1h, 4h or 1d');
  const [open, high, low, close, volume] = columns as [
    DecimalColumn,
    DecimalColumn,
    DecimalColumn,
    DecimalColumn,
    DecimalColumn,
  ];
  const mostPlaces = ({ places }: DecimalColumn) => places.reduce((most, n) => Math.max(most, n), 0);
  return {
    file,
    barMs,
    fromMs: openMs[0] as number,
    toMs: (openMs[count - 1] as number) + barMs,
    precision: { priceScale: Math.max(...[open, high, low, close].map(mostPlaces)), volumeScale: mostPlaces(volume) },
    openMs,
    open,
    high,
    low,
    close,
    volume,
  };
}

interface Parsed {
  readonly count: number;
  readonly openMs: Float64Array;
  readonly columns: readonly DecimalColumn[];
  /** The first malformed line, counted from 1. */
  readonly malformedAt: number | undefined;
}

/** Parses a file byte by byte, for speed: half a million lines are read while the exchange is starting. */
function parse(bytes: Buffer): Parsed {
  const headerEnd = bytes.indexOf(NEWLINE);
  if (bytes.toString('latin1', 0, Math.max(0, headerEnd)).trim() !== HEADER)
    return { count: 0, openMs: new Float64Array(0), columns: [], malformedAt: 1 };
  let lines = 0;
  for (const byte of bytes) if (byte === NEWLINE) lines += 1;
  const openMs = new Float64Array(lines);
  const columns = [...priceColumns, 'volume'].map(
    (): DecimalColumn => ({ mantissa: new Float64Array(lines), places: new Uint8Array(lines) }),
  );
  const reader = new DecimalReader(bytes, headerEnd + 1);
  let count = 0;
  for (; !reader.isAtEnd(); count += 1) {
    if (!reader.read(COMMA) || reader.places > 0) return { count, openMs, columns, malformedAt: count + 2 };
    openMs[count] = reader.mantissa;
    for (const [i, { mantissa, places }] of columns.entries()) {
      const isVolume = i === priceColumns.length;
      if (!reader.read(isVolume ? NEWLINE : COMMA) || (reader.isCut && !isVolume))
        return { count, openMs, columns, malformedAt: count + 2 };
      mantissa[count] = reader.mantissa;
      places[count] = reader.places;
    }
  }
  return {
    count,
    openMs: openMs.subarray(0, count),
    columns: columns.map(({ mantissa, places }) => ({
      mantissa: mantissa.subarray(0, count),
      places: places.subarray(0, count),
    })),
    malformedAt: undefined,
  };
}

class DecimalReader {
  readonly #bytes: Buffer;
  #at: number;
  mantissa = 0;
  places = 0;
  /** Whether digits beyond the fifteenth were dropped. Such digits are noise from adding binary fractions. */
  isCut = false;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  isAtEnd(): boolean {
    while (this.#bytes[this.#at] === NEWLINE || this.#bytes[this.#at] === RETURN) this.#at += 1;
    return this.#at >= this.#bytes.length;
  }

  /**
   * Reads a plain decimal number and the byte `end` after it. If `end` is a newline, the end of the file may take its
   * place. Returns false if there is no decimal.
   */
  read(end: number): boolean {
    const from = this.#at;
    [this.mantissa, this.places, this.isCut] = [0, 0, false];
    let zeros = 0;
    let isFraction = false;
    for (; ; this.#at += 1) {
      const byte = this.#bytes[this.#at];
      if (byte !== undefined && byte >= ZERO && byte <= NINE) {
        if (!isFraction) {
          this.mantissa = this.mantissa * 10 + (byte - ZERO);
          if (this.mantissa >= LARGEST_MANTISSA) return false;
        } else if (byte === ZERO) zeros += 1;
        else if (this.mantissa * 10 ** (zeros + 1) >= LARGEST_MANTISSA) this.isCut = true;
        else {
          this.mantissa = this.mantissa * 10 ** (zeros + 1) + (byte - ZERO);
          this.places += zeros + 1;
          zeros = 0;
        }
      } else if (byte === DOT && !isFraction && this.#at > from) isFraction = true;
      else if (byte === RETURN && end === NEWLINE) continue;
      else {
        const hasDigits = this.#at > from && this.#bytes[this.#at - 1] !== DOT;
        this.#at += 1;
        return hasDigits && (byte === end || (byte === undefined && end === NEWLINE));
      }
    }
  }
}
