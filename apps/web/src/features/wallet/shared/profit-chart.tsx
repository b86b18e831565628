import { type Direction, formatSigned } from '@vitrine/ui';
import { useId } from 'react';
import { utcDayText } from '../../../lib/days.ts';
import { linePath } from '../../../lib/line-path.ts';
import styles from './profit-chart.module.css';

const WIDTH = 640;
const HEIGHT = 170;
const INSET = 10;
const DATES = 3;

export interface ProfitPoint {
  readonly time: number;
  readonly profit: string;
}

/** A chart of profit, green above zero and red below, with its scale at the side and its days below. */
export function ProfitChart({ series, label }: { readonly series: readonly ProfitPoint[]; readonly label: string }) {
  const id = useId();
  const values = series.map(({ profit }) => Number(profit));
  const { low, high, marks } = scaleOf(values);
  const x = (index: number) => (index * WIDTH) / Math.max(1, values.length - 1);
  const y = (value: number) => INSET + ((high - value) / (high - low)) * (HEIGHT - 2 * INSET);
  const base = y(0);
  const curve = linePath(values, x, y);
  const filled = `${curve}L${WIDTH},${base}L0,${base}Z`;
  const halves: readonly (readonly [Direction, number, number])[] = [
    ['up', 0, base],
    ['down', base, HEIGHT - base],
  ];
  // The leading days with zero profit are drawn without a color.
  const still = values.findIndex((value) => value !== 0);
  const end = values.at(-1) ?? 0;
  return (
    <figure className={styles.chart} role="img" aria-label={label}>
      <div className={styles.plot}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {marks.map((mark) => (
            <line
              key={mark}
              className={mark === 0 ? styles.zero : styles.mark}
              x1="0"
              x2={WIDTH}
              y1={y(mark)}
              y2={y(mark)}
            />
          ))}
          {halves.map(([direction, top, height]) => (
            <g key={direction} className={styles[direction]} clipPath={`url(#${id}${direction})`}>
              <clipPath id={`${id}${direction}`}>
                <rect x="0" y={top} width={WIDTH} height={Math.max(0, height)} />
              </clipPath>
              <path className={styles.fill} d={filled} />
              <path className={styles.curve} d={curve} />
            </g>
          ))}
          {still > 1 ? <line className={styles.still} x1="0" x2={x(still - 1)} y1={base} y2={base} /> : null}
        </svg>
        <i
          className={styles.end}
          data-direction={end > 0 ? 'up' : end < 0 ? 'down' : 'flat'}
          style={{ top: `${(y(end) / HEIGHT) * 100}%` }}
        />
      </div>
      <div className={`num ${styles.scale}`} aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark} style={{ top: `${(y(mark) / HEIGHT) * 100}%` }}>
            {markText(mark, marks)}
          </span>
        ))}
      </div>
      <div className={`num ${styles.dates}`} aria-hidden="true">
        {datesOf(series).map(({ time, place }) => (
          <span key={time} style={{ left: `${place * 100}%` }}>
            {utcDayText(time)}
          </span>
        ))}
      </div>
    </figure>
  );
}

/** The range of the scale, which includes zero and all values, and its round marks. */
function scaleOf(values: readonly number[]): { low: number; high: number; marks: number[] } {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const range = most - least || 1;
  const power = 10 ** Math.floor(Math.log10(range / 3));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => range / size <= 4) ?? 10 * power;
  const marks: number[] = [];
  for (let n = Math.ceil(least / step); n * step <= most; n += 1) marks.push(n * step);
  const slack = range * 0.08;
  return { low: least < 0 ? least - slack : 0, high: most > 0 ? most + slack : least < 0 ? 0 : 1, marks };
}

function markText(mark: number, marks: readonly number[]): string {
  const step = Math.abs((marks[1] ?? 1) - (marks[0] ?? 0));
  const decimals = step >= 1 ? 0 : Math.min(6, Math.ceil(-Math.log10(step)));
  return mark === 0 ? '0' : formatSigned(mark.toFixed(decimals), decimals);
}

function datesOf(series: readonly ProfitPoint[]): { time: number; place: number }[] {
  const last = series.length - 1;
  if (last < 1) return [];
  const indexes = Array.from({ length: DATES }, (_, n) => Math.round((n * last) / DATES));
  return [...new Set(indexes)].flatMap((index) => {
    const point = series[index];
    return point ? [{ time: point.time, place: index / last }] : [];
  });
}
