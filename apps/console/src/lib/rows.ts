import type { UseQueryResult } from '@tanstack/react-query';
import type { Rows } from '@vitrine/ui';

/** A query's state for a table: loading, failed, or rows. If a refetch fails, the rows stay. */
export function rowsOf<Data, Row>(
  { data, isError }: Pick<UseQueryResult<Data>, 'data' | 'isError'>,
  pick: (data: Data) => readonly Row[],
): Rows<Row> {
  if (data !== undefined) return { status: 'success', rows: pick(data) };
  return isError ? { status: 'error' } : { status: 'pending' };
}
