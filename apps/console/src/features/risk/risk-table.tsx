import type { ComponentProps } from 'react';
import { ColumnTable } from '../../ui/column-table.tsx';
import styles from './risk.module.css';

/** A table with shorter rows, because several tables share the page. */
export const RiskTable = <Row,>(props: ComponentProps<typeof ColumnTable<Row>>) => (
  <div className={styles.dense}>
    <ColumnTable {...props} />
  </div>
);
