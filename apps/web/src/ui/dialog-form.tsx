import type { FormEvent, ReactNode } from 'react';
import styles from './dialog-form.module.css';

type DialogFormProps = { readonly onSubmit: () => void; readonly children: ReactNode };

/** The form that is a dialog's content: a plain <p> as description, fields, buttons. */
export function DialogForm({ onSubmit, children }: DialogFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {children}
    </form>
  );
}
