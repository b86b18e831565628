import { lazyPart } from '@vitrine/ui';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';

export const importFunds = () => import('../../../features/trade/funds/funds-table.tsx');
const FundsTable = lazyPart(() => importFunds().then((m) => m.FundsTable));

/** The spot wallet, loaded when its tab is first opened. */
export const LazyFunds = ({ rows }: { readonly rows: number }) => (
  <LazyPart isInPlace fallback={<SkeletonLines lines={4} />}>
    <FundsTable rows={rows} />
  </LazyPart>
);
