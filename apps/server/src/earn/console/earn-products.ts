import type { AssetId } from '@vitrine/core';
import { ApiError } from '../../kit/api-error.ts';
import { pauseMiner, readMinerProducts } from '../miners/miner-products.ts';
import { endProduct, lockProduct, type PoolSource, pauseProduct, readProducts } from '../products/products.ts';
import { insertProduct, insertVersion, type NewTerms } from '../products/publish-product.ts';
import type { Handler, Services } from '../services.ts';
import { invalid, listedCoin, readTerms, termsText } from './earn-terms.ts';

const EARN_PRODUCT = 'earn_product';
const END_EARN_PRODUCT = 'end_earn_product';
const roles = ['treasury', 'compliance'] as const;

interface AskedProduct {
  readonly asset: AssetId;
  readonly source: PoolSource;
  readonly terms: NewTerms;
  /** The product that gets new terms, and the version that they replace; absent for a new product. */
  readonly replaces?: { readonly product: number; readonly version: number };
}

interface AskedEnd {
  readonly product: number;
  readonly version: number;
}

export const consoleAskForEarnProduct: Handler<'consoleAskForEarnProduct'> = async (call) => {
  const { services, session, body } = call;
  const coin = listedCoin(services, body.coin);
  const terms = readTerms(body, coin);
  const products = await readProducts(services.earn.pool, services.clock());
  const present = products.find(({ asset, endedMs }) => asset === coin.asset && endedMs === undefined);
  if (body.version === undefined && present !== undefined) throw new ApiError('product_exists');
  if (body.version !== undefined && present === undefined) throw new ApiError('unknown_product');
  if (present !== undefined && present.version !== body.version) throw new ApiError('terms_changed');
  if (present !== undefined && present.source !== body.source) throw invalid('source');
  const parameters: AskedProduct = {
    asset: coin.asset,
    source: body.source,
    terms,
    ...(present === undefined ? {} : { replaces: { product: present.id, version: present.version } }),
  };
  const about = {
    subject: `earn ${coin.code}`,
    before: present === undefined ? null : termsText(present, coin),
    after: { ...(present === undefined ? { coin: coin.code, source: body.source } : {}), ...termsText(terms, coin) },
    reason: body.reason,
  };
  const approval = await services.approvals.ask(session, { kind: EARN_PRODUCT, parameters, ...about });
  call.audit({ ...about, after: { ...about.after, approval } });
  return { approval };
};

export const consolePauseEarn: Handler<'consolePauseEarn'> = async (call) => {
  const { services, body } = call;
  const { kind, product_id: id, paused, reason } = body;
  const { pool } = services.earn;
  if (kind === 'product') {
    const product = (await readProducts(pool, services.clock())).find((one) => one.id === id);
    if (product === undefined) throw new ApiError('unknown_product');
    if (product.endedMs !== undefined) throw new ApiError('product_ended');
  } else if (!(await readMinerProducts(pool, services.clock())).some((one) => one.id === id))
    throw new ApiError('unknown_product');
  if (!(await (kind === 'product' ? pauseProduct : pauseMiner)(pool, id, paused)))
    throw new ApiError('nothing_to_change');
  call.audit({ subject: `earn ${kind} ${id}`, before: { paused: !paused }, after: { paused }, reason });
  return { message: 'success' };
};

export const consoleAskToEndEarnProduct: Handler<'consoleAskToEndEarnProduct'> = async (call) => {
  const { services, session, body } = call;
  const product = (await readProducts(services.earn.pool, services.clock())).find(({ id }) => id === body.product_id);
  if (product === undefined) throw new ApiError('unknown_product');
  if (product.endedMs !== undefined) throw new ApiError('product_ended');
  if (product.version !== body.version) throw new ApiError('terms_changed');
  const { code } = services.instruments.asset(product.asset);
  const parameters: AskedEnd = { product: product.id, version: product.version };
  const about = {
    subject: `earn ${code}`,
    before: { ended: false },
    after: { ended: true, coin: code, subscribed: services.earn.amountText(product.asset, product.usedUnits) },
    reason: body.reason,
  };
  const approval = await services.approvals.ask(session, { kind: END_EARN_PRODUCT, parameters, ...about });
  call.audit({ ...about, after: { ...about.after, approval } });
  return { approval };
};

/** Registers what happens when a product, new terms of one, or its end are approved by a second person. */
export function registerEarnProducts(services: Services): void {
  const { approvals, instruments, clock, earn } = services;
  approvals.register<AskedProduct>(EARN_PRODUCT, {
    roles,
    execute: async ({ asset, source, terms, replaces }, { transaction }) => {
      const { code: coin } = instruments.asset(asset);
      if (!earn.isListed(asset)) throw new ApiError('unknown_coin', { coin });
      if (replaces === undefined) {
        // Approvals are executed one at a time, so no other one publishes a product of the coin meanwhile.
        const products = await readProducts(transaction, clock());
        if (products.some((one) => one.asset === asset && one.endedMs === undefined))
          throw new ApiError('product_exists');
        await insertProduct(transaction, { asset, coin, source }, terms, clock());
        return;
      }
      await lockCurrent(services, transaction, replaces);
      await insertVersion(transaction, replaces.product, terms, clock());
    },
  });
  approvals.register<AskedEnd>(END_EARN_PRODUCT, {
    roles,
    execute: async (asked, { transaction }) => {
      await lockCurrent(services, transaction, asked);
      await endProduct(transaction, asked.product, clock());
    },
  });
}

type Transaction = Parameters<typeof lockProduct>[0];

/** Locks a product whose terms are still those that both persons saw. Errors: product_ended, terms_changed. */
async function lockCurrent({ clock }: Services, transaction: Transaction, asked: AskedEnd): Promise<void> {
  const product = await lockProduct(transaction, asked.product, clock());
  if (product === undefined || product.endedMs !== undefined) throw new ApiError('product_ended');
  if (product.version !== asked.version) throw new ApiError('terms_changed');
}
