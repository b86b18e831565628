import { EmptyState } from '@vitrine/ui';
import styles from './nothing-chosen.module.css';

interface NothingChosenProps {
  readonly title: string;
  readonly children?: string;
}

/** Placeholder next to a list while none of its items is open. */
export function NothingChosen({ title, children }: NothingChosenProps) {
  return (
    <div className={styles.place}>
      <EmptyState title={title}>{children}</EmptyState>
    </div>
  );
}
