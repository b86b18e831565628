import { EmptyState } from '@vitrine/ui';
import styles from './nothing-chosen.module.css';

interface NothingChosenProps {
  readonly title: string;
  readonly children?: string;
}

/** In the middle of the place beside a list, while nothing of the list is open. */
export function NothingChosen({ title, children }: NothingChosenProps) {
  return (
    <div className={styles.place}>
      <EmptyState title={title}>{children}</EmptyState>
    </div>
  );
}
