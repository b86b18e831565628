import type { CallResponse } from '../../lib/api.ts';
import { pageLanguage } from '../../lib/preferences.ts';

export type SettingsResponse = CallResponse<'GET /api/v3/console/settings'>;
export type Settings = SettingsResponse['settings'];

export const SETTINGS_KEY = ['settings'] as const;

/** 1 is Monday, as in ISO 8601; 2024-01-01 was a Monday. */
const dayName = (day: number): string =>
  new Intl.DateTimeFormat(pageLanguage, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));

export const daysText = (days: readonly number[]): string => days.map(dayName).join(', ');

export const weekDays = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: dayName(day) }));

export const hoursText = ({ support_hours: { from, to } }: Settings, roundTheClock: string): string =>
  from === to ? roundTheClock : `${from} to ${to} UTC`;
