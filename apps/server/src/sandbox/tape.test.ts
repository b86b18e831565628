import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { type Candle, intervalMs } from '../projections/tables/candles.ts';
import { listSandbox } from './instruments.ts';
import { Tape } from './tape.ts';

const scratch = mkdtempSync(join(tmpdir(), 'vitrine-tape-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const folder = () => mkdtempSync(join(scratch, 'folder-'));
const NOW_MS = Date.UTC(2026, 10, 20, 18, 34, 21);

const recorded = join(import.meta.dirname, '../../../../../shared/data/candles/1m');
const names = existsSync(recorded) ? readdirSync(recorded) : [];
const codeOf = (name: string) => name.split('USDT')[0]?.replace('MATIC', 'POL') ?? '';
/** Converts back to a decimal as in the file: without trailing zeros. */
const decimal = (steps: bigint | number, scale: number): string => {
  const digits = String(steps).padStart(scale + 1, '0');
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - scale);
  return scale > 0 && fraction !== '' ? `${whole}.${fraction}` : whole;
};

const recordedTape = names.length === 0 ? undefined : await Tape.load(recorded, folder(), NOW_MS);

describe.skipIf(names.length === 0)('recorded candles (needs ../shared/data)', () => {
  const tape = recordedTape as Tape;
  const { markets, quoteScale } = listSandbox(recordedTape?.precisions);
  const marketOf = (code: string) => {
    const market = markets.find(({ coin }) => coin.code === code);
    if (market === undefined) throw new Error(code);
    return market;
  };

  test.each(names)('%s: history equals the recording, and longer candles are aggregated exactly', (name) => {
    const market = marketOf(codeOf(name));
    const [tickScale, lotScale] = [-Math.round(Math.log10(market.tickSize)), -Math.round(Math.log10(market.lotSize))];
    const [, ...lines] = gunzipSync(readFileSync(join(recorded, name)))
      .toString('utf8')
      .trim()
      .split('\n');
    const { candles } = tape.history(market, NOW_MS);
    const minutes = candles.get(60_000) ?? [];
    expect(minutes.length).toBeGreaterThan(26 * 1_440 - 1_440);
    for (const [i, c] of minutes.entries()) {
      const text = [
        c.openMs - tape.shiftMs,
        ...[c.openTicks, c.highTicks, c.lowTicks, c.closeTicks].map((ticks) => decimal(ticks, tickScale)),
        decimal(c.volumeLots, lotScale),
      ].join(',');
      const line = (lines[i] as string)
        .split(',')
        .map((field) => (field.includes('.') ? field.replace(/\.?0+$/, '') : field))
        .join(',');
      if (text !== line) throw new Error(`line ${i + 2} is ${line}, imported as ${text}`);
    }
    const last = minutes.at(-1) as Candle;
    expect(last.openMs + 120_000).toBeGreaterThan(NOW_MS);

    for (const lengthMs of Object.values(intervalMs).filter((length) => length > 60_000)) {
      const groups = Map.groupBy(minutes, ({ openMs }) => openMs - (openMs % lengthMs));
      const expected = [...groups].map(([openMs, group]) => ({
        openMs,
        openTicks: group[0]?.openTicks,
        highTicks: Math.max(...group.map((c) => c.highTicks)),
        lowTicks: Math.min(...group.map((c) => c.lowTicks)),
        closeTicks: group.at(-1)?.closeTicks,
        volumeLots: group.reduce((sum, c) => sum + c.volumeLots, 0n),
        turnoverUnits: group.reduce((sum, c) => sum + c.turnoverUnits, 0n),
        trades: 0,
      }));
      expect(candles.get(lengthMs)).toEqual(expected);
    }
  });

  test('live prices continue the history for days, each within its recorded candle', () => {
    expect(quoteScale).toBe(7);
    for (const name of names) {
      const market = marketOf(codeOf(name));
      const history = tape.history(market, NOW_MS).candles.get(60_000) ?? [];
      const later = tape.history(market, NOW_MS + intervalMs['1d']).candles.get(60_000) ?? [];
      expect(later.slice(0, history.length)).toEqual(history);
      for (const c of later.slice(history.length, history.length + 500)) {
        for (let ms = 0; ms < 60_000; ms += 4_999) {
          const ticks = tape.priceTicksAt(market, c.openMs + ms) ?? 0;
          if (ticks < c.lowTicks || ticks > c.highTicks)
            throw new Error(`${ticks} is outside the candle of ${c.openMs}`);
        }
        expect(tape.priceTicksAt(market, c.openMs)).toBe(c.openTicks);
      }
      expect(tape.lotsPerSecondAt(market, NOW_MS)).toBeGreaterThanOrEqual(0);
      expect(tape.priceTicksAt(market, NOW_MS + 10 * intervalMs['1d'])).toBeUndefined();
    }
  });
});

describe('TAPE', () => {
  const header = 'ts,open,high,low,close,volume\n';
  const write = (name: string, text: string, into = folder()) => {
    writeFileSync(join(into, name), text);
    return into;
  };
  const lines = (count: number, stepMs = 60_000) =>
    header +
    Array.from({ length: count }, (_, i) => `${1_700_000_040_000 + i * stepMs},10.5,11,10.25,10.75,3.5`).join('\n');

  test('keeps its time shift across a restart, and refuses another recording', async () => {
    const data = folder();
    const source = write('ETHUSDT_1m.csv', lines(5_000));
    const first = await Tape.load(source, data, NOW_MS);
    expect(first.shiftMs % intervalMs['1d']).toBe(0);
    expect((await Tape.load(source, data, NOW_MS + 5 * intervalMs['1d'])).shiftMs).toBe(first.shiftMs);
    await expect(Tape.load(write('ETHUSDT_1m.csv', lines(6_000)), data, NOW_MS)).rejects.toThrow(
      'was created from a different recording',
    );
  });

  test.each([
    ['a missing folder', () => join(scratch, 'none'), 'cannot be read: set it to a folder of candle files'],
    ['a folder without a listed coin', () => write('XYZUSDT.csv', lines(9)), 'contains no candles of a listed coin'],
    [
      'a folder with two recordings of one coin',
      () => write('POLUSDT.csv', lines(9), write('MATICUSDT.csv', lines(9))),
      'two recordings of POL',
    ],
    ['a file without a header', () => write('BTCUSDT.csv', '1,2,3,4,5,6\n'), 'has no candles'],
    [
      'a line with words instead of numbers',
      () => write('BTCUSDT.csv', `${lines(3)}\n1700009000000,a,b,c,d,e`),
      'is malformed at line 5',
    ],
    [
      'a line that goes back in time',
      () => write('BTCUSDT.csv', `${lines(3)}\n1,1,1,1,1,1`),
      'goes back in time at line 5',
    ],
    [
      'an unsupported interval',
      () => write('BTCUSDT.csv', lines(9, 70_000)),
      'does not have an interval of 1m, 5m, 15m, 1h, 4h or 1d',
    ],
    ['a .gz file that is not gzip', () => write('BTCUSDT.csv.gz', lines(9)), 'cannot be read'],
  ])('%s is refused with a clear message', async (_, source, message) => {
    await expect(Tape.load(source(), folder(), NOW_MS)).rejects.toThrow(message);
  });
});
