import type { ReactNode } from 'react';
import styles from './steps.module.css';

type Step = { readonly title: string; readonly text: ReactNode };

/** The steps that happen next, in order. */
export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ title, text }) => (
        <li key={title}>
          <b>{title}</b>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
