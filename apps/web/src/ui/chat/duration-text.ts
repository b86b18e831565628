import type { TFunction } from 'i18next';

/** A waiting time, rounded up: a fixed text below one minute, minutes up to 90 minutes, then hours. */
export function durationText(t: TFunction<'support'>, seconds: number): string {
  if (seconds < 60) return t('duration.moment');
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return t('duration.minutes', { count: minutes });
  return t('duration.hours', { count: Math.ceil(minutes / 60) });
}
