import { PASSWORD, type TestClient, type TestExchange, type TestResponse } from '../../testing/test-exchange.ts';

export const PLANS = '/api/v3/auto-invest/plans';

const HOUR_MS = 3_600_000;
/** The prices, in ticks, of the coins that tests offer. */
const PRICES = { BTC: 664_610, ETH: 195_591, SOL: 81_610 };

/**
 * Records trades of the coins in the five hours until one hour before this time. The price limit is derived from them.
 */
async function recordTrades(exchange: TestExchange, timeMs: number): Promise<void> {
  const { instruments } = exchange.services;
  const endMs = timeMs - (timeMs % HOUR_MS) - HOUR_MS;
  for (const [code, ticks] of Object.entries(PRICES)) {
    const market = instruments.spot().find(({ base, quote }) => base.code === code && quote.code === 'USDT')?.market;
    await exchange.query(
      `insert into candles (market_id, interval_seconds, open_ms, open_ticks, high_ticks, low_ticks, close_ticks,
         volume_lots, turnover_units, trades)
       select $1, 3600, $2::bigint - hour * 3600000, $3::bigint, $3, $3, $3, 1, 1, 1 from generate_series(1, 5) hour
       on conflict do nothing`,
      [market, endMs, ticks],
    );
  }
}

/** Moves the exchange's clock, and waits until all runs due by then have been made. */
export async function passHours(exchange: TestExchange, hours: number): Promise<void> {
  await recordTrades(exchange, exchange.services.clock() + hours * HOUR_MS);
  const { body } = await exchange.visitor.post('/sandbox/clock', { advanceSeconds: hours * 3_600, settle: true });
  if (body.settled !== true) throw new Error(`the runs were not made in time: ${JSON.stringify(body)}`);
}

export const create = (client: TestClient, fields: object, key?: string): Promise<TestResponse> =>
  client.post(
    PLANS,
    {
      kind: 'single',
      coins: [{ name: 'BTC', percent: 100 }],
      amount: '100',
      cycle: 'Daily',
      transaction_password: PASSWORD,
      ...fields,
    },
    key === undefined ? {} : { 'idempotency-key': key },
  );

export const plansOf = async (client: TestClient, query = '') => (await client.get(PLANS + query)).body.plans;
export const runsOf = async (client: TestClient, query = '') =>
  (await client.get(`/api/v3/auto-invest/history${query}`)).body.runs;

/** Lets a client trade without the password for 15 minutes, because password checks are rate-limited. */
export async function unlock(client: TestClient): Promise<void> {
  const order = { delegate_type: 'BUY', trade_type: 'limit', number_of_order: '0.0001', order_per_unit: '60000.0' };
  const { body } = await client.order({ ...order, remember: true });
  if (body.message !== 'success') throw new Error(`the order was refused: ${JSON.stringify(body)}`);
  await client.post('/api/v3/orders/cancel-all', {});
}

/** Replaces the maker's offers of a coin with one at this price. */
export async function offer(maker: TestClient, coin: string, size: string, price: string): Promise<void> {
  await maker.post('/api/v3/orders/cancel-all', { name: `${coin}USDT` });
  const order = { delegate_type: 'SELL', trade_type: 'limit', number_of_order: size, order_per_unit: price };
  const { body } = await maker.order({ ...order, name: `${coin}USDT`, transaction_password: undefined });
  if (body.message !== 'success') throw new Error(`the offer was refused: ${JSON.stringify(body)}`);
}

/**
 * Checks the invariants and returns the violations: a plan's holdings are the sum of its purchases, each purchase is
 * one conversion of its amount in the log, and the whole ledger sums to zero.
 */
export async function differences(exchange: TestExchange): Promise<string[]> {
  const found: string[] = [];
  const sums = await exchange.query(
    `select plan_id, asset_id, holding.spent_units, sum(purchase.spent_units) as spent, holding.received_units,
       sum(purchase.received_units) as received
     from auto_holdings holding join auto_runs run using (plan_id)
     join auto_purchases purchase using (run_id, asset_id)
     where purchase.state = 'done' group by plan_id, asset_id, holding.spent_units, holding.received_units`,
  );
  for (const row of sums)
    if (row.spent_units !== row.spent || row.received_units !== row.received)
      found.push(`plan ${row.plan_id}: ${JSON.stringify(row)}`);
  const strays = await exchange.query(
    `select purchase_id from auto_purchases purchase join auto_runs run using (run_id)
     left join converts on converts.position = purchase.position and converts.owner_id = run.owner
     where purchase.state = 'done' and (converts.position is null or converts.received_units <> purchase.received_units)`,
  );
  for (const { purchase_id } of strays) found.push(`purchase ${purchase_id} is no conversion`);
  const { core } = exchange.services;
  for (const { asset } of core.assets())
    if (core.assetSum(asset) !== 0) found.push(`asset ${asset} sums to ${core.assetSum(asset)}`);
  return found;
}
