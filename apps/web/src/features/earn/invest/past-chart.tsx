import { formatAmount } from '@vitrine/ui';
import { useId } from 'react';
import { utcDateText } from '../../../lib/days.ts';
import { linePath } from '../../../lib/line-path.ts';
import type { Past } from './invest-data.ts';
import styles from './past.module.css';

const WIDTH = 800;
const HEIGHT = 360;
const TOP = 12;
const DATES = 4;

type PastChartProps = { readonly past: Past; readonly label: string };

/** The invested amount, as steps, and its value, with a scale at the side and dates below. */
export function PastChart({ past, label }: PastChartProps) {
  const gradient = useId();
  const { points, lowest } = past;
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const values = points.map(({ value }) => Number(value));
  const invested = points.map((point) => Number(point.invested));
  const { most, marks } = scaleOf(Math.max(...values, ...invested));
  const span = Math.max(1, last.time - first.time);
  const x = (index: number) => (((points[index]?.time ?? first.time) - first.time) / span) * WIDTH;
  const y = (value: number) => TOP + (1 - value / most) * (HEIGHT - TOP);
  const line = linePath(values, x, y);
  const steps = invested.reduce(
    (path, value, index) => (index === 0 ? `M0,${y(value)}` : `${path}H${x(index)}V${y(value)}`),
    '',
  );
  const place = (time: number) => `${((time - first.time) / span) * 100}%`;
  const height = (value: number) => `${(y(value) / HEIGHT) * 100}%`;
  return (
    <figure className={styles.chart} role="img" aria-label={label}>
      <div className={styles.plot}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <linearGradient id={gradient} x2="0" y2="1">
            <stop stopColor="currentColor" stopOpacity="0.22" />
            <stop offset="1" stopColor="currentColor" stopOpacity="0" />
          </linearGradient>
          {marks.map((mark) => (
            <line key={mark} className={styles.mark} x1="0" x2={WIDTH} y1={y(mark)} y2={y(mark)} />
          ))}
          <path d={`${line}L${WIDTH},${y(0)}L0,${y(0)}Z`} fill={`url(#${gradient})`} />
          <path className={styles.steps} d={steps} />
          <path className={styles.line} d={line} />
        </svg>
        <i className={styles.end} style={{ left: '100%', top: height(Number(last.value)) }} />
        {lowest === undefined || Number(lowest.percent) >= 0 ? null : (
          <i className={styles.lowest} style={{ left: place(lowest.time), top: height(Number(lowest.value)) }} />
        )}
      </div>
      <div className={`num ${styles.scale}`} aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark} style={{ top: height(mark) }}>
            {formatAmount(String(mark), most < 10 ? 2 : 0)}
          </span>
        ))}
      </div>
      <div className={`num ${styles.dates}`} aria-hidden="true">
        {Array.from({ length: DATES }, (_, n) => first.time + (span * n) / (DATES - 1)).map((time) => (
          <span key={time} style={{ left: place(time) }}>
            {utcDateText(time)}
          </span>
        ))}
      </div>
    </figure>
  );
}

/** A scale from zero with three to five round tick marks. */
function scaleOf(highest: number): { most: number; marks: number[] } {
  const range = highest || 1;
  const power = 10 ** Math.floor(Math.log10(range / 3));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => range / size <= 4.5) ?? 10 * power;
  const count = Math.ceil(range / step);
  return { most: count * step, marks: Array.from({ length: count + 1 }, (_, n) => n * step) };
}
