import type { ReactNode } from 'react';
import styles from './form-figures.module.css';

type FormFiguresProps = {
  /** The label for screen readers; not needed if the form has a label. */
  readonly label?: string;
  /** Whether the figures are outdated while new figures are loading. */
  readonly isOld?: boolean;
  readonly children: ReactNode;
};

/** The figures derived from a form, line by line above its button: the children are `Figure`s. */
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
