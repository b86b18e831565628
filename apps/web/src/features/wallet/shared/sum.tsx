import { Fragment, type ReactNode } from 'react';
import styles from './sum.module.css';

export interface Term {
  readonly name: string;
  readonly value: ReactNode;
  /** The operator before the term; the first term has none. */
  readonly sign?: '+' | '−' | '=';
}

type SumProps = {
  readonly terms: readonly Term[];
  /** Aligns the terms to the left instead of spreading them over the full width. */
  readonly isPacked?: boolean;
};

/** The sum behind a figure, at the foot of its panel; one term per line on a phone. */
export const Sum = ({ terms, isPacked = false }: SumProps) => (
  <dl className={`num ${styles.sum}`} data-packed={isPacked || undefined}>
    {terms.map(({ name, value, sign }) => (
      <Fragment key={name}>
        {sign ? <span aria-hidden="true">{sign}</span> : null}
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      </Fragment>
    ))}
  </dl>
);
