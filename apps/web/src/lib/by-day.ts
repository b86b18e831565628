import { dayName, isSameDay } from './when.ts';

interface Dated {
  readonly time: number;
}

/** One day of a list, with its heading. */
export interface Day<T> {
  readonly name: string;
  readonly items: readonly T[];
}

/** Groups a chronological list by day, in the reader's time zone. */
export function byDay<T extends Dated>(items: readonly T[]): readonly Day<T>[] {
  const starts = items.flatMap(({ time }, index) => (isSameDay(time, items[index - 1]?.time) ? [] : [index]));
  return starts.map((start, day) => {
    const ofDay = items.slice(start, starts[day + 1]);
    return { name: dayName(items[start]?.time ?? 0), items: ofDay };
  });
}
