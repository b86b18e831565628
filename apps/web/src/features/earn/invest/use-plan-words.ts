import { formatExact } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { trimZeros } from '../../../lib/decimal.ts';
import { i18n } from '../../../lib/i18n.ts';
import { type Cycle, isHourly, isWeekly, type List } from './plan-form.ts';

/** 1 is Monday; 5 January 1970 was a Monday. */
export const weekdayText = (weekday: number, length: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(i18n.language, { weekday: length, timeZone: 'UTC' }).format((weekday + 3) * 86_400_000);

const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** A time in UTC, such as Mon, Nov 23, 2026, 08:00 UTC. */
export const utcText = (ms: number): string =>
  `${new Intl.DateTimeFormat(i18n.language, {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(ms)} UTC`;

interface Schedule {
  readonly cycle: Cycle;
  readonly weekday?: number | undefined;
  readonly day?: number | undefined;
  readonly hour?: number | undefined;
}

interface Named {
  readonly name: string;
  readonly list?: List | undefined;
  readonly coins: readonly { readonly name: string; readonly percent: number }[];
}

/** The translation keys of the cycles. */
const cycleKeys = {
  '1 Hour': 'hour',
  '4 Hours': 'hours4',
  '8 Hours': 'hours8',
  '12 Hours': 'hours12',
  Daily: 'day',
  Weekly: 'week',
  'Bi-Weekly': 'weeks2',
  Monthly: 'month',
} as const satisfies Record<Cycle, string>;

export function usePlanWords() {
  const { t } = useTranslation('invest');
  return {
    cycle: (cycle: Cycle) => t(`cycles.${cycleKeys[cycle]}`),
    /** When the plan repeats, such as 'Monday, 08:00 UTC'. */
    repeats: ({ cycle, weekday, day, hour }: Schedule): string => {
      if (isHourly(cycle)) return t('repeats.hours');
      const time = hourText(hour ?? 0);
      if (isWeekly(cycle) && weekday !== undefined)
        return t('repeats.week', { weekday: weekdayText(weekday, 'long'), time });
      return cycle === 'Monthly' && day !== undefined ? t('repeats.month', { day, time }) : t('repeats.day', { time });
    },
    /** The plan's name, or its list or coins. */
    plan: ({ name, list, coins }: Named): string => {
      if (name !== '') return name;
      return list === undefined ? coins.map((coin) => coin.name).join(', ') : t(`lists.${list}`);
    },
    /** The coins with their shares, such as 'BTC 60, ETH 40'. */
    coins: ({ coins }: Named): string =>
      coins
        .filter(({ percent }) => percent > 0)
        .map(({ name, percent }) => `${name} ${percent}`)
        .join(', '),
    amount: (amount: string) => formatExact(trimZeros(amount)),
  };
}
