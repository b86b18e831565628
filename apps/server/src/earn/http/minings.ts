import { formatDecimal } from '@vitrine/money';
import { pageSize, readIdCursor } from '../../http/paging.ts';
import { valueText, valueUnits } from '../../wallet/http/valuation.ts';
import {
  type MinerProduct,
  minerClosedReason,
  minerPool,
  readMinerProducts,
  wholeOutput,
} from '../miners/miner-products.ts';
import { type Rental, rentalsOf } from '../miners/rental-table.ts';
import { breakEvenDay } from '../rules/break-even.ts';
import { CUT_MS, firstCut } from '../rules/cuts.ts';
import type { Handler, Services } from '../services.ts';
import { coinOnWire } from './wire.ts';

export const minings: Handler<'minings'> = async ({ services, session, query }) => {
  const { earn, core } = services;
  const limit = pageSize(query.limit);
  const nowMs = services.clock();
  const products = await readMinerProducts(earn.pool, nowMs);
  const rentals = await rentalsOf(earn.pool, session.owner, { ...readIdCursor(query.cursor), limit: limit + 1 });
  const last = rentals.length > limit ? rentals[limit - 1] : undefined;
  return {
    products: products.map((product) => productOnWire(services, product, nowMs)),
    miners: rentals.slice(0, limit).map((rental) => rentalOnWire(services, rental)),
    ...(last === undefined ? {} : { next_cursor: String(last.id) }),
    time: nowMs,
    position: core.position,
  };
};

function productOnWire(services: Services, product: MinerProduct, nowMs: number) {
  const { core, instruments } = services;
  const asset = instruments.asset(product.asset);
  const { freeUnits, promisedUnits } = minerPool(core, product);
  const reason = minerClosedReason(services, product);
  const startCut = firstCut(nowMs);
  return {
    id: product.id,
    ...termsOnWire(services, product, startCut),
    starts_at: startCut,
    ends_at: startCut + product.days * CUT_MS,
    units_left: Math.max(0, product.quota - product.used),
    most_per_client: product.mostPerClient,
    pool_free: formatDecimal(freeUnits, asset.scale),
    pool_promised: formatDecimal(promisedUnits, asset.scale),
    source: product.source,
    demo: product.isDemo,
    open: reason === undefined,
    ...(reason === undefined ? {} : { closed_reason: reason }),
    version: product.version,
  };
}

function rentalOnWire(services: Services, rental: Rental) {
  const asset = services.instruments.asset(rental.asset);
  const paidUnits = rental.paidDays * rental.dailyUnits;
  return {
    id: rental.id,
    product_id: rental.product,
    ...termsOnWire(services, rental, rental.startCut),
    state: rental.state === 'running' ? ('RUNNING' as const) : ('ENDED' as const),
    rented_at: rental.draftedMs,
    date_start: rental.startCut,
    date_end: rental.endCut,
    ...(rental.endedMs === undefined ? {} : { ended_at: rental.endedMs }),
    day: rental.paidDays,
    accrued: formatDecimal(paidUnits, asset.scale),
    accrued_value_usdt: valueText(services, valueUnits(services, asset, paidUnits)),
    ...(rental.nextCut === undefined ? {} : { next_output: rental.nextCut }),
    position: rental.position ?? 0,
  };
}

type Terms = Pick<MinerProduct, 'asset' | 'priceAsset' | 'priceUnits' | 'days' | 'dailyUnits'>;

/** Fields that miners and rentals have in common: the terms, and their value at today’s price. */
function termsOnWire(services: Services, terms: Terms, startCut: number) {
  const asset = services.instruments.asset(terms.asset);
  const priceAsset = services.instruments.asset(terms.priceAsset);
  const worthOf = (units: number): bigint => valueUnits(services, asset, units);
  const price = valueUnits(services, priceAsset, terms.priceUnits);
  const day = breakEvenDay(terms.days, price, (days) => worthOf(days * terms.dailyUnits));
  return {
    ...coinOnWire(services, asset),
    price: formatDecimal(terms.priceUnits, priceAsset.scale),
    price_coin: priceAsset.code,
    days: terms.days,
    daily_output: formatDecimal(terms.dailyUnits, asset.scale),
    total_output: formatDecimal(wholeOutput(terms), asset.scale),
    total_value_usdt: valueText(services, worthOf(wholeOutput(terms))),
    ...(day === undefined ? {} : { break_even_day: day, break_even_at: startCut + day * CUT_MS }),
  };
}
