import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './loading.module.css';

/** Placeholder for loading content other than tables, which have their own placeholder rows. */
export function Loading({ lines = 5 }: { readonly lines?: number }) {
  const { t } = useTranslation();
  return (
    <div className={styles.lines} role="status" aria-label={t('loading')}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Skeleton key={line} height={12} width={`${40 + ((line * 17) % 35)}%`} radius={2} />
      ))}
    </div>
  );
}
