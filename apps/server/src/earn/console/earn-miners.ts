import type { AssetId } from '@vitrine/core';
import { ApiError } from '../../kit/api-error.ts';
import { valueText, valueUnits } from '../../wallet/http/valuation.ts';
import { lockMinerProduct, type MinerProduct, readMinerProducts, wholeOutput } from '../miners/miner-products.ts';
import { insertMiner, insertMinerVersion, type NewMinerTerms } from '../miners/publish-miner.ts';
import type { PoolSource } from '../products/products.ts';
import type { Call, Handler, Services } from '../services.ts';
import { invalid, listedCoin, minerText, readMinerTerms } from './earn-terms.ts';

const EARN_MINER = 'earn_miner';

interface AskedMiner {
  readonly asset: AssetId;
  readonly priceAsset: AssetId;
  readonly source: PoolSource;
  readonly terms: NewMinerTerms;
  /** The miner that gets new terms, and the version that they replace; absent for a new miner. */
  readonly replaces?: { readonly product: number; readonly version: number };
}

export const consoleAskForMiner: Handler<'consoleAskForMiner'> = async (call) => {
  const { services, session, body } = call;
  const coins = { coin: listedCoin(services, body.coin), priceCoin: listedCoin(services, body.price_coin) };
  const { coin, priceCoin } = coins;
  if (coin.asset === priceCoin.asset) throw invalid('price_coin');
  const terms = readMinerTerms(body, coins);
  const present = await presentMiner(call);
  const isSame = (miner: MinerProduct) =>
    miner.asset === coin.asset && miner.priceAsset === priceCoin.asset && miner.source === body.source;
  if (present !== undefined && !isSame(present)) throw invalid('coin');
  const parameters: AskedMiner = {
    asset: coin.asset,
    priceAsset: priceCoin.asset,
    source: body.source,
    terms,
    ...(present === undefined ? {} : { replaces: { product: present.id, version: present.version } }),
  };
  const price = valueUnits(services, priceCoin, terms.priceUnits);
  const worth = valueUnits(services, coin, wholeOutput(terms));
  if (worth * 100n > price * BigInt(body.most_worth_percent)) throw invalid('most_worth_percent');
  const about = {
    subject: present === undefined ? `miner ${coin.code}` : `miner ${coin.code} ${present.id}`,
    before: present === undefined ? null : minerText(present, coins),
    after: {
      ...(present === undefined ? { coin: coin.code, source: body.source } : {}),
      ...minerText(terms, coins),
      // What the whole output is worth beside its price, for the second person to compare.
      price_usdt: valueText(services, price),
      total_usdt: valueText(services, worth),
    },
    reason: body.reason,
  };
  const approval = await services.approvals.ask(session, { kind: EARN_MINER, parameters, ...about });
  call.audit({ ...about, after: { ...about.after, approval } });
  return { approval };
};

/** The miner whose terms are to be replaced, if any. Errors: unknown_product, terms_changed. */
async function presentMiner({ services, body }: Call<'consoleAskForMiner'>): Promise<MinerProduct | undefined> {
  if (body.product_id === undefined && body.version === undefined) return undefined;
  const miners = await readMinerProducts(services.earn.pool, services.clock());
  const present = miners.find(({ id }) => id === body.product_id);
  if (present === undefined) throw new ApiError('unknown_product');
  if (present.version !== body.version) throw new ApiError('terms_changed');
  return present;
}

/** Registers what happens when a miner, or new terms of one, are approved by a second person. */
export function registerEarnMiners(services: Services): void {
  const { approvals, instruments, clock, earn, settings } = services;
  approvals.register<AskedMiner>(EARN_MINER, {
    roles: ['treasury', 'compliance'],
    execute: async ({ asset, priceAsset, source, terms, replaces }, { transaction }) => {
      for (const one of [asset, priceAsset])
        if (!earn.isListed(one)) throw new ApiError('unknown_coin', { coin: instruments.asset(one).code });
      if (replaces === undefined) {
        const isDemo = settings.mode === 'sandbox';
        const coin = instruments.asset(asset).code;
        await insertMiner(transaction, { asset, priceAsset, coin, source, isDemo }, terms, clock());
        return;
      }
      const miner = await lockMinerProduct(transaction, replaces.product, clock());
      if (miner?.version !== replaces.version) throw new ApiError('terms_changed');
      await insertMinerVersion(transaction, replaces.product, terms, clock());
    },
  });
}
