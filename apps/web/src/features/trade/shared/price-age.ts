import { useEffect, useReducer } from 'react';
import { useIsOnline } from '../../../lib/use-is-online.ts';
import { stream, useStreamStatus } from '../../../lib/use-stream.ts';
import type { LiveMarket } from './live-market.ts';

/** The age of the prices on the page. */
export interface PriceAge {
  readonly seconds: number;
  /** Whether the browser is online. If it is, prices are outdated because the exchange is not responding. */
  readonly isOnline: boolean;
}

/**
 * The age at which prices are considered outdated: while the stream is down, trades are polled every three seconds, so
 * after this long the polls are failing too.
 */
const OLD_AFTER_MS = 6_000;

/** The age of prices last received at `receivedMs`; undefined while they are fresh. */
export const priceAge = (
  nowMs: number,
  receivedMs: number,
  { isOnline, isLive }: { readonly isOnline: boolean; readonly isLive: boolean },
): PriceAge | undefined => {
  if (isOnline && isLive) return undefined;
  const ageMs = Math.max(0, nowMs - receivedMs);
  if (isOnline && ageMs < OLD_AFTER_MS) return undefined;
  return { seconds: Math.floor(ageMs / 1000), isOnline };
};

/** The age of a pair's prices, updated every second; undefined while they are fresh or not loaded yet. */
export const usePriceAge = (market: LiveMarket): PriceAge | undefined => {
  const isOnline = useIsOnline();
  const { state } = useStreamStatus();
  const isLive = state === 'live' || state === 'idle';
  const [, again] = useReducer((count: number) => count + 1, 0);
  const isWaiting = !(isOnline && isLive);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(again, 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  // Before the first response there are no prices that could be old.
  const receivedMs = Math.max(market.receivedMs, stream.receivedMs());
  return market.receivedMs === 0 ? undefined : priceAge(Date.now(), receivedMs, { isOnline, isLive });
};
