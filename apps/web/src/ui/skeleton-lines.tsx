import { Skeleton } from '@mantine/core';
import styles from './skeleton-lines.module.css';

/** Placeholder for rows, as high as the rows that will replace it. */
export function SkeletonLines({ lines }: { readonly lines: number }) {
  return (
    <div className={styles.lines} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Skeleton key={line} height={16} width={`${55 + ((line * 17) % 35)}%`} />
      ))}
    </div>
  );
}
