import { Skeleton } from '@mantine/core';
import styles from './row-bones.module.css';

type RowBonesProps = {
  readonly rows: number;
  /** The height of a row in pixels, if it is not a table row. */
  readonly height?: number;
};

/** Placeholder of a titled list: its heading, and rows as high as the real rows. */
export function RowBones({ rows, height }: RowBonesProps) {
  return (
    <>
      <div className={styles.head}>
        <Skeleton height={14} width={140} radius={4} />
      </div>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <div key={row} className={styles.row} style={{ height }}>
          <Skeleton height={12} width={120} radius={4} />
          <Skeleton height={12} width={64} radius={4} />
        </div>
      ))}
    </>
  );
}
