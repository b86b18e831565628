import type { ReactNode } from 'react';
import styles from './acts.module.css';

type ActsProps = { readonly label: string; readonly children: ReactNode };

/** Actions as `ButtonLink`s with icons: a row on a desktop, large tiles on a phone. */
export const Acts = ({ label, children }: ActsProps) => (
  <nav className={styles.acts} aria-label={label}>
    {children}
  </nav>
);
