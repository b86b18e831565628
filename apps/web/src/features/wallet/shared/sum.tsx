import { Fragment, type ReactNode } from 'react';
import styles from './sum.module.css';

export interface Term {
  readonly name: string;
  readonly value: ReactNode;
  /** The operator before it; the first term has none. */
  readonly sign?: '+' | '−' | '=';
}

type SumProps = {
  readonly terms: readonly Term[];
  /** Terms side by side from the left, in place of over the whole width. */
  readonly isPacked?: boolean;
};

/** The arithmetic that a figure follows from, at the foot of its panel; one term per line on a phone. */
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
