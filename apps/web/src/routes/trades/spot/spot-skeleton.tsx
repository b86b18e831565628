import { Skeleton } from '@mantine/core';
import { useIsPhone } from '@vitrine/ui';
import { useWindowWidth } from './desk-grid.tsx';
import { layoutOf, readLayout, sizeClassOf } from './layouts.ts';
import phone from './phone.module.css';
import styles from './spot.module.css';

/** The trade page while its market is on its way: everything stands where it will be. */
export function SpotSkeleton() {
  return useIsPhone() ? <PhoneSkeleton /> : <DeskSkeleton />;
}

function DeskSkeleton() {
  const items = layoutOf(readLayout(), sizeClassOf(useWindowWidth()));
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
            className={styles.panel}
            style={{ gridArea: `${y + 1} / ${x + 1} / span ${h} / span ${w}`, padding: 12 }}
          >
            <Skeleton height={16} width="40%" radius={4} />
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
    </div>
  );
}
