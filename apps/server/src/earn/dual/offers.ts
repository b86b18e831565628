import type { AssetId, Core, MarketId, OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';
import { poolOwner, poolWallets } from '../accounts.ts';
import type { PoolSource } from '../products/products.ts';
import { convertedUnits, type DualSide, daysUntil, hasMoved, isPastStrike } from './rules.ts';

/** An offer that clients can subscribe to. Its terms never change. */
export interface DualOffer {
  readonly id: number;
  readonly market: MarketId;
  readonly base: AssetId;
  readonly quote: AssetId;
  readonly side: DualSide;
  readonly pool: number;
  readonly source: PoolSource;
  /** Quote units per whole coin. */
  readonly strikeUnits: number;
  readonly aprPpm: number;
  /** The index for which the rate was set, and how far the index may move from it before the offer closes. */
  readonly indexUnits: number;
  readonly movePpm: number;
  readonly expiresMs: number;
  readonly minimumUnits: AssetUnits;
  readonly maximumUnits: AssetUnits;
  readonly quotaUnits: AssetUnits;
  readonly usedUnits: number;
  readonly isPaused: boolean;
}

/**
 * Why an offer takes no new money. `price`: at the current index, the deposit would be converted. `moved`: the index is
 * too far from the one for which the rate was set.
 */
export type DualClosedReason =
  | 'paused'
  | 'coin_delisted'
  | 'expiry'
  | 'no_index'
  | 'price'
  | 'moved'
  | 'quota'
  | 'pool';

interface Row {
  readonly offer_id: string;
  readonly market_id: number;
  readonly base_asset_id: number;
  readonly quote_asset_id: number;
  readonly side: DualSide;
  readonly pool_id: number;
  readonly source: PoolSource;
  readonly strike_units: string;
  readonly apr_ppm: number;
  readonly index_units: string;
  readonly move_ppm: number;
  readonly expires_ms: string;
  readonly minimum_units: string;
  readonly maximum_units: string;
  readonly quota_units: string;
  readonly used_units: string;
  readonly is_paused: boolean;
}

const offerOf = (row: Row): DualOffer => ({
  id: Number(row.offer_id),
  market: row.market_id,
  base: row.base_asset_id,
  quote: row.quote_asset_id,
  side: row.side,
  pool: row.pool_id,
  source: row.source,
  strikeUnits: Number(row.strike_units),
  aprPpm: row.apr_ppm,
  indexUnits: Number(row.index_units),
  movePpm: row.move_ppm,
  expiresMs: Number(row.expires_ms),
  minimumUnits: Number(row.minimum_units) as AssetUnits,
  maximumUnits: Number(row.maximum_units) as AssetUnits,
  quotaUnits: Number(row.quota_units) as AssetUnits,
  usedUnits: Number(row.used_units),
  isPaused: row.is_paused,
});

/** The deposited asset, and the asset that a conversion pays. */
export const assetsOf = ({ side, base, quote }: Pick<DualOffer, 'side' | 'base' | 'quote'>) =>
  side === 'sell_high' ? { asset: base, otherAsset: quote } : { asset: quote, otherAsset: base };

/** Maximum number of offers shown. */
const MOST_OFFERS = 500;

const SELECT = `select offer.*, pool.source from dual_offers offer join earn_pools pool using (pool_id)`;

/** The offers that expire after this time, ordered by coin, side, expiry and strike. */
export async function readOffers(database: Pick<Pool, 'query'>, afterMs: number): Promise<DualOffer[]> {
  const { rows } = await database.query<Row>(
    `${SELECT} where expires_ms > $1 order by base_asset_id, side desc, expires_ms, strike_units, offer_id limit $2`,
    [afterMs, MOST_OFFERS],
  );
  return rows.map(offerOf);
}

export async function readOffer(database: Pick<Pool, 'query'>, id: number): Promise<DualOffer | undefined> {
  const { rows } = await database.query<Row>(`${SELECT} where offer_id = $1`, [id]);
  return rows[0] && offerOf(rows[0]);
}

/** Locks the offer until the end of the transaction, so that only one subscription at a time uses its quota. */
export async function lockOffer(client: PoolClient, id: number): Promise<DualOffer | undefined> {
  await client.query('select from dual_offers where offer_id = $1 for no key update', [id]);
  return readOffer(client, id);
}

/** Adds principal to the used quota of the offer; negative units subtract. */
export async function addUsedUnits(client: PoolClient, offer: number, units: number): Promise<void> {
  await client.query('update dual_offers set used_units = used_units + $2 where offer_id = $1', [offer, units]);
}

/** The client's principal in the offer that has not ended. */
export async function ownUnitsIn(client: PoolClient, owner: OwnerId, offer: number): Promise<number> {
  const { rows } = await client.query<{ units: string }>(
    `select coalesce(sum(principal_units), 0) as units from dual_investments
     where owner = $1 and offer_id = $2 and state in ('draft', 'running')`,
    [owner, offer],
  );
  return Number(rows[0]?.units ?? 0);
}

const YEAR_PPM = 365_000_000n;

/**
 * Upper bound of the principal that the pool can cover now: it must hold the yield in the deposited asset as well as
 * what a conversion pays in the other one. Rounded down; the ledger decides to the last unit.
 */
export function coveredUnits(
  core: Pick<Core, 'balance'>,
  offer: DualOffer,
  { days, scale }: { readonly days: number; readonly scale: number },
): number {
  const { asset, otherAsset } = assetsOf(offer);
  const free = (one: AssetId) => BigInt(core.balance(poolOwner(offer.pool), poolWallets.free, one).availableUnits);
  const rate = BigInt(offer.aprPpm) * BigInt(days);
  const byYield = rate === 0n ? offer.quotaUnits : Number((free(asset) * YEAR_PPM) / rate);
  const coin = 10n ** BigInt(scale);
  const strike = BigInt(offer.strikeUnits);
  const convertible =
    offer.side === 'sell_high' ? (free(otherAsset) * coin) / strike : (free(otherAsset) * strike) / coin;
  const byConversion = Number((convertible * YEAR_PPM) / (YEAR_PPM + rate));
  return Math.min(byYield, byConversion);
}

/** The figures that decide whether an offer is open at one moment. */
export interface OfferMoment {
  readonly nowMs: number;
  /** The index in quote units per whole coin; undefined if none is confirmed. */
  readonly indexUnits: number | undefined;
  readonly coveredUnits: number;
  /** Whether the coin is listed and its index market is open, with no delisting scheduled before expiry. */
  readonly isListed: boolean;
}

/** Why the offer takes no new money now; undefined if it does. */
export function offerClosed(offer: DualOffer, moment: OfferMoment): DualClosedReason | undefined {
  if (offer.isPaused) return 'paused';
  if (!moment.isListed) return 'coin_delisted';
  if (daysUntil(offer.expiresMs, moment.nowMs) === 0) return 'expiry';
  if (moment.indexUnits === undefined) return 'no_index';
  if (isPastStrike(offer.side, moment.indexUnits, offer.strikeUnits)) return 'price';
  if (hasMoved(moment.indexUnits, offer.indexUnits, offer.movePpm)) return 'moved';
  if (offer.quotaUnits - offer.usedUnits < offer.minimumUnits) return 'quota';
  return moment.coveredUnits < offer.minimumUnits ? 'pool' : undefined;
}

/** What a conversion pays for this principal and yield. */
export const conversionOf = (
  offer: Pick<DualOffer, 'side' | 'strikeUnits'>,
  units: number,
  scale: number,
): AssetUnits => convertedUnits(offer.side, units, offer.strikeUnits, scale);
