import type { ReactNode } from 'react';
import styles from './form-figures.module.css';

type FormFiguresProps = {
  /** What they are, for screen readers; not needed where the form says it. */
  readonly label?: string;
  /** They are of a moment ago, and new ones are on their way. */
  readonly isOld?: boolean;
  readonly children: ReactNode;
};

/** What follows from a form, line by line above its button: the children are `Figure`s. */
export const FormFigures = ({ label, isOld = false, children }: FormFiguresProps) => (
  <dl className={`num ${styles.figures}`} aria-label={label} data-old={isOld || undefined} aria-live="off">
    {children}
  </dl>
);

type FigureProps = { readonly name: string; readonly note?: string | undefined; readonly children: ReactNode };

export const Figure = ({ name, note, children }: FigureProps) => (
  <div>
    <dt>
      {name}
      {note ? <small className="faint"> {note}</small> : null}
    </dt>
    <dd>{children}</dd>
  </div>
);
