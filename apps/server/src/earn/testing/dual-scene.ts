import type { AssetId } from '@vitrine/core';
import { publishDualOffers } from '../../sandbox/dual-offers.ts';
import type { TestClient, TestExchange, TestResponse } from '../../testing/test-exchange.ts';
import { poolOwner, poolWallets } from '../accounts.ts';

/** The first perpetual market of the sandbox: BTC. Its ticks are a tenth of a USDT. */
const BTC_MARKET = 1_001;
const MINUTE_MS = 60_000;
/** The initial price of the sandbox's BTC, in ticks. */
const FIRST_TICKS = 664_610;

const sources = new WeakMap<TestExchange, { ticks: number | 'none' }>();

/** Gives BTC an index source with this price, and lets the feed poll it. */
export async function confirmIndex(exchange: TestExchange, ticks: number | 'none' = FIRST_TICKS): Promise<void> {
  const { indexFeed, clock } = exchange.services;
  let source = sources.get(exchange);
  if (source === undefined) {
    source = { ticks };
    sources.set(exchange, source);
    const said = source;
    indexFeed.add({
      name: 'a test',
      quote: ({ market }) =>
        market === BTC_MARKET && said.ticks !== 'none' ? { ticks: said.ticks, atMs: clock() } : undefined,
    });
  }
  source.ticks = ticks;
  await indexFeed.run();
}

/** An offer as clients see it. */
export interface ShownOffer {
  readonly id: number;
  readonly name: string;
  readonly side: 'SELL_HIGH' | 'BUY_LOW';
  readonly strike: string;
  readonly apr: string;
  readonly days: number;
  readonly expires_at: number;
  readonly maximum_amount: string;
  readonly open: boolean;
  readonly closed_reason?: string;
  readonly available: string;
}

export const offersOf = async (exchange: TestExchange): Promise<readonly ShownOffer[]> =>
  (await exchange.visitor.get('/api/v3/earn/dual-offers')).body.offers;

/** Publishes new offers in place of those that are close to their expiry. */
export const republish = ({ services }: TestExchange): Promise<void> => publishDualOffers(services);

export const subscribeDual = (client: TestClient, fields: object, key?: string): Promise<TestResponse> =>
  client.post('/api/v3/earn/dual', { accepted: true, ...fields }, key === undefined ? {} : { 'idempotency-key': key });

export const dualsOf = async (client: TestClient) => (await client.get('/api/v3/earn/dual')).body.investments;

/** Records the confirmed index of the minutes before this time, latest first. */
export async function recordMinutes(exchange: TestExchange, endMs: number, ticks: readonly number[]): Promise<void> {
  for (const [at, one] of ticks.entries())
    await exchange.query(
      `insert into index_prices (market_id, minute_ms, open_ticks, high_ticks, low_ticks, close_ticks, sources)
       values ($1, $2, $3, $3, $3, $3, 2)
       on conflict (market_id, minute_ms) do update set close_ticks = excluded.close_ticks`,
      [BTC_MARKET, endMs - (at + 1) * MINUTE_MS, one],
    );
}

/** Moves the clock to this time, and waits until everything due by then has been settled. */
export async function passUntil(exchange: TestExchange, timeMs: number): Promise<void> {
  const advanceSeconds = Math.max(1, Math.ceil((timeMs - exchange.services.clock()) / 1_000));
  const { body } = await exchange.visitor.post('/sandbox/clock', { advanceSeconds, settle: true });
  if (body.settled !== true) throw new Error(`not settled in time: ${JSON.stringify(body)}`);
}

/** A pool's free and promised units. */
export function poolOf(exchange: TestExchange, pool: number, asset: AssetId) {
  const { core } = exchange.services;
  const units = (wallet: keyof typeof poolWallets) =>
    core.balance(poolOwner(pool), poolWallets[wallet], asset).availableUnits;
  return { free: units('free'), promised: units('promised') };
}

/**
 * Checks the invariants and returns the violations: an earn wallet equals the principal in it, a pool has reserved what
 * both outcomes of its running investments pay, an offer's used quota equals their principal, and the whole ledger sums
 * to zero.
 */
export async function dualDifferences(exchange: TestExchange): Promise<string[]> {
  const { core } = exchange.services;
  const found: string[] = [];
  const check = (what: string, is: number, shouldBe: unknown) => {
    if (is !== Number(shouldBe)) found.push(`${what}: ${is} instead of ${shouldBe}`);
  };
  const wallets = await exchange.query(
    `select owner, asset_id, sum(units) as units from (
       select owner, asset_id, case state when 'running' then principal_units else 0 end as units from dual_investments
       union all
       select owner, asset_id, case when state in ('running', 'notice') then principal_units else 0 end from earn_stakes
     ) held group by 1, 2`,
  );
  for (const { owner, asset_id, units } of wallets)
    check(`earn of ${owner}`, core.balance(Number(owner), 'earn', Number(asset_id)).availableUnits, units);
  const pools = await exchange.query(
    `select pool_id, asset_id, sum(case state when 'running' then units else 0 end) as units from (
       select pool_id, asset_id, state, yield_units as units from dual_investments
       union all select pool_id, other_asset_id, state, converted_units from dual_investments
     ) promised group by 1, 2`,
  );
  for (const { pool_id, asset_id, units } of pools)
    check(`promised by pool ${pool_id}`, poolOf(exchange, Number(pool_id), Number(asset_id)).promised, units);
  const offers = await exchange.query(
    `select offer_id, used_units, coalesce(sum(principal_units) filter (where state in ('draft', 'running')), 0) as used
     from dual_offers left join dual_investments using (offer_id) group by 1, 2`,
  );
  for (const { offer_id, used_units, used } of offers) check(`quota of offer ${offer_id}`, Number(used_units), used);
  for (const { asset } of core.assets()) check(`sum of asset ${asset}`, core.assetSum(asset), 0);
  return found;
}
