import { formatAmount } from '@vitrine/ui';
import { utcDayText } from '../../../lib/days.ts';
import styles from './analysis.module.css';
import type { AnalysisDay } from './analysis-data.ts';

const HEIGHT = 100;
/** The width of a day, of which the bar takes the middle. */
const SLOT = 20;
const BAR = 12;
/** A day with a value is seen, however small the value is beside that of others. */
const LEAST_HEIGHT = 1.5;
const DATES = 4;

type DayBarsProps = {
  readonly days: readonly AnalysisDay[];
  readonly decimals: number;
  readonly label: string;
};

/** A bar for the value of each day, the greatest value beside them, and some of the days below. */
export function DayBars({ days, decimals, label }: DayBarsProps) {
  const values = days.map(({ usdt_value }) => Number(usdt_value));
  const most = Math.max(...values);
  const greatest = days[values.indexOf(most)]?.usdt_value;
  const width = days.length * SLOT;
  const every = Math.ceil(days.length / DATES);
  return (
    <figure className={styles.chart} role="img" aria-label={label}>
      <div className={styles.plot}>
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <line className={styles.base} x1="0" x2={width} y1={HEIGHT} y2={HEIGHT} />
          {days.map(({ time }, index) => {
            const value = values[index] ?? 0;
            const height = value > 0 ? Math.max(LEAST_HEIGHT, (value / most) * HEIGHT) : 0;
            return (
              <rect key={time} x={index * SLOT + (SLOT - BAR) / 2} y={HEIGHT - height} width={BAR} height={height} />
            );
          })}
        </svg>
      </div>
      <div className={`num ${styles.scale}`} aria-hidden="true">
        <span>{most > 0 ? formatAmount(greatest, decimals) : ''}</span>
        <span>0</span>
      </div>
      <div className={`num ${styles.dates}`} aria-hidden="true">
        {days.map(({ time }, index) =>
          index % every === 0 ? (
            <span key={time} style={{ left: `${(index / days.length) * 100}%` }}>
              {utcDayText(time)}
            </span>
          ) : null,
        )}
      </div>
    </figure>
  );
}
