import { Skeleton } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import styles from './page.module.css';
import { hasSideLinks } from './paths.ts';

/** The place of a page that is on its way: its title and its first panels stand where they will be. */
export function PageSkeleton() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <div className={hasSideLinks(pathname) ? styles.framed : styles.page} aria-busy="true">
      <Skeleton height={40} width={220} radius={8} />
      <Skeleton height={180} mt={24} radius={10} />
      <Skeleton height={320} mt={16} radius={10} />
    </div>
  );
}
