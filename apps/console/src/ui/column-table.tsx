import { type Column, DataTable } from '@vitrine/ui';
import type { ComponentProps, ReactNode } from 'react';
import styles from './column-table.module.css';
import { ListFailure } from './list-failure.tsx';

type ColumnTableProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'card' | 'dense' | 'empty' | 'error'> & {
  readonly empty?: ReactNode;
  /** Loads the rows again after a failure; omitted if they have already been loaded. */
  readonly onRetry?: () => void;
};

/** A dense table, whose rows on a phone are cards with the same columns. */
export function ColumnTable<Row>({ onRetry, empty = null, ...props }: ColumnTableProps<Row>) {
  return (
    <DataTable
      {...props}
      dense
      card={(row) => <Card columns={props.columns} row={row} />}
      empty={empty}
      error={onRetry ? <ListFailure onRetry={onRetry} /> : null}
    />
  );
}

type CardProps<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
};

/** The first cell as the title, then each column's name next to its cell. */
function Card<Row>({ columns, row }: CardProps<Row>) {
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

/** A column of figures. */
export const figureColumn = <Row,>(
  key: string,
  header: string,
  figure: (row: Row) => string | number,
): Column<Row> => ({
  key,
  header,
  align: 'end',
  render: (row) => <span className="num">{figure(row)}</span>,
});
