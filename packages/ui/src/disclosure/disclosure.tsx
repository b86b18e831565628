import type { ReactNode } from 'react';
import { Chevron } from '../fields/chevron.tsx';
import styles from './disclosure.module.css';

/** A part of a page that is expanded by clicking its heading. */
export function Disclosure({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className={styles.details}>
      <summary>
        {title}
        <Chevron />
      </summary>
      {children}
    </details>
  );
}
