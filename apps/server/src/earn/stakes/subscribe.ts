import type { AssetUnits } from '@vitrine/money';
import type { PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { demandRight, type Principal } from '../../kit/principal.ts';
import { refuseTrading } from '../../trading/submit-unlocked.ts';
import type { NewMove } from '../moves/move-table.ts';
import type { MoveDone } from '../moves/moves.ts';
import { isCovered } from '../products/is-covered.ts';
import { addUsed, closedReason, lockProduct, ownUnits, type Product, poolFigures } from '../products/products.ts';
import { CUT_MS, firstCut } from '../rules/cuts.ts';
import { leastPrincipal, wholeInterest } from '../rules/interest.ts';
import type { Services } from '../services.ts';
import { insertStake } from './stake-table.ts';

/**
 * Per client: the maximum number of stakes that have not ended, and of subscriptions in 24 hours. Limited because the
 * core stores the reference of each.
 */
const MOST_STAKES = 200;
const MOST_A_DAY = 200;
const DAY_MS = 86_400_000;

export interface Subscription {
  readonly product: number;
  readonly units: AssetUnits;
  /** 0 for flexible. */
  readonly days: number;
  readonly autoRenew: boolean;
  /** Whether the client has accepted what an early unlock costs. */
  readonly isAccepted: boolean;
  /** The version of the terms that the client has seen. If another version is in force, the subscription is refused. */
  readonly version?: number | undefined;
}

/**
 * Moves units from the client's spot wallet into a stake. Errors: unknown_product, product_closed, terms_changed,
 * term_unknown, terms_not_accepted, below_minimum, above_maximum, quota_reached, pool_cannot_cover, too_many_stakes,
 * exceeds_balance, account_restricted, kyc_required.
 */
export function subscribe(
  services: Services,
  principal: Principal,
  wanted: Subscription,
  key: string | undefined,
): Promise<MoveDone> {
  demandRight(principal, 'trade');
  const { owner } = principal;
  const { product, units, days, autoRenew, version } = wanted;
  const content = {
    kind: 'subscribe',
    product,
    units,
    days,
    autoRenew,
    ...(version === undefined ? {} : { version }),
  };
  return services.earn.moves.run({ owner, key, content }, (client) => draft(services, owner, wanted, client));
}

async function draft(services: Services, owner: number, wanted: Subscription, client: PoolClient): Promise<NewMove> {
  refuseTrading(services, owner);
  const nowMs = services.clock();
  await refuseTooMany(client, owner, nowMs);
  const product = await lockProduct(client, wanted.product, nowMs);
  if (product === undefined) throw new ApiError('unknown_product');
  if (wanted.version !== undefined && wanted.version !== product.version) throw new ApiError('terms_changed');
  const { units, days } = wanted;
  const tier = product.tiers.find((one) => one.days === days);
  if (tier === undefined) throw new ApiError('term_unknown');
  const isFlexible = days === 0;
  if (!isFlexible && product.noticeMs > 0 && !wanted.isAccepted) throw new ApiError('terms_not_accepted');
  await refuseAmount(services, client, owner, product, units);
  const whole = isFlexible ? (0 as AssetUnits) : wholeInterest(units, tier.aprPpm, days);
  if (!isFlexible && whole === 0)
    throw new ApiError('below_minimum', {
      value: services.earn.amountText(product.asset, leastPrincipal(tier.aprPpm, days)),
    });
  const added = { wholeUnits: whole, addedNum: isFlexible ? BigInt(units) * BigInt(tier.aprPpm) : 0n };
  if (!(await isCovered(client, () => services.core, product, added))) throw new ApiError('pool_cannot_cover');
  await addUsed(client, product.id, units, isFlexible ? tier.aprPpm : undefined);
  const startCut = firstCut(nowMs);
  const stake = await insertStake(client, {
    owner,
    product: product.id,
    version: product.version,
    pool: product.pool,
    asset: product.asset,
    kind: isFlexible ? 'flexible' : 'locked',
    days,
    aprPpm: tier.aprPpm,
    noticeMs: product.noticeMs,
    initialPpm: product.initialPpm,
    baseUnits: units,
    wholeUnits: whole,
    autoRenew: !isFlexible && wanted.autoRenew,
    draftedMs: nowMs,
    startCut,
    firstDayEnds: startCut + CUT_MS,
    endCut: isFlexible ? undefined : startCut + days * CUT_MS,
  });
  if (stake === undefined) throw new Error('a new stake continues no other');
  return {
    stake,
    owner,
    pool: product.pool,
    asset: product.asset,
    kind: 'subscribe',
    units,
    postedUnits: 0 as AssetUnits,
    promisedUnits: whole,
  };
}

async function refuseTooMany(client: PoolClient, owner: number, nowMs: number): Promise<void> {
  const { rows } = await client.query<{ running: number; today: number }>(
    `select (select count(*) from earn_stakes
         where owner = $1 and state in ('draft', 'running', 'notice'))::int as running,
       (select count(*) from earn_moves
         where owner = $1 and kind = 'subscribe' and drafted_ms > $2)::int as today`,
    [owner, nowMs - DAY_MS],
  );
  const { running = 0, today = 0 } = rows[0] ?? {};
  if (running >= MOST_STAKES || today >= MOST_A_DAY)
    throw new ApiError('too_many_stakes', { most: String(MOST_STAKES) });
}

/** Enforces the minimum, the client's maximum in this product, and the remaining quota. */
async function refuseAmount(
  services: Services,
  client: PoolClient,
  owner: number,
  product: Product,
  units: number,
): Promise<void> {
  const show = (value: number) => services.earn.amountText(product.asset, value);
  if (units < product.minimumUnits) throw new ApiError('below_minimum', { value: show(product.minimumUnits) });
  if (units + (await ownUnits(client, owner, product.id)) > product.maximumUnits)
    throw new ApiError('above_maximum', { value: show(product.maximumUnits) });
  const reason = closedReason(product, poolFigures(services.core, product), services.earn.isListed(product.asset));
  if (reason === 'paused' || reason === 'coin_delisted') throw new ApiError('product_closed');
  const left = Math.max(0, product.quotaUnits - product.usedUnits);
  if (units > left) throw new ApiError('quota_reached', { left: show(left) });
  if (reason === 'pool') throw new ApiError('pool_cannot_cover');
}
