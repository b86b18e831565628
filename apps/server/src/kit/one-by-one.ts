/** Processes rows in order. A row that fails is reported, and the rows after it are still processed. */
export async function oneByOne<Row>(
  rows: Iterable<Row>,
  act: (row: Row) => Promise<unknown>,
  failed: (error: unknown, row: Row) => unknown,
): Promise<void> {
  for (const row of rows) {
    try {
      await act(row);
    } catch (error) {
      await failed(error, row);
    }
  }
}
