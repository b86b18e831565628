import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';
import { confirmIndex, offersOf, passUntil, recordMinutes, republish, subscribeDual } from './testing/dual-scene.ts';
import { passDays, stakesOf, subscribe, subscribeLocked } from './testing/earn-scene.ts';
import { rent } from './testing/rental-scene.ts';

interface Transaction {
  readonly id: string;
  readonly transaction_type: string;
  readonly product: string;
  readonly cause?: string;
  readonly name: string;
  readonly amount: string;
  readonly direction: 'IN' | 'OUT';
  readonly wallet: string;
  readonly time: number;
}

let exchange: TestExchange;
let client: TestClient;
let bystander: TestClient;

const reached = () => ({ 'x-min-position': String(exchange.services.core.position) });
const read = async (query = '', who = client) => {
  const { status, body } = await who.get(`/api/v3/earn/transaction?limit=200&${query}`, reached());
  expect([query, status]).toEqual([query, 200]);
  return body as { transaction: Transaction[]; next_cursor?: string; previous_cursor?: string };
};
const signed = ({ amount, direction }: Transaction): string => (direction === 'OUT' ? `-${amount}` : amount);
const shown = (all: readonly Transaction[]) =>
  all.map((one) =>
    [one.transaction_type, one.product, one.cause, signed(one), one.name]
      .filter((part) => part !== undefined)
      .join(' '),
  );

/** Subscribes to the open BTC offer of this side that expires first, and settles it at this price in ticks. */
async function invest(side: 'SELL_HIGH' | 'BUY_LOW', amount: string, ticks: number): Promise<void> {
  await republish(exchange);
  await confirmIndex(exchange);
  const offers = (await offersOf(exchange)).filter((one) => one.name === 'BTC' && one.side === side && one.open);
  const [offer] = offers.sort((a, b) => a.expires_at - b.expires_at);
  if (offer === undefined) throw new Error('no offer is open');
  const { body } = await subscribeDual(client, { offer_id: offer.id, amount, days: offer.days });
  expect(body.message).toBe('success');
  await recordMinutes(exchange, offer.expires_at, Array(30).fill(ticks));
  await passUntil(exchange, offer.expires_at + 30_000);
}

/** One of everything that moves money in Earn. */
beforeAll(async () => {
  exchange = await TestExchange.open();
  client = await exchange.client({ USDT: '9000', BTC: '1' });
  bystander = await exchange.client({ USDT: '9000' });
  await subscribe(bystander, { amount: '100' });
  await subscribe(client, { amount: '1000' });
  await subscribeLocked(client, { amount: '500', days: 5 });
  await subscribeLocked(client, { amount: '300' });
  await rent(client);
  await passDays(exchange, 2);
  const [early, , flexible] = await stakesOf(client);
  await client.post('/api/v3/earn/redeem', { stake_id: flexible.id, amount: '400' });
  await client.post('/api/v3/stake/unlock', { stake_id: early.id, accepted: true });
  // The term ends before the notice does.
  await passDays(exchange, 5);
  await passDays(exchange, 5);
  await invest('SELL_HIGH', '0.1', 1_200_000);
  await invest('SELL_HIGH', '0.1', 300_000);
  // A transfer between other wallets is none of Earn's.
  await client.post('/api/v3/futures/transfer', {
    coin_name: 'USDT',
    from: 'SPOT',
    to: 'FUNDING',
    transfer_amount: '5',
  });
}, 60_000);
afterAll(() => exchange.close());

describe('GET /api/v3/earn/transaction', () => {
  test('lists every movement once, with its product and its cause, newest first', async () => {
    const all = (await read()).transaction;
    const isPrincipal = ({ product, transaction_type: type }: Transaction) =>
      product !== 'DUAL' && type !== 'INTEREST' && type !== 'OUTPUT';
    expect(shown(all.filter(isPrincipal))).toEqual([
      'WITHDRAW LOCKED notice_ended -210.000000 USDT',
      'WITHDRAW LOCKED term_ended -500.000000 USDT',
      'WITHDRAW LOCKED unlocked -90.000000 USDT',
      'WITHDRAW FLEXIBLE redeemed -400.000000 USDT',
      'RENTAL MINER -18.000000 USDT',
      'SUBSCRIBE LOCKED 300.000000 USDT',
      'SUBSCRIBE LOCKED 500.000000 USDT',
      'SUBSCRIBE FLEXIBLE 1000.000000 USDT',
    ]);
    expect(all.map(({ time }) => time)).toEqual(all.map(({ time }) => time).toSorted((a, b) => b - a));
  });

  test('lists both outcomes of dual investments', async () => {
    const dual = shown((await read('product=DUAL')).transaction);
    expect(dual).toHaveLength(6);
    expect(dual.filter((one) => one === 'SUBSCRIBE DUAL 0.10000000 BTC')).toHaveLength(2);
    expect(dual).toContain('WITHDRAW DUAL converted -0.10000000 BTC');
    expect(dual).toContain('WITHDRAW DUAL returned -0.10000000 BTC');
    expect(dual).toContainEqual(expect.stringMatching(/^SETTLEMENT DUAL [1-9][0-9]+\.[0-9]{6} USDT$/));
    expect(dual).toContainEqual(expect.stringMatching(/^INTEREST DUAL 0\.000[0-9]+ BTC$/));
    const { investments } = (await client.get('/api/v3/earn/dual')).body;
    const [returned, converted] = investments;
    expect(dual).toContain(`SETTLEMENT DUAL ${converted.converted} USDT`);
    expect(dual).toContain(`INTEREST DUAL ${returned.yield} BTC`);
  });

  test('is the client’s ledger, without the lines that are not of Earn', async () => {
    const { lines } = (await client.get('/api/v3/ledger?limit=200', reached())).body;
    const ofEarn = lines.filter(
      ({ wallet, cause }: Record<string, string>) =>
        wallet === 'earn' || cause === 'interest' || cause === 'rental' || cause === 'convert',
    );
    const all = (await read()).transaction;
    expect(all.map(({ id }) => id)).toEqual(ofEarn.map(({ id }: { id: string }) => id));
    const ledgerAmounts = ofEarn.map(({ amount }: { amount: string }) => amount);
    expect(all.map(signed)).toEqual(ledgerAmounts);
    const inEarn = all
      .filter(({ wallet, name }) => wallet === 'earn' && name === 'USDT')
      .reduce((sum, one) => sum + Number(signed(one)), 0);
    const [stake] = (await stakesOf(client)).filter(({ state }: { state: string }) => state === 'RUNNING');
    expect(inEarn).toBe(Number(stake.balance));
  });

  test('says what each movement belongs to', async () => {
    const all = (await read()).transaction;
    const stakes = await stakesOf(client);
    const ofStakes = all.filter((one) => 'stake_id' in one);
    expect(new Set(ofStakes.map((one) => (one as unknown as { stake_id: number }).stake_id))).toEqual(
      new Set(stakes.map(({ id }: { id: number }) => id)),
    );
    const [rental] = (await client.get('/api/v3/minings')).body.miners;
    expect(all.filter(({ transaction_type }) => transaction_type === 'RENTAL')).toEqual([
      expect.objectContaining({ rental_id: rental.id }),
    ]);
    const ofFlexible = all.filter(
      ({ product, transaction_type }) => product === 'FLEXIBLE' && transaction_type === 'INTEREST',
    );
    expect(ofFlexible.length).toBeGreaterThan(10);
    expect(all.filter(({ transaction_type }) => transaction_type === 'OUTPUT')).toHaveLength(rental.day);
    // The interest of the term that was kept to its end is paid in one sum, and that of the one unlocked never.
    expect(shown(all).filter((one) => one.startsWith('INTEREST LOCKED'))).toEqual([
      `INTEREST LOCKED ${stakes[1].earned} USDT`,
    ]);
  });

  test('is paged in both directions, without gaps or repetitions', async () => {
    const all = (await read()).transaction.map(({ id }) => id);
    const pages: string[][] = [];
    let back: string | undefined;
    for (let cursor = ''; ; ) {
      const { body } = await client.get(`/api/v3/earn/transaction?limit=7${cursor}`, reached());
      pages.push(body.transaction.map(({ id }: { id: string }) => id));
      back = body.previous_cursor;
      if (body.next_cursor === undefined) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(pages.flat()).toEqual(all);
    const { body } = await client.get(`/api/v3/earn/transaction?limit=7&cursor=${back}`, reached());
    expect(body.transaction.map(({ id }: { id: string }) => id)).toEqual(pages.at(-2));
  });

  test.each([
    ['name=BTC', ({ name }: Transaction) => name === 'BTC'],
    ['product=LOCKED', ({ product }: Transaction) => product === 'LOCKED'],
    ['transaction_type=WITHDRAW', ({ transaction_type }: Transaction) => transaction_type === 'WITHDRAW'],
    ['direction=OUT', ({ direction }: Transaction) => direction === 'OUT'],
    ['direction=IN&product=MINER', ({ transaction_type }: Transaction) => transaction_type === 'OUTPUT'],
    ['direction=IN&transaction_type=WITHDRAW', () => false],
  ])('filters by %s', async (query, isWanted) => {
    const all = (await read()).transaction;
    const wanted = all.filter(isWanted);
    expect((await read(query)).transaction).toEqual(wanted);
    if (!query.includes('&transaction_type')) expect(wanted.length).toBeGreaterThan(0);
  });

  test('filters by days, both included', async () => {
    const all = (await read()).transaction;
    const dayOf = ({ time }: Transaction) => new Date(time).toISOString().slice(0, 10);
    const days = [...new Set(all.map(dayOf))];
    const [to, from] = [days[2] as string, days[4] as string];
    const wanted = all.filter((one) => dayOf(one) >= from && dayOf(one) <= to);
    expect(wanted.length).toBeGreaterThan(2);
    expect((await read(`from=${from}&to=${to}`)).transaction).toEqual(wanted);
  });

  test('shows a client nothing of another client', async () => {
    const own = shown((await read('', bystander)).transaction);
    expect(own.at(-1)).toBe('SUBSCRIBE FLEXIBLE 100.000000 USDT');
    expect(new Set(own.slice(0, -1).map((one) => one.split(' ').slice(0, 2).join(' ')))).toEqual(
      new Set(['INTEREST FLEXIBLE']),
    );
  });

  test('refuses an unknown coin, a wrong cursor and a period that ends before it begins', async () => {
    const code = async (query: string) => (await client.get(`/api/v3/earn/transaction?${query}`)).body.code;
    expect(await code('name=NOSUCH')).toBe('unknown_coin');
    expect(await code('cursor=b_1')).toBe('invalid_request');
    expect(await code('from=2026-02-02&to=2026-02-01')).toBe('invalid_request');
    expect((await exchange.visitor.get('/api/v3/earn/transaction')).status).toBe(401);
  });
});

test('GET /api/v3/history.csv?tab=earn is the same list, with signed amounts', async () => {
  for (const query of ['', '&product=LOCKED', '&direction=OUT&name=USDT']) {
    const { status, body } = await client.get(`/api/v3/history.csv?tab=earn${query}`, reached());
    expect(status).toBe(200);
    const rows = (body as string).replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(rows[0]).toBe(
      'Time (UTC),Coin,Type,Product,Cause,Amount,Wallet,Subscription,Dual investment,Rental,Log position',
    );
    const all = (await read(query.slice(1))).transaction;
    expect(rows.slice(1).map((row) => row.split(',')[5])).toEqual(all.map(signed));
  }
  expect((await client.get('/api/v3/history.csv?tab=ledger&product=DUAL')).body.code).toBe('invalid_request');
});
