import { Navigate } from '@tanstack/react-router';
import { paths } from '../../../lib/paths.ts';
import { chosenCoin } from '../../../lib/recent-coins.ts';
import { useSession } from '../../../lib/session.ts';
import { DeskSkeleton } from './desk-skeleton.tsx';
import type { DeskKind } from './presets.ts';

const PATHS = {
  spot: paths.spot,
  chart: paths.tradeChart,
  futures: paths.futures,
} as const satisfies Record<DeskKind, string>;

type ToChosenCoinProps = {
  readonly kind: DeskKind;
  /** The coins that the page can show. */
  readonly markets: {
    readonly data: readonly string[] | undefined;
    readonly isError: boolean;
  };
};

/** A trade page without a coin in its URL: redirects to the last viewed coin, or to the default coin. */
export function ToChosenCoin({ kind, markets }: ToChosenCoinProps) {
  const { status } = useSession();
  const listed = markets.isError ? [] : markets.data;
  if (status === 'unknown' || listed === undefined) return <DeskSkeleton kind={kind} />;
  return <Navigate to={PATHS[kind]} params={{ coin: chosenCoin(listed) }} replace />;
}
