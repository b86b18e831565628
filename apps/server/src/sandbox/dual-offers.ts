import { type AssetView, type Core, systemOwners, type Transfer } from '@vitrine/core';
import { assetUnits, parseDecimal } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import type { Pool, PoolClient } from 'pg';
import { poolOwner, poolWallets } from '../earn/accounts.ts';
import { dualPoolOf, insertOffer } from '../earn/dual/publish-offer.ts';
import { type DualSide, hasMoved, isPastStrike, meanPriceUnits } from '../earn/dual/rules.ts';
import { houseTransfer } from '../kit/house-money.ts';
import type { Instruments, Perpetual } from '../kit/instruments.ts';
import { inTransaction } from '../kit/postgres/transaction.ts';
import { sandboxReference } from './outside-reference.ts';

const DAY_MS = 86_400_000;
/** Offers expire at 08:00 UTC. */
const EXPIRY_MS = 8 * 3_600_000;
/** The days on which offers expire: every so many days, beginning with this one. A day has the offers of one term. */
const TERMS = [
  { every: 30, first: 1 },
  { every: 3, first: 0 },
  { every: 7, first: 0 },
] as const;
type Term = (typeof TERMS)[number];
/** How far a strike is from the price, in parts per million. */
const DISTANCES = [15_000, 40_000, 90_000] as const;
/** How far the price may move before an offer takes no new money. */
const MOVE_PPM = 30_000;

interface SandboxDual {
  readonly coin: string;
  /** Strikes are multiples of this many USDT. */
  readonly step: number;
  /** By term and distance, in parts per million a year: a longer way to the strike pays less. */
  readonly rates: readonly (readonly [number, number, number])[];
  /** In the coin: minimum, maximum and quota of an offer to sell, and what the treasury puts into the pool. */
  readonly amounts: readonly [minimum: string, maximum: string, quota: string, pool: string];
}

/** The highest and the lowest rate of each coin are those of the specification. */
const duals: readonly SandboxDual[] = [
  {
    coin: 'BTC',
    step: 100,
    rates: [
      [214_600, 128_900, 36_600],
      [1_228_700, 486_200, 92_100],
      [642_500, 351_800, 118_400],
    ],
    amounts: ['0.001', '1', '3', '40'],
  },
  {
    coin: 'ETH',
    step: 10,
    rates: [
      [287_700, 172_800, 39_600],
      [1_629_800, 644_900, 124_300],
      [861_000, 471_500, 158_700],
    ],
    amounts: ['0.02', '20', '60', '700'],
  },
];
/** The same of an offer to buy, in USDT. */
const USDT_AMOUNTS = ['10', '50000', '150000', '3000000'] as const;

export interface DualOfferServices {
  readonly earn: { readonly pool: Pool };
  readonly core: Pick<Core, 'acceptanceOf' | 'perpetual'>;
  readonly instruments: Instruments;
  readonly sequencer: { submit(command: Transfer): Promise<Outcome> };
  clock(): number;
}

/**
 * Publishes the sandbox's offers of dual investment and, at the first start, funds a pool for each coin: a promotional
 * budget, as the product page states. Where no offer of a coin, side and expiry takes money at the price any more, or an expiry
 * has come near, publishes others.
 */
export async function publishDualOffers(services: DualOfferServices): Promise<void> {
  const { earn, instruments, core, clock } = services;
  const { usdt } = instruments;
  if (usdt === undefined) return;
  for (const dual of duals) {
    const perpetual = instruments.perpetuals().find(({ base }) => base.code === dual.coin);
    if (perpetual === undefined) continue;
    const { base, rules, market } = perpetual;
    const ticks = core.perpetual(market)?.markTicks ?? rules.markTicks;
    const { tickLotUnits, lotUnits } = rules;
    const price = meanPriceUnits([ticks], { scale: base.scale, tickLotUnits, lotUnits });
    const pool = await inTransaction(earn.pool, async (client) => {
      const found = await dualPoolOf(client, dual.coin);
      for (const [at, term] of TERMS.entries())
        for (const side of ['sell_high', 'buy_low'] as const)
          await publish(client, { dual, perpetual, pool: found, side, at, nowMs: clock(), price, term });
      return found;
    });
    await fund(services, pool, [
      [base, dual.amounts[3]],
      [usdt, USDT_AMOUNTS[3]],
    ]);
  }
}

interface Publication {
  readonly dual: SandboxDual;
  readonly perpetual: Perpetual;
  readonly pool: number;
  readonly side: DualSide;
  /** The term, and its place among all terms. */
  readonly term: Term;
  readonly at: number;
  readonly nowMs: number;
  readonly price: number;
}

/** Publishes the three offers of a side and a term, unless one of them is there that takes money at this price. */
async function publish(client: PoolClient, publication: Publication): Promise<void> {
  const { dual, perpetual, pool, side, term, at, nowMs, price } = publication;
  const { base, quote, market } = perpetual;
  const expiresMs = expiryAfter(nowMs + DAY_MS, term);
  const { rows } = await client.query<{ strike_units: string; index_units: string }>(
    'select strike_units, index_units from dual_offers where market_id = $1 and side = $2 and expires_ms = $3',
    [market, side, expiresMs],
  );
  const isThere = rows.some(
    ({ strike_units, index_units }) =>
      !isPastStrike(side, price, Number(strike_units)) && !hasMoved(price, Number(index_units), MOVE_PPM),
  );
  if (isThere) return;
  const [deposit, amounts] = side === 'sell_high' ? [base, dual.amounts] : [quote, USDT_AMOUNTS];
  const [minimum, maximum, quota] = amounts;
  const unitsOf = (text: string) => assetUnits(parseDecimal(text, deposit.scale) ?? 0);
  const step = dual.step * 10 ** quote.scale;
  for (const [far, distance] of DISTANCES.entries())
    await insertOffer(
      client,
      pool,
      {
        market,
        base: base.asset,
        quote: quote.asset,
        side,
        strikeUnits: strikeAt(side, price, distance, step),
        aprPpm: dual.rates[at]?.[far] ?? 0,
        indexUnits: price,
        movePpm: MOVE_PPM,
        expiresMs,
        minimumUnits: unitsOf(minimum),
        maximumUnits: unitsOf(maximum),
        quotaUnits: unitsOf(quota),
      },
      nowMs,
    );
}

/** The first expiry of a term after this time. */
function expiryAfter(afterMs: number, { every, first }: Term): number {
  const day = Math.ceil(((afterMs - EXPIRY_MS) / DAY_MS - first) / every) * every + first;
  return day * DAY_MS + EXPIRY_MS;
}

/** A whole number of steps, at least this far away from the price. */
function strikeAt(side: DualSide, price: number, distancePpm: number, step: number): number {
  const way = Math.round((price * distancePpm) / 1_000_000);
  return side === 'sell_high' ? Math.ceil((price + way) / step) * step : Math.floor((price - way) / step) * step;
}

async function fund(
  { core, sequencer }: DualOfferServices,
  pool: number,
  amounts: readonly (readonly [AssetView, string])[],
): Promise<void> {
  for (const [{ asset, scale, code }, text] of amounts) {
    const units = parseDecimal(text, scale) ?? 0;
    const funding = houseTransfer([systemOwners.treasury, 'spot'], [poolOwner(pool), poolWallets.free], {
      asset,
      units,
      reference: sandboxReference(`dual pool ${pool} ${code}`),
    });
    // After the first start, this command is already in the log.
    if (core.acceptanceOf(funding) === undefined) await sequencer.submit(funding);
  }
}
