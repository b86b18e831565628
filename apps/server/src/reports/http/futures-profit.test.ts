import { type PriceTicks, parseDecimal, type RatePpm } from '@vitrine/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, stopDuty, type TestClient, TestExchange } from '../../testing/test-exchange.ts';

const NAME = 'BTC-USDT-PERP';
const MARKET = 1_001;
const DAY_SECONDS = 86_400;

let exchange: TestExchange;
let client: TestClient;
let other: TestClient;

const advance = (advanceSeconds: number) => exchange.visitor.post('/sandbox/clock', { advanceSeconds });
const setMark = (ticks: number) =>
  exchange.submit({ kind: 'SetMarkPrice', market: MARKET, markTicks: ticks as PriceTicks });
const reached = () => ({ 'x-min-position': String(exchange.services.core.position) });
const units = (text: string) =>
  (parseDecimal(text.replace('-', ''), 6) ?? Number.NaN) * (text.startsWith('-') ? -1 : 1);
const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

async function get(who: TestClient, path: string) {
  const { status, body } = await who.get(path, reached());
  expect([path, status]).toEqual([path, 200]);
  return body;
}

/** A client with this much USDT in the futures wallet, whose session is unlocked for a while. */
async function funded(amount: string): Promise<TestClient> {
  const someone = await exchange.client({ USDT: amount });
  const form = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: amount };
  const unlocking = { transaction_password: PASSWORD, remember: true };
  expect((await someone.post('/api/v3/futures/transfer', { ...form, ...unlocking })).status).toBe(200);
  return someone;
}

async function order(who: TestClient, fields: object): Promise<void> {
  const { status, body } = await who.post('/api/v3/futures/orders', { name: NAME, trade_type: 'limit', ...fields });
  expect([status, body.message]).toEqual([200, 'success']);
}

/** The other client's order rests in the book, and the client takes it, for a fee of 0.10% of the value. */
async function trade(effect: 'open' | 'close', number_of_order: string, order_per_unit: string): Promise<void> {
  const fields = { effect, number_of_order, order_per_unit };
  await order(other, { ...fields, side: 'short' });
  await order(client, { ...fields, side: 'long' });
}

/** Returns the snapshot, after checking that all totals in it and in the overview are equal, to the last unit. */
async function checkedTotals(who: TestClient) {
  const snapshot = await get(who, '/api/v3/wallet-snapshot');
  const overview = await get(who, '/api/v3/overview');
  const wallet = await get(who, '/api/v3/wallets/future');
  const total = units(snapshot.total);
  const sum = (texts: readonly string[]) => texts.reduce((all, text) => all + units(text), 0);
  expect(units(snapshot.available) + units(snapshot.frozen) + units(snapshot.unrealized)).toBe(total);
  expect(sum(snapshot.wallets.map((one: { total: string }) => one.total))).toBe(total);
  expect(sum(snapshot.coins.map((one: { usdt_value: string }) => one.usdt_value)) + units(snapshot.unrealized)).toBe(
    total,
  );
  for (const { now } of snapshot.periods) expect(units(now)).toBe(total);
  expect(units(overview.overviewTotal)).toBe(total);
  expect(overview.futureUnrealized).toBe(snapshot.unrealized);
  const future = snapshot.wallets.find((one: { wallet: string }) => one.wallet === 'future').total;
  expect([overview.futureTotal, wallet.walletTotal]).toEqual([future, future]);
  return snapshot;
}

let firstDay: string;
let secondDay: string;

/** An hour into day one, both clients have 10,000 USDT of margin, and open 0.01 BTC at 66,461.0. */
beforeAll(async () => {
  exchange = await TestExchange.open();
  await stopDuty(exchange.exchange, 'fundings');
  const secondsToday = Math.floor(exchange.services.clock() / 1000) % DAY_SECONDS;
  await advance(DAY_SECONDS - secondsToday + 3_600);
  firstDay = dayOf(exchange.services.clock());
  [client, other] = [await funded('10000'), await funded('10000')];
  await setMark(664_610);
  await trade('open', '0.01', '66461.0');
  await advance(120);
  await setMark(670_000);
});
afterAll(() => exchange.close());

test('an open position is part of every total: balances with margin, plus the unrealized profit', async () => {
  // 0.01 × (67,000 − 66,461) = 5.39; the fee was 0.10% of 664.61.
  expect(await checkedTotals(client)).toMatchObject({
    total: '10004.725390',
    frozen: '66.461000',
    margin: '66.461000',
    unrealized: '5.390000',
    profit_today: '4.725390',
  });
  expect(await checkedTotals(other)).toMatchObject({ unrealized: '-5.390000' });
  const body = await get(client, '/api/v3/pnl');
  expect(body).toMatchObject({ pnl: '0.000000', futurePnl: '4.725390', totalPnl: '4.725390', totalPercentage: '0.04' });
  expect(body.futures.periods[0]).toMatchObject({
    realized: '0.000000',
    funding: '0.000000',
    fees: '0.664610',
    liquidation_fees: '0.000000',
    unrealized_before: '0.000000',
    unrealized_now: '5.390000',
    profit: '4.725390',
  });
});

test('the console shows the same total of a client', async () => {
  const support = await exchange.staff('support');
  const { id } = (await get(client, '/api/v3/account-client')).client;
  const snapshot = await checkedTotals(client);
  expect(units(snapshot.unrealized)).not.toBe(0);
  const { body } = await support.get(`/api/v3/console/client?uid=${id}`);
  expect(body.client.total_value).toBe(snapshot.total);
});

test('on the next day, only what has happened since midnight is profit: funding, a closed part, the mark price', async () => {
  await advance(DAY_SECONDS);
  secondDay = dayOf(exchange.services.clock());
  expect(await get(client, '/api/v3/pnl')).toMatchObject({ futurePnl: '0.000000', totalPnl: '0.000000' });
  // Funding: 0.01% of 670 = 0.067. Then 0.004 BTC is closed at 67,000: 2.156 is realized, the fee is 0.268, and 3.234
  // stays unrealized.
  await exchange.submit({ kind: 'SettleFunding', market: MARKET, payer: 'long', ratePpm: 100 as RatePpm });
  await trade('close', '0.004', '67000.0');
  const body = await get(client, '/api/v3/pnl');
  const [today, week] = body.futures.periods;
  const day = { realized: '2.156000', funding: '-0.067000', fees: '0.268000', profit: '-0.335000' };
  expect(today).toMatchObject({ ...day, unrealized_before: '5.390000', unrealized_now: '3.234000' });
  expect(body).toMatchObject({ futurePnl: '-0.335000', totalPnl: '-0.335000', pnl: '0.000000' });
  expect(week).toMatchObject({ realized: '2.156000', fees: '0.932610', profit: '4.390390' });
  expect(body.futures.series).toMatchObject([
    { time: Date.parse(firstDay), fees: '0.664610', unrealized: '5.390000', profit: '4.725390' },
    { time: Date.parse(secondDay), ...day, unrealized: '3.234000' },
  ]);
  expect((await checkedTotals(client)).total).toBe('10004.390390');
  const received = (await get(other, '/api/v3/pnl')).futures.periods[0];
  expect(received).toMatchObject({ realized: '-2.156000', funding: '0.067000', unrealized_now: '-3.234000' });
});

test('the statement of a period has futures profit, funding and fees, and each market with the same sums', async () => {
  const first = await get(client, `/api/v3/period-statement?from=${firstDay}&to=${firstDay}`);
  expect(first.rows).toMatchObject([
    { coin: 'USDT', fees: '0.664610', futures_profit: '0.000000', closing: '9999.335390' },
  ]);
  expect(first.futures).toMatchObject([{ name: NAME, traded: '664.610000', net: '-0.664610', closed: 0 }]);
  const both = await get(client, `/api/v3/period-statement?from=${firstDay}&to=${secondDay}`);
  const market = {
    name: NAME,
    traded: '932.610000',
    realized: '2.156000',
    funding_received: '0.000000',
    funding_paid: '0.067000',
    fees: '0.932610',
    net: '1.156390',
    closed: 0,
  };
  expect(both.rows).toMatchObject([
    {
      coin: 'USDT',
      opening: '0.000000',
      deposits: '10000.000000',
      fees: '0.932610',
      futures_profit: '2.156000',
      funding: '-0.067000',
      other: '0.000000',
      closing: '10001.156390',
    },
  ]);
  expect(both.futures).toEqual([market]);
  const file = async (section: string) =>
    (await client.get(`/api/v3/period-statement.csv?from=${firstDay}&to=${secondDay}${section}`, reached())).body;
  expect((await file('&section=futures')).trimEnd().split('\r\n')[1]).toBe(
    `${NAME},932.610000,2.156000,0.000000,0.067000,0.932610,1.156390,0`,
  );
  expect(await file('')).toContain(',0.932610,2.156000,-0.067000,0.000000,0.000000,10001.156390');
});

test('the yearly report has the results of the year, and the position history those of the closed position', async () => {
  await trade('close', '0.006', '67000.0');
  const year = secondDay.slice(0, 4);
  const { futures } = await get(client, `/api/v3/yearly-report?year=${secondDay.slice(0, 4)}`);
  // Closing the rest realizes 3.234 and costs a fee of 0.402.
  const sums = {
    realized: '5.390000',
    funding_received: '0.000000',
    funding_paid: '0.067000',
    fees: '1.334610',
    net: '3.988390',
  };
  expect(futures).toEqual({ markets: [{ name: NAME, traded: '1334.610000', ...sums, closed: 1 }], ...sums });
  const { positions } = await get(client, `/api/v3/futures/position-history?from=${year}-01-01&to=${year}-12-31`);
  expect(positions).toMatchObject([
    { realized_profit: '5.390000', funding: '-0.067000', fees: '1.334610', net_profit: '3.988390' },
  ]);
  expect(await checkedTotals(client)).toMatchObject({
    total: '10003.988390',
    margin: '0.000000',
    unrealized: '0.000000',
  });
  expect((await get(client, `/api/v3/yearly-report?year=${Number(year) - 1}`)).futures).toMatchObject({
    markets: [],
    net: '0.000000',
  });
});

test('trades in perpetual markets count toward the 30-day volume', async () => {
  expect(await get(client, '/api/v3/fee-rate')).toMatchObject({ volume_30d_usdt: '1334.610000' });
});

test('a liquidation and its fee are part of the profit, and all figures agree with the balance', async () => {
  const risky = await funded('100');
  const leverage = await risky.post('/api/v3/futures/leverage', { name: NAME, side: 'long', leverage: 20 });
  expect(leverage.status).toBe(200);
  await order(other, { effect: 'open', side: 'short', number_of_order: '0.02', order_per_unit: '67000.0' });
  await order(risky, { effect: 'open', side: 'long', number_of_order: '0.02', order_per_unit: '67000.0' });
  // Someone buys what the liquidation sells.
  await order(other, { effect: 'close', side: 'short', number_of_order: '0.02', order_per_unit: '63800.0' });
  await setMark(638_500);
  expect((await get(risky, '/api/v3/futures/positions')).positions).toEqual([]);
  const { futures, futurePnl } = await get(risky, '/api/v3/pnl');
  const [today] = futures.periods;
  const { total } = await checkedTotals(risky);
  expect(units(today.liquidation_fees)).toBeGreaterThan(0);
  expect(today.unrealized_now).toBe('0.000000');
  expect(units(today.profit)).toBe(units(total) - 100_000_000);
  expect(today.profit).toBe(futurePnl);
  const { rows, futures: markets } = await get(risky, `/api/v3/period-statement?from=${secondDay}&to=${secondDay}`);
  expect(units(markets[0].fees)).toBe(units(today.fees) + units(today.liquidation_fees));
  expect([markets[0].fees, markets[0].net, markets[0].closed]).toEqual([rows[0].fees, today.profit, 1]);
});

test('results are the same from stored P&L books and from all entries', async () => {
  const kept = (await get(client, '/api/v3/pnl')).futures;
  for (const table of ['books', 'book_coins', 'book_days', 'book_positions', 'book_futures', 'trading_volume'])
    await exchange.query(`delete from ${table}`);
  expect((await get(client, '/api/v3/pnl')).futures).toEqual(kept);
});

test('reports return turnovers above 2^53 units exactly', async () => {
  const trader = await exchange.client({});
  const NOTIONAL = 2 ** 53 - 1;
  const dayMs = Date.parse(`${secondDay}T00:00:00Z`);
  const now = exchange.services.core.position;
  for (const [line, side] of ['buy', 'buy', 'sell', 'sell'].entries())
    await exchange.query(
      `insert into fills (owner_id, position, line, market_id, trade, order_id, side, role, price_ticks, size_lots,
         notional_units, fee_units, time_ms)
       values (${trader.owner}, ${now}, ${line}, 1, 1, 1, '${side}', 'maker', 1, 1, ${NOTIONAL}, 0, ${dayMs})`,
    );
  for (const line of [4, 5])
    await exchange.query(
      `insert into position_changes
       select ${trader.owner}, ${now}, ${line}, c.market_id, c.side, 'fill', ${dayMs}, 0, 'maker', false, 1, 1, ${NOTIONAL}, 0
         ${', 0'.repeat(5)}${', 0'.repeat(12)} from position_changes c limit 1`,
    );
  const statement = await get(trader, `/api/v3/period-statement?from=${secondDay}&to=${secondDay}`);
  expect(statement.futures[0].traded).toBe('18014398509.481982');
  expect(statement.rows.find(({ coin }: { coin: string }) => coin === 'USDT')).toMatchObject({
    traded_in: '18014398509.481982',
    traded_out: '18014398509.481982',
  });
  const { futures } = await get(trader, `/api/v3/yearly-report?year=${secondDay.slice(0, 4)}`);
  expect(futures.markets[0]).toMatchObject({ traded: '18014398509.481982', net: '0.000000' });
});
