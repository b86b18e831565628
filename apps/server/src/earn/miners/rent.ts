import { ApiError } from '../../kit/api-error.ts';
import { demandRight, type Principal } from '../../kit/principal.ts';
import { refuseTrading } from '../../trading/submit-unlocked.ts';
import { CUT_MS, firstCut } from '../rules/cuts.ts';
import type { Services } from '../services.ts';
import {
  lockMinerProduct,
  type MinerProduct,
  minerClosedReason,
  ownRentals,
  readMinerProducts,
} from './miner-products.ts';
import type { Rented } from './rentals.ts';

interface WantedRental {
  readonly product: number;
  /** The version of the terms that the client has seen. */
  readonly version: number;
  readonly isAccepted: boolean;
}

/**
 * Rents a miner: pays its price from the client's spot wallet to the pool, which reserves the whole output in the same
 * ledger entry. Errors: unknown_product, terms_not_accepted, rental_terms_changed, product_closed, miner_sold_out,
 * too_many_rentals, pool_cannot_cover, exceeds_balance, account_restricted, kyc_required, reference_conflict,
 * unavailable.
 */
export async function rent(
  services: Services,
  principal: Principal,
  wanted: WantedRental,
  key: string | undefined,
): Promise<Rented> {
  demandRight(principal, 'trade');
  const { pool, rentals } = services.earn;
  const { owner } = principal;
  const { product: id, version } = wanted;
  const request = { owner, key, product: id, version };
  let isUnlocked = false;
  if ((await rentals.first(pool, request)) === undefined) {
    // Checked before the password is verified, and again once the product is locked.
    const product = (await readMinerProducts(pool, services.clock())).find((one) => one.id === id);
    if (product === undefined) throw new ApiError('unknown_product');
    refuse(services, owner, wanted, product, await ownRentals(pool, owner, id));
    await principal.unlock();
    isUnlocked = true;
  }
  return rentals.run(request, async (client) => {
    // The earlier rental with this key was found above, so the password was not verified, but it has failed since.
    if (!isUnlocked) throw new ApiError('unavailable');
    const nowMs = services.clock();
    const product = await lockMinerProduct(client, id, nowMs);
    if (product === undefined) throw new ApiError('unknown_product');
    refuse(services, owner, wanted, product, await ownRentals(client, owner, id));
    const startCut = firstCut(nowMs);
    return {
      owner,
      product: id,
      version,
      pool: product.pool,
      asset: product.asset,
      priceAsset: product.priceAsset,
      priceUnits: product.priceUnits,
      days: product.days,
      dailyUnits: product.dailyUnits,
      startCut,
      firstDayEnds: startCut + CUT_MS,
      endCut: startCut + product.days * CUT_MS,
    };
  });
}

function refuse(
  services: Services,
  owner: number,
  { version, isAccepted }: WantedRental,
  product: MinerProduct,
  own: number,
): void {
  refuseTrading(services, owner);
  if (!isAccepted) throw new ApiError('terms_not_accepted');
  if (product.version !== version) throw new ApiError('rental_terms_changed');
  const reason = minerClosedReason(services, product);
  if (reason === 'paused' || reason === 'coin_delisted' || reason === 'moved') throw new ApiError('product_closed');
  if (own >= product.mostPerClient) throw new ApiError('too_many_rentals', { most: String(product.mostPerClient) });
  if (reason === 'quota') throw new ApiError('miner_sold_out');
  if (reason === 'pool') throw new ApiError('pool_cannot_cover');
}
