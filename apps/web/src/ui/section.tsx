import { Panel } from '@vitrine/ui';
import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

type SectionProps = {
  readonly title: string;
  readonly action?: ReactNode;
  /** A sentence below the content. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
};

/** A titled part of a page. */
export function Section({ title, action, note, children }: SectionProps) {
  const id = useId();
  return (
    <Panel aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      {children}
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
    </Panel>
  );
}
