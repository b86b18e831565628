import pg from 'pg';

const tables = {
  assets: 'asset_id',
  markets: 'market_id',
  orders: 'order_id',
  fills: 'owner_id, position, line',
  ledger_lines: 'owner_id, position, line',
  money_records: 'position, line',
  converts: 'owner_id, position',
  account_balances: 'owner_id, wallet, asset_id',
  trades: 'market_id, trade',
  candles: 'market_id, interval_seconds, open_ms',
  taker_flow: 'market_id, open_ms, size_class',
  books: 'owner_id',
  book_coins: 'owner_id, asset_id',
  book_days: 'owner_id, wallet, asset_id, day',
  book_positions: 'owner_id, market_id, side, day',
  book_futures: 'owner_id, day',
  trading_volume: 'owner_id, day',
  projector_position: 'position',
} as const;

export type Row = Readonly<Record<string, unknown>>;
type Table = keyof typeof tables;
export type TableContents = Readonly<Record<Table, readonly Row[]>>;

/** Everything the projector has written, in the order of the primary keys. */
export async function tableContents(databaseUrl: string): Promise<TableContents> {
  return withClient(databaseUrl, async (client) => {
    const contents: Partial<Record<Table, readonly Row[]>> = {};
    for (const [table, key] of Object.entries(tables) as [Table, string][])
      contents[table] = (await client.query(`select * from ${table} order by ${key}`)).rows;
    return contents as TableContents;
  });
}

export async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
