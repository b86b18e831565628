import { useQuery } from '@tanstack/react-query';
import { type CallResponse, call } from '../../lib/api.ts';

export type Risk = CallResponse<'GET /api/v3/console/futures/risk'>;
export type MarketRisk = Risk['markets'][number];
export type Liquidation = Risk['liquidations'][number];
export type Positions = CallResponse<'GET /api/v3/console/futures/positions'>;
export type ListedPosition = Positions['long']['largest'][number];

const RISK_EVERY_MS = 2_000;
/** Clients' positions are polled less often, because each read adds an entry to the audit trail. */
const POSITIONS_EVERY_MS = 30_000;

export const useRisk = () =>
  useQuery({
    queryKey: ['futures-risk'],
    queryFn: ({ signal }) => call('GET /api/v3/console/futures/risk', { signal, background: true }),
    refetchInterval: RISK_EVERY_MS,
  });

export const usePositions = (name: string) =>
  useQuery({
    queryKey: ['futures-positions', name],
    queryFn: ({ signal }) =>
      call('GET /api/v3/console/futures/positions', { query: { name }, signal, background: true }),
    refetchInterval: POSITIONS_EVERY_MS,
  });

export const isZero = (text: string): boolean => !/[1-9]/.test(text);

/** The seconds between two times of the exchange's clock, rounded; zero if `atMs` is in the future. */
export const secondsSince = (nowMs: number, atMs: number): number => Math.max(0, Math.round((nowMs - atMs) / 1_000));
