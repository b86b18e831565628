const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const dayAndClock = new Intl.DateTimeFormat('sv-SE', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** 14:05:58, in the reader's time zone. */
export const clockText = (timeMs: number): string => clock.format(timeMs);
/** The clock for today, the date with it for any other day. */
export const recentText = (timeMs: number, nowMs = Date.now()): string =>
  new Date(timeMs).toDateString() === new Date(nowMs).toDateString() ? clockText(timeMs) : momentText(timeMs);

/** 2026-11-20 14:05:58, in the reader's time zone: sorts as it reads. */
export const momentText = (timeMs: number): string => dayAndClock.format(timeMs);
