import type { CandleInterval, DataWindow } from '@vitrine/contract';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface WindowTerms {
  readonly steps: number;
  readonly stepMs: number;
  /** The interval of the candles that are combined into steps. */
  readonly interval: CandleInterval;
}

/** How each window is divided into steps to show a market's taker flow. */
export const flowWindows: Readonly<Record<DataWindow, WindowTerms>> = {
  '1h': { steps: 12, stepMs: 5 * MINUTE_MS, interval: '5m' },
  '4h': { steps: 16, stepMs: 15 * MINUTE_MS, interval: '15m' },
  '24h': { steps: 24, stepMs: HOUR_MS, interval: '1h' },
  '7d': { steps: 28, stepMs: 6 * HOUR_MS, interval: '1h' },
};

/** How each window is divided into steps to show the volumes of all markets. */
export const volumeWindows: Readonly<Record<DataWindow, WindowTerms>> = {
  ...flowWindows,
  '7d': { steps: 42, stepMs: 4 * HOUR_MS, interval: '4h' },
};

/** The start times of a window's steps, oldest first; the last of them is that of the current step. */
export function stepsUntil(nowMs: number, { steps, stepMs }: WindowTerms): number[] {
  const current = nowMs - (nowMs % stepMs);
  return Array.from({ length: steps }, (_, i) => current - (steps - 1 - i) * stepMs);
}
