import type { Direction } from '@vitrine/ui';
import { useId } from 'react';
import { linePath } from '../lib/line-path.ts';
import styles from './sparkline.module.css';

type SparklineProps = {
  readonly values: readonly number[];
  readonly direction: Direction;
  readonly width: number;
  readonly height: number;
  /** Whether the line stretches to fill its container. */
  readonly fluid?: boolean;
};

const INSET = 2;
/**
 * The smallest price range that fills the height, relative to the price: one tick of a quiet coin must not look like a
 * cliff.
 */
const LEAST_RANGE = 0.002;

/** A small line without axes: the shape of a day. Decorative, so hidden from screen readers. */
export function Sparkline({ values, direction, width, height, fluid = false }: SparklineProps) {
  const gradient = useId();
  const path = shapeOf(values, width, height);
  return (
    <svg
      className={`${styles.line} ${styles[direction]} ${fluid ? styles.fluid : ''}`}
      width={fluid ? undefined : width}
      height={fluid ? undefined : height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {path ? (
        <>
          <linearGradient id={gradient} x2="0" y2="1">
            <stop stopColor="currentColor" stopOpacity="0.22" />
            <stop offset="1" stopColor="currentColor" stopOpacity="0" />
          </linearGradient>
          <path d={`${path}L${width} ${height}L0 ${height}Z`} fill={`url(#${gradient})`} />
          <path
            d={path}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </>
      ) : null}
    </svg>
  );
}

function shapeOf(values: readonly number[], width: number, height: number): string | null {
  if (values.length < 2) return null;
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const middle = (lowest + highest) / 2;
  const range = Math.max(highest - lowest, middle * LEAST_RANGE) || 1;
  const low = middle - range / 2;
  const x = (index: number) => (index * width) / (values.length - 1);
  const y = (value: number) => height - INSET - ((value - low) / range) * (height - 2 * INSET);
  return linePath(values, x, y);
}
