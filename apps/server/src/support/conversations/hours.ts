import type { SupportHours } from '../../settings/exchange-settings.ts';

/** Whether support is staffed at this time. Hours whose end is before their start run past midnight. */
export function isOpen({ days, from, to }: SupportHours, nowMs: number): boolean {
  const now = new Date(nowMs);
  const clock = now.toISOString().slice(11, 16);
  const day = now.getUTCDay() || 7;
  if (from === to) return days.includes(day);
  if (from < to) return days.includes(day) && from <= clock && clock < to;
  const dayBefore = day === 1 ? 7 : day - 1;
  return (days.includes(day) && from <= clock) || (days.includes(dayBefore) && clock < to);
}
