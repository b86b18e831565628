import { chosenZone } from '../../../lib/when.ts';

const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const DAY_AND_CLOCK = { ...CLOCK, year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** The formatters of each time zone, cached because the tape formats many times a second. */
const writers = new Map<string, { readonly clock: Intl.DateTimeFormat; readonly dayAndClock: Intl.DateTimeFormat }>();

function writer() {
  const zone = chosenZone();
  const key = zone.timeZone ?? '';
  const known = writers.get(key);
  if (known !== undefined) return known;
  const made = {
    clock: new Intl.DateTimeFormat('en-GB', { ...CLOCK, ...zone }),
    dayAndClock: new Intl.DateTimeFormat('sv-SE', { ...DAY_AND_CLOCK, ...zone }),
  };
  writers.set(key, made);
  return made;
}

/** 14:05:58, in the reader's time zone. */
export const clockText = (timeMs: number): string => writer().clock.format(timeMs);
/** The time only if today, otherwise with the date. */
export const recentText = (timeMs: number, nowMs = Date.now()): string =>
  momentText(timeMs).slice(0, 10) === momentText(nowMs).slice(0, 10) ? clockText(timeMs) : momentText(timeMs);

/** 2026-11-20 14:05:58, in the reader's time zone: sorts chronologically as text. */
export const momentText = (timeMs: number): string => writer().dayAndClock.format(timeMs);
