export type Rows<Row> =
  | { readonly status: 'pending' }
  | { readonly status: 'error' }
  | { readonly status: 'success'; readonly rows: readonly Row[] };

interface Query<Data> {
  readonly data: Data | undefined;
  readonly isError: boolean;
}

/** A query's state for a table: loading, failed, or rows. A failure after a success keeps the rows. */
export function rowsOf<Data, Row>({ data, isError }: Query<Data>, pick: (data: Data) => readonly Row[]): Rows<Row> {
  if (data !== undefined) return { status: 'success', rows: pick(data) };
  return { status: isError ? 'error' : 'pending' };
}
