import { dayText, timeText } from '../../../lib/when.ts';

const LABELS = 4;
const DAY_MS = 86_400_000;

/** Up to four evenly spaced times, written as days if the range is longer than two days. */
export function timeAxis(times: readonly number[]): readonly string[] {
  const [first] = times;
  const last = times.at(-1);
  if (first === undefined || last === undefined) return [];
  const text = last - first > 2 * DAY_MS ? dayText : timeText;
  const count = Math.min(LABELS, times.length);
  return Array.from({ length: count }, (_, i) =>
    text(times[count === 1 ? 0 : Math.round((i * (times.length - 1)) / (count - 1))] ?? last),
  );
}
