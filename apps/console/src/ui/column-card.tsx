import type { Column } from '@vitrine/ui';
import styles from './column-card.module.css';

type ColumnCardProps<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
};

/** A row of a wide table on a phone: its first cell as the title, then each column's name next to its cell. */
export function ColumnCard<Row>({ columns, row }: ColumnCardProps<Row>) {
  const [title, ...rest] = columns;
  return (
    <div className={styles.card}>
      <b>{title?.render(row, [row])}</b>
      <dl className={styles.cells}>
        {rest.map(({ key, header, render }) => (
          <div key={key}>
            <dt>{header}</dt>
            <dd>{render(row, [row])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
