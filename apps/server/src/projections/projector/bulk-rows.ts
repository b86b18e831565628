import type pg from 'pg';

export type ColumnType = 'bigint' | 'integer' | 'numeric' | 'text' | 'boolean';
export type Value = number | bigint | string | boolean | null;

/**
 * Rows of one table, buffered by column until a statement takes the columns as arrays. Text values are this program's
 * own constants, without quotes, commas or braces. An array is therefore encoded by joining its values, which is
 * several times cheaper than having pg quote each of them.
 */
export class BulkRows<Column extends string> {
  readonly #names: readonly Column[];
  readonly #types: readonly ColumnType[];
  #values: Value[][];

  constructor(columns: Readonly<Record<Column, ColumnType>>) {
    this.#names = Object.keys(columns) as Column[];
    this.#types = Object.values(columns);
    this.#values = this.#names.map(() => []);
  }

  get length(): number {
    return this.#values[0]?.length ?? 0;
  }

  /** Adds a row, whose values are in the order of the columns. */
  add(...row: readonly Value[]): void {
    for (let i = 0; i < row.length; i += 1) (this.#values[i] as Value[]).push(row[i] as Value);
  }

  /** Inserts the rows, and empties the buffer. `onConflict` is appended to the statement. */
  async insertInto(client: pg.ClientBase, table: string, onConflict = ''): Promise<void> {
    await this.run(client, `insert ${table}`, `insert into ${table} (${this.#names}) select * from rows ${onConflict}`);
  }

  /**
   * Runs a statement that reads the rows as table `rows`, and empties the buffer. The statement is prepared under this
   * name.
   */
  async run(client: pg.ClientBase, name: string, statement: string): Promise<pg.QueryResult> {
    const arrays = this.#types.map((type, i) => `$${i + 1}::${type}[]`);
    const text = `with rows (${this.#names}) as (select * from unnest(${arrays})) ${statement}`;
    const values = this.#values.map((column) => `{${column.map(literal).join(',')}}`);
    this.#values = this.#names.map(() => []);
    return client.query({ name, text, values });
  }
}

const literal = (value: Value): string => (value === null ? 'NULL' : String(value));
