import { Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useIsPhone } from '../media/use-is-phone.ts';
import styles from './data-table.module.css';
import { Pager } from './pager.tsx';
import type { Rows } from './rows.ts';

export type Column<Row> = {
  readonly key: string;
  readonly header: ReactNode;
  /** `rows` are the rows shown together, so that a column's figures can have the same decimals. */
  readonly render: (row: Row, rows: readonly Row[]) => ReactNode;
  readonly align?: 'start' | 'end';
  /** Compares two rows by this column, ascending; makes the header a sort button. */
  readonly compare?: (a: Row, b: Row) => number;
  readonly width?: number | string;
};

type Sorting = { readonly key: string; readonly descending: boolean };

type DataTableProps<Row> = {
  /** The table's label, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly data: Rows<Row>;
  readonly rowKey: (row: Row) => string;
  readonly empty: ReactNode;
  readonly error: ReactNode;
  readonly pageSize?: number;
  readonly pageLabel?: (page: number) => string;
  /** Draws each row on a phone, instead of the columns. */
  readonly card?: (row: Row) => ReactNode;
  readonly onRowClick?: (row: Row) => void;
  /** What is shown below a row, such as its details while they are open. */
  readonly detail?: ((row: Row) => ReactNode) | undefined;
  readonly initialSorting?: Sorting;
  readonly dense?: boolean;
  readonly skeletonRows?: number;
};

/** A list of rows with its loading, empty and failed states, sorting and pages; on a phone, cards if `card` is given. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, data, pageSize = 30 } = props;
  const isPhone = useIsPhone();
  const [sorting, setSorting] = useState(props.initialSorting);
  const [page, setPage] = useState(1);

  if (data.status === 'error') return props.error;
  if (data.status === 'success' && data.rows.length === 0) return props.empty;

  const rows = data.status === 'success' ? sorted(data.rows, columns, sorting) : undefined;
  const pages = rows ? Math.ceil(rows.length / pageSize) : 1;
  const current = Math.min(page, pages);
  const shown = rows?.slice((current - 1) * pageSize, current * pageSize);
  const asCards = isPhone && props.card;
  const pageLabel = (number: number) => props.pageLabel?.(number) ?? String(number);
  return (
    <>
      {asCards ? (
        <Cards {...props} rows={shown} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard
        <div className={styles.scroller} tabIndex={0}>
          <table
            className={styles.table}
            aria-label={props.label}
            aria-busy={!shown}
            data-dense={props.dense || undefined}
          >
            <thead>
              <tr>
                {columns.map((column) => (
                  <Header key={column.key} column={column} sorting={sorting} onSort={setSorting} />
                ))}
              </tr>
            </thead>
            <tbody>
              {shown ? (
                shown.map((row) => <BodyRow key={props.rowKey(row)} row={row} rows={shown} {...props} />)
              ) : (
                <Bones {...props} />
              )}
            </tbody>
          </table>
        </div>
      )}
      {pages > 1 ? <Pager pages={pages} current={current} onChange={setPage} labelOf={pageLabel} /> : null}
    </>
  );
}

function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | undefined,
): readonly Row[] {
  const compare = columns.find((column) => column.key === sorting?.key)?.compare;
  if (!compare || !sorting) return rows;
  return [...rows].sort((a, b) => (sorting.descending ? compare(b, a) : compare(a, b)));
}

type HeaderProps<Row> = {
  readonly column: Column<Row>;
  readonly sorting: Sorting | undefined;
  readonly onSort: (next: Sorting) => void;
};

function Header<Row>({ column, sorting, onSort }: HeaderProps<Row>) {
  const active = sorting?.key === column.key ? sorting : undefined;
  const order = active ? (active.descending ? 'descending' : 'ascending') : undefined;
  return (
    <th
      scope="col"
      data-column={column.key}
      data-align={column.align}
      data-active={active ? true : undefined}
      aria-sort={order}
      style={{ width: column.width }}
    >
      {column.compare ? (
        <button
          type="button"
          onClick={() => onSort({ key: column.key, descending: active ? !active.descending : true })}
        >
          {column.header}
          <span aria-hidden="true">{active ? (active.descending ? ' ↓' : ' ↑') : ''}</span>
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

type BodyRowProps<Row> = DataTableProps<Row> & { readonly row: Row; readonly rows: readonly Row[] };

function BodyRow<Row>({ row, rows, columns, onRowClick, detail }: BodyRowProps<Row>) {
  const below = detail?.(row);
  // Keyboard users have the link or button inside the row; a click anywhere on the row is a convenience for the mouse.
  return (
    <>
      <tr onClick={onRowClick ? () => onRowClick(row) : undefined} data-clickable={onRowClick ? true : undefined}>
        {columns.map((column) => (
          <td key={column.key} data-column={column.key} data-align={column.align}>
            {column.render(row, rows)}
          </td>
        ))}
      </tr>
      {below ? (
        <tr data-detail>
          <td colSpan={columns.length}>{below}</td>
        </tr>
      ) : null}
    </>
  );
}

function Bones<Row>({ columns, skeletonRows = 8 }: DataTableProps<Row>) {
  return Array.from({ length: skeletonRows }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
    <tr key={`bone ${index}`}>
      {columns.map((column, at) => (
        <td key={column.key} data-column={column.key} data-align={column.align}>
          <Skeleton height={12} width={at === 0 ? 120 : 64} radius={4} display="inline-block" />
        </td>
      ))}
    </tr>
  ));
}

function Cards<Row>({
  rows,
  label,
  card,
  detail,
  rowKey,
  skeletonRows = 6,
}: DataTableProps<Row> & { readonly rows: readonly Row[] | undefined }) {
  return (
    <ul className={styles.cards} aria-label={label} aria-busy={!rows}>
      {rows
        ? rows.map((row) => (
            <li key={rowKey(row)}>
              {card?.(row)}
              {detail?.(row)}
            </li>
          ))
        : Array.from({ length: skeletonRows }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
            <li key={`bone ${index}`}>
              <Skeleton height={84} radius={14} />
            </li>
          ))}
    </ul>
  );
}
