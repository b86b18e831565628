import { Skeleton } from '@mantine/core';
import { useIsPhone } from '@vitrine/ui';
import type { ReactNode } from 'react';
import styles from './desk.module.css';
import bones from './desk-skeleton.module.css';
import { layoutOf, sizeClassOf } from './layouts.ts';
import type { PanelId } from './panel-box.ts';
import phone from './phone.module.css';
import type { DeskKind } from './presets.ts';
import { currentLayout } from './use-layout.ts';
import { useWindowWidth } from './use-window-width.ts';

/** A trade page while its market loads: everything has its final position. */
export function DeskSkeleton({ kind }: { readonly kind: DeskKind }) {
  return useIsPhone() ? <PhoneSkeleton /> : <GridSkeleton kind={kind} />;
}

const Quotes = () => (
  <>
    <div className={bones.bar}>
      <Skeleton height={12} width={72} radius={4} />
    </div>
    <div className={bones.quotes} />
  </>
);

const FIELDS = ['side', 'kind', 'price', 'amount', 'percent', 'total', 'act'] as const;
const ORDERS = ['first', 'second', 'third'] as const;

const Bar = () => (
  <div className={bones.bar}>
    <Skeleton height={12} width="40%" radius={4} />
  </div>
);
const Form = () => (
  <div className={bones.ticket}>
    {FIELDS.map((field) => (
      <Skeleton key={field} height={40} radius={6} />
    ))}
  </div>
);

const PANELS: Record<PanelId, ReactNode> = {
  chart: <Bar />,
  simple: <Bar />,
  depth: <Bar />,
  book: <Quotes />,
  tape: <Quotes />,
  ticket: <Form />,
  buy: <Form />,
  sell: <Form />,
  trade: null,
  orders: <Orders />,
  positions: <Orders />,
  markets: <Quotes />,
  watchlist: <Quotes />,
  coin: <Bar />,
};

function Orders() {
  return (
    <>
      <div className={bones.tabs}>
        <Skeleton height={12} width={340} maw="80%" radius={4} />
      </div>
      {ORDERS.map((row) => (
        <div key={row} className={bones.order}>
          <Skeleton height={12} width={120} radius={4} />
          <Skeleton height={12} width={64} radius={4} />
          <Skeleton height={12} width={64} radius={4} />
        </div>
      ))}
    </>
  );
}

function GridSkeleton({ kind }: { readonly kind: DeskKind }) {
  const items = layoutOf(kind, currentLayout(kind), sizeClassOf(useWindowWidth()));
  return (
    <div className={styles.desk} aria-busy="true">
      <div className={styles.bonesHeader}>
        <Skeleton height={28} width={140} radius={6} />
        <Skeleton height={28} width={130} radius={6} />
        <Skeleton height={28} width={340} radius={6} />
      </div>
      <div className={styles.grid}>
        {items.map(({ i, x, y, w, h }) => (
          <div
            key={i}
            className={`${styles.panel} ${bones.panel}`}
            style={{ gridArea: `${y + 1} / ${x + 1} / span ${h} / span ${w}` }}
          >
            {PANELS[i]}
          </div>
        ))}
      </div>
    </div>
  );
}

function PhoneSkeleton() {
  return (
    <div className={phone.page} aria-busy="true">
      <div className={phone.bonesHeader}>
        <Skeleton height={28} width={150} radius={6} />
        <Skeleton height={32} width={180} radius={6} />
      </div>
      <Skeleton className={phone.chart ?? ''} height={340} radius={0} />
      <div className={`${phone.book} ${bones.quotes}`} />
      <section className={phone.orders}>
        <Orders />
      </section>
    </div>
  );
}
