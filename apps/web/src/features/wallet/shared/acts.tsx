import type { ReactNode } from 'react';
import styles from './acts.module.css';

type ActsProps = { readonly label: string; readonly children: ReactNode };

/** What one can do here, as `ButtonLink`s with icons: in a row on a desk, tiles for a thumb on a phone. */
export const Acts = ({ label, children }: ActsProps) => (
  <nav className={styles.acts} aria-label={label}>
    {children}
  </nav>
);
