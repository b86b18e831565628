import { Skeleton } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { Panel } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { type PageKind, pageKind } from '../lib/paths.ts';
import { DeskSkeleton } from '../routes/trades/desk/desk-skeleton.tsx';
import { WalletSkeleton } from '../routes/wallet/wallet-skeleton.tsx';
import { AccountFrame } from '../ui/account-frame.tsx';
import { RowBones } from '../ui/row-bones.tsx';
import { WalletFrame } from '../ui/wallet-frame.tsx';
import styles from './page.module.css';
import bones from './page-skeleton.module.css';

/** Placeholder of a page that is loading: its frame, with parts in their final positions. */
export function PageSkeleton() {
  const { pathname, search } = useRouterState({ select: ({ location }) => location });
  return SKELETONS[pageKind(pathname, search)];
}

const Rows = ({ rows }: { readonly rows: number }) => (
  <Panel>
    <RowBones rows={rows} />
  </Panel>
);

const SKELETONS: Record<PageKind, ReactNode> = {
  trade: <DeskSkeleton kind="spot" />,
  chart: <DeskSkeleton kind="chart" />,
  futures: <DeskSkeleton kind="futures" />,
  overview: (
    <WalletFrame title={undefined} isWide>
      <WalletSkeleton />
    </WalletFrame>
  ),
  account: (
    <WalletFrame title={undefined}>
      <Skeleton height={170} radius={10} />
      <Rows rows={8} />
    </WalletFrame>
  ),
  list: (
    <WalletFrame title={undefined}>
      <Rows rows={10} />
    </WalletFrame>
  ),
  form: (
    <WalletFrame title={undefined}>
      <Panel className={bones.form ?? ''}>
        <Skeleton height={54} radius={6} />
        <Skeleton height={54} radius={6} />
        <Skeleton height={54} radius={6} />
      </Panel>
      <Rows rows={4} />
    </WalletFrame>
  ),
  person: (
    <AccountFrame title={undefined}>
      <Rows rows={3} />
      <Rows rows={4} />
    </AccountFrame>
  ),
  markets: (
    <div className={`${styles.page} ${bones.page}`} aria-busy="true">
      <Skeleton height={44} width={220} radius={8} />
      <div className={bones.movers}>
        <Skeleton height={200} radius={16} />
        <Skeleton height={200} radius={16} />
        <Skeleton height={200} radius={16} />
        <Skeleton height={200} radius={16} />
      </div>
      <RowBones rows={10} />
    </div>
  ),
  reading: (
    <div className={`${styles.page} ${bones.page}`} aria-busy="true">
      <Skeleton height={44} width={320} maw="80%" radius={8} />
      <Skeleton height={14} mt={32} radius={4} />
      <Skeleton height={14} mt={14} radius={4} />
      <Skeleton height={14} width="70%" mt={14} radius={4} />
    </div>
  ),
};
