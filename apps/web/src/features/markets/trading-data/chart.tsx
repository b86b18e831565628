import type { ReactNode } from 'react';
import { linePath } from '../../../lib/line-path.ts';
import { timeAxis } from './time-axis.ts';
import styles from './trading-data.module.css';

export const WIDTH = 400;
export const HEIGHT = 160;

interface ChartProps {
  /** What the chart shows, for screen readers. */
  readonly label: string;
  /** The texts at the right, from top to bottom: the highest value first. */
  readonly scale: readonly string[];
  readonly times: readonly number[];
  readonly children: ReactNode;
}

/** A chart's grid with its scale at the right and its times below; the drawing stretches to the card's width. */
export function Chart({ label, scale, times, children }: ChartProps) {
  return (
    <figure className={styles.chart}>
      <div className={styles.plot}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
          {scale.map((text, i) => {
            const y = (i * HEIGHT) / (scale.length - 1);
            return <line key={text} className={styles.grid} x1="0" x2={WIDTH} y1={y} y2={y} />;
          })}
          {children}
        </svg>
        <ul className={`num ${styles.scale}`} aria-hidden="true">
          {scale.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
      <ul className={`num ${styles.times}`} aria-hidden="true">
        {timeAxis(times).map((text, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two times may have the same text
          <li key={i}>{text}</li>
        ))}
      </ul>
    </figure>
  );
}

type LineProps = { readonly values: readonly number[]; readonly low: number; readonly high: number };

/** A line from left to right between the lowest and the highest value of the scale. */
export function Line({ values, low, high, isFilled = false }: LineProps & { readonly isFilled?: boolean }) {
  const path = pathOf({ values, low, high });
  return (
    <>
      {isFilled ? <path className={styles.area} d={`${path}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} /> : null}
      <path className={isFilled ? styles.line : styles.price} d={path} />
    </>
  );
}

const pathOf = ({ values, low, high }: LineProps): string =>
  linePath(
    values,
    (i) => (i * WIDTH) / Math.max(1, values.length - 1),
    (value) => HEIGHT - ((value - low) / (high - low || 1)) * HEIGHT,
  );
