import type { AxisTick } from 'klinecharts';
import { i18n } from '../../../lib/i18n.ts';
import type { ChartInterval } from '../shared/candle-feed.ts';

/** Intervals of a day or longer have no times, only dates. */
const hasTimes = (interval: ChartInterval): boolean => !['1d', '1w', '1M'].includes(interval);

/** A zero-width character: chart-text.ts draws labels that begin with it in bold. */
export const BOLD = '\u2060';

const formats = new Map<string, Intl.DateTimeFormat>();
/** A time in the reader's language and this zone (IANA name; the browser's if undefined). */
const written = (ms: number, zone: string | undefined, options: Intl.DateTimeFormatOptions): string => {
  const key = `${i18n.language} ${zone} ${JSON.stringify(options)}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(i18n.language, { ...options, ...(zone === undefined ? {} : { timeZone: zone }) });
  formats.set(key, format);
  return format.format(ms);
};

const DAY = { day: 'numeric', month: 'short' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/**
 * The texts of the time axis: the first tick of a new day shows the date in bold, all others show the time. With
 * candles of a day or longer, the first tick of a new year shows the year, all others the date. The leftmost tick never
 * counts as a first one.
 */
export const withDates = (
  ticks: readonly AxisTick[],
  interval: ChartInterval,
  zone: string | undefined,
): readonly AxisTick[] => {
  const isLong = !hasTimes(interval);
  const change = isLong ? ({ year: 'numeric' } as const) : DAY;
  const usual = isLong ? DAY : CLOCK;
  return ticks.map((tick, index) => {
    const time = Number(tick.value);
    const before = ticks[index - 1];
    const group = written(time, zone, isLong ? { year: 'numeric' } : { ...DAY, year: 'numeric' });
    const isFirst =
      before !== undefined &&
      group !== written(Number(before.value), zone, isLong ? { year: 'numeric' } : { ...DAY, year: 'numeric' });
    return { ...tick, text: isFirst ? `${BOLD}${written(time, zone, change)}` : written(time, zone, usual) };
  });
};

/**
 * The time under the crosshair in full, such as Mon, Nov 23, 22:15; with candles of a day or longer, the date with its
 * year.
 */
export const crosshairTime = (ms: number, interval: ChartInterval, zone: string | undefined): string =>
  written(ms, zone, { weekday: 'short', ...DAY, ...(hasTimes(interval) ? CLOCK : { year: 'numeric' }) });

/** The remaining time of a candle that ends at `endMs`: 04:05, 1:04:05 or 3d 04h. Empty when the candle has ended. */
export const countdownText = (nowMs: number, endMs: number): string => {
  const seconds = Math.ceil((endMs - nowMs) / 1000);
  if (seconds <= 0) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) return `${Math.floor(hours / 24)}d ${two(hours % 24)}h`;
  const clock = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
};
