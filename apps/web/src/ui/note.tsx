import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './note.module.css';

type NoteProps = {
  readonly title: string;
  readonly children: ReactNode;
  /** `warn` if something can go wrong. */
  readonly tone?: 'info' | 'warn';
};

/** Something worth knowing before continuing. */
export function Note({ title, children, tone = 'info' }: NoteProps) {
  const Icon = tone === 'warn' ? IconAlertTriangle : IconInfoCircle;
  return (
    <div className={styles.note} data-tone={tone}>
      <Icon size={20} stroke={1.6} aria-hidden="true" />
      <div>
        <p className={styles.title}>{title}</p>
        <div className={styles.text}>{children}</div>
      </div>
    </div>
  );
}
