import type { OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { demandRight, type Principal } from '../../kit/principal.ts';
import { refuseTrading } from '../../trading/submit-unlocked.ts';
import type { NewMove } from '../moves/move-table.ts';
import type { MoveDone } from '../moves/moves.ts';
import { wholeInterest } from '../rules/interest.ts';
import type { Services } from '../services.ts';
import { insertDual } from './dual-table.ts';
import { indexUnitsOf } from './index-units.ts';
import { momentOf } from './offer-moment.ts';
import {
  addUsedUnits,
  assetsOf,
  conversionOf,
  type DualOffer,
  lockOffer,
  offerClosed,
  ownUnitsIn,
  readOffer,
} from './offers.ts';
import { daysUntil } from './rules.ts';

/**
 * Per client: the maximum number of running dual investments, and of subscriptions in 24 hours. Limited because the
 * core stores the reference of each.
 */
const MOST_DUALS = 100;
const DAY_MS = 86_400_000;

export interface DualSubscription {
  readonly offer: number;
  readonly units: AssetUnits;
  /** The days of yield shown to the client. */
  readonly days: number;
  /** Whether the client has accepted both outcomes. */
  readonly isAccepted: boolean;
}

/**
 * Moves units from the client's spot wallet into a dual investment, and reserves in its pool what either outcome pays.
 * Errors: terms_not_accepted, unknown_product, offer_changed, product_closed, below_minimum, above_maximum,
 * quota_reached, pool_cannot_cover, too_many_stakes, exceeds_balance, account_restricted, kyc_required.
 */
export async function subscribeDual(
  services: Services,
  principal: Principal,
  wanted: DualSubscription,
  key: string | undefined,
): Promise<MoveDone> {
  demandRight(principal, 'trade');
  if (!wanted.isAccepted) throw new ApiError('terms_not_accepted');
  const { owner } = principal;
  const { offer, units, days } = wanted;
  const content = { kind: 'dual_subscribe', offer, units, days };
  // Read before the transaction, because on some servers it uses its own database connection.
  const indexUnits = await indexOf(services, offer);
  return services.earn.moves.run({ owner, key, content }, (client) =>
    draft(services, owner, { ...wanted, indexUnits }, client),
  );
}

async function indexOf(services: Services, id: number): Promise<number | undefined> {
  const offer = await readOffer(services.earn.pool, id);
  return offer && (await indexUnitsOf(services, [offer.market])).get(offer.market);
}

async function draft(
  services: Services,
  owner: OwnerId,
  { offer: id, units, days, indexUnits }: DualSubscription & { readonly indexUnits: number | undefined },
  client: PoolClient,
): Promise<NewMove> {
  refuseTrading(services, owner);
  const nowMs = services.clock();
  await refuseTooMany(client, owner, nowMs);
  const offer = await lockOffer(client, id);
  if (offer === undefined) throw new ApiError('unknown_product');
  refuseOffer(services, offer, days, indexUnits);
  await refuseAmount(services, client, owner, offer, units);
  const { asset, otherAsset } = assetsOf(offer);
  const yieldUnits = wholeInterest(units, offer.aprPpm, days);
  const { scale } = services.instruments.asset(offer.base);
  const otherUnits = conversionOf(offer, units + yieldUnits, scale);
  // Every amount must pay something in both outcomes.
  if (otherUnits === 0) throw new ApiError('below_minimum', { value: show(services, offer, offer.minimumUnits) });
  await addUsedUnits(client, offer.id, units);
  const { market, side, pool, strikeUnits, aprPpm, expiresMs } = offer;
  const dual = await insertDual(client, {
    owner,
    offer: offer.id,
    market,
    side,
    pool,
    asset,
    otherAsset,
    strikeUnits,
    aprPpm,
    expiresMs,
    days,
    principalUnits: units,
    yieldUnits,
    convertedUnits: otherUnits,
    draftedMs: nowMs,
  });
  return {
    stake: 0,
    dual: { id: dual, otherAsset, otherUnits },
    owner,
    pool,
    asset,
    kind: 'dual_subscribe',
    units,
    postedUnits: 0 as AssetUnits,
    promisedUnits: yieldUnits,
  };
}

async function refuseTooMany(client: PoolClient, owner: OwnerId, nowMs: number): Promise<void> {
  const { rows } = await client.query<{ running: number; today: number }>(
    `select (select count(*) from dual_investments where owner = $1 and state in ('draft', 'running'))::int as running,
       (select count(*) from earn_moves
         where owner = $1 and kind = 'dual_subscribe' and drafted_ms > $2)::int as today`,
    [owner, nowMs - DAY_MS],
  );
  const { running = 0, today = 0 } = rows[0] ?? {};
  if (running >= MOST_DUALS || today >= MOST_DUALS) throw new ApiError('too_many_stakes', { most: String(MOST_DUALS) });
}

/** Rejects an offer that is closed, or whose yield differs from the one shown to the client. */
function refuseOffer(services: Services, offer: DualOffer, days: number, indexUnits: number | undefined): void {
  const moment = momentOf(services, offer, indexUnits);
  const reason = offerClosed(offer, moment);
  if (reason !== undefined && reason !== 'quota' && reason !== 'pool') throw new ApiError('product_closed');
  if (days !== daysUntil(offer.expiresMs, moment.nowMs)) throw new ApiError('offer_changed');
  if (reason === 'pool') throw new ApiError('pool_cannot_cover');
}

/**
 * Enforces the minimum, the client's maximum in this offer, and the remaining quota. Whether the pool can pay either
 * outcome is decided by the ledger, when it reserves both.
 */
async function refuseAmount(
  services: Services,
  client: PoolClient,
  owner: OwnerId,
  offer: DualOffer,
  units: number,
): Promise<void> {
  const { minimumUnits, maximumUnits, quotaUnits, usedUnits } = offer;
  if (units < minimumUnits) throw new ApiError('below_minimum', { value: show(services, offer, minimumUnits) });
  if (units + (await ownUnitsIn(client, owner, offer.id)) > maximumUnits)
    throw new ApiError('above_maximum', { value: show(services, offer, maximumUnits) });
  if (units > quotaUnits - usedUnits)
    throw new ApiError('quota_reached', { left: show(services, offer, quotaUnits - usedUnits) });
}

const show = ({ earn }: Services, offer: DualOffer, units: number): string =>
  earn.amountText(assetsOf(offer).asset, units);
