import { Skeleton } from '@mantine/core';
import { Panel } from '@vitrine/ui';
import { RowBones } from '../../ui/row-bones.tsx';
import styles from './wallet-page.module.css';
import bones from './wallet-skeleton.module.css';

/** The wallet overview while it loads: its panels have their final positions. */
export function WalletSkeleton() {
  return (
    <div className={styles.overview}>
      <Panel className={bones.balance ?? ''}>
        <Skeleton height={14} width={180} radius={4} />
        <Skeleton height={46} width={260} mt={24} radius={8} />
        <Skeleton height={14} width={240} mt={14} radius={4} />
        <Skeleton className={bones.course ?? ''} radius={8} />
      </Panel>
      <Panel className={bones.allocation ?? ''}>
        <Skeleton height={14} width={90} radius={4} />
        <Skeleton className={bones.tiles ?? ''} radius={6} />
      </Panel>
      <Panel className={bones.recent ?? ''}>
        <RowBones rows={4} height={53} />
      </Panel>
      <div className={styles.accounts}>
        <Panel>
          <RowBones rows={4} height={62} />
        </Panel>
      </div>
      <div className={styles.coins}>
        <Panel>
          <RowBones rows={4} />
        </Panel>
      </div>
    </div>
  );
}
