import type { UseQueryResult } from '@tanstack/react-query';
import type { Rows } from '@vitrine/ui';

/** What a table draws of a query: loading, failed, or these rows. A failure after a success leaves the rows. */
export function rowsOf<Data, Row>(
  { data, isError }: Pick<UseQueryResult<Data>, 'data' | 'isError'>,
  pick: (data: Data) => readonly Row[],
): Rows<Row> {
  if (data !== undefined) return { status: 'success', rows: pick(data) };
  return isError ? { status: 'error' } : { status: 'pending' };
}
