import { Panel } from '@vitrine/ui';
import type { FormEvent, ReactNode } from 'react';
import styles from './form-panel.module.css';

type FormPanelProps = {
  readonly onSubmit: () => void;
  /** Additional information, beside the form on a desktop and below it on a phone. */
  readonly aside: ReactNode;
  readonly children: ReactNode;
};

/** A page's single form, beside an explanation of what happens when the form is sent. */
export function FormPanel({ onSubmit, aside, children }: FormPanelProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <div className={styles.columns}>
      <Panel as="div">
        <form className={styles.form} onSubmit={submit} noValidate>
          {children}
        </form>
      </Panel>
      <div className={styles.aside}>{aside}</div>
    </div>
  );
}
