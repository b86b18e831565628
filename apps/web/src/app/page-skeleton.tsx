import { Skeleton } from '@mantine/core';
import styles from './page.module.css';

/** The place of a page that is on its way. */
export function PageSkeleton() {
  return (
    <div className={styles.page} aria-busy="true">
      <Skeleton height={44} width={220} radius={8} />
      <Skeleton height={180} mt={28} radius={10} />
      <Skeleton height={320} mt={16} radius={10} />
    </div>
  );
}
