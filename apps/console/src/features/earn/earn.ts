import type { CallResponse } from '../../lib/api.ts';

export type EarnView = CallResponse<'GET /api/v3/console/earn'>;
export type ProductRow = EarnView['products'][number];
export type MinerRow = EarnView['miners'][number];
export type PoolRow = EarnView['pools'][number];
export type FundingRow = EarnView['fundings'][number];

export const EARN_KEY = ['earn'] as const;

export const sources = ['promotional_budget', 'fees'] as const;
export type Source = (typeof sources)[number];

const PLAIN = /^[0-9]{1,16}(\.[0-9]{1,18})?$/;
export const isPositive = (text: string): boolean => PLAIN.test(text) && /[1-9]/.test(text);
const isWhole = (text: string, least: number, most: number): boolean =>
  /^[0-9]{1,7}$/.test(text) && Number(text) >= least && Number(text) <= most;
const isPercent = (text: string, most: number): boolean =>
  /^[0-9]{1,3}(\.[0-9]{1,4})?$/.test(text) && Number(text) <= most;
/** Numbers as the server compares them: these are only to guide, and the server decides. */
const isBelow = (a: string, b: string): boolean => Number(a) < Number(b);

/** What is typed for the terms of a product; amounts and rates are plain decimals. */
export interface ProductForm {
  readonly coin: string;
  readonly source: Source;
  readonly tiers: readonly { readonly days: string; readonly apr: string }[];
  readonly minimum: string;
  readonly maximum: string;
  readonly quota: string;
  readonly notice: string;
  readonly initial: string;
  readonly reserve: string;
}

export const emptyProduct: ProductForm = {
  coin: '',
  source: 'promotional_budget',
  tiers: [{ days: '0', apr: '' }],
  minimum: '',
  maximum: '',
  quota: '',
  notice: '7',
  initial: '30',
  reserve: '30',
};

/** The present terms of a product, to be changed. */
export const formOf = (product: ProductRow): ProductForm => ({
  coin: product.coin,
  source: product.source,
  tiers: product.tiers.map(({ days, apr }) => ({ days: String(days), apr })),
  minimum: product.minimum_amount,
  maximum: product.maximum_amount,
  quota: product.quota,
  notice: String(product.notice_days),
  initial: product.initial_percent,
  reserve: String(product.reserve_days),
});

export const MOST_TIERS = 12;
const MOST_DAYS = 3_650;
const MOST_APR = 500;

export type ProductField = 'coin' | 'days' | 'apr' | 'minimum' | 'maximum' | 'quota' | 'notice' | 'initial' | 'reserve';

/** The first field that is missing or invalid; the server checks the rest. */
export function faultOfProduct(form: ProductForm): ProductField | undefined {
  const { coin, tiers, minimum, maximum, quota, notice, initial, reserve } = form;
  if (coin === '') return 'coin';
  if (tiers.some(({ days }) => !isWhole(days, 0, MOST_DAYS))) return 'days';
  if (new Set(tiers.map(({ days }) => Number(days))).size < tiers.length) return 'days';
  if (tiers.some(({ apr }) => !isPositive(apr) || !isPercent(apr, MOST_APR))) return 'apr';
  if (!isPositive(minimum)) return 'minimum';
  if (!isPositive(maximum) || isBelow(maximum, minimum)) return 'maximum';
  if (!isPositive(quota) || isBelow(quota, minimum)) return 'quota';
  if (!isWhole(notice, 0, 365)) return 'notice';
  if (!isPercent(initial, 100)) return 'initial';
  return isWhole(reserve, 1, MOST_DAYS) ? undefined : 'reserve';
}

/** The request for these terms. */
export const productBody = ({ tiers, minimum, maximum, quota, notice, initial, reserve, ...form }: ProductForm) => ({
  coin: form.coin,
  source: form.source,
  tiers: tiers.map(({ days, apr }) => ({ days: Number(days), apr })),
  minimum_amount: minimum,
  maximum_amount: maximum,
  quota,
  notice_days: Number(notice),
  initial_percent: initial,
  reserve_days: Number(reserve),
});

/** What is typed for the terms of a miner. */
export interface MinerForm {
  readonly coin: string;
  readonly priceCoin: string;
  readonly source: Source;
  readonly price: string;
  readonly days: string;
  readonly daily: string;
  readonly units: string;
  readonly most: string;
  readonly worth: string;
}

export const emptyMiner: MinerForm = {
  coin: '',
  priceCoin: 'USDT',
  source: 'promotional_budget',
  price: '',
  days: '90',
  daily: '',
  units: '',
  most: '1',
  worth: '115',
};

/** The present terms of a miner, to be changed. */
export const minerFormOf = (miner: MinerRow): MinerForm => ({
  coin: miner.coin,
  priceCoin: miner.price_coin,
  source: miner.source,
  price: miner.price,
  days: String(miner.days),
  daily: miner.daily_output,
  units: String(miner.quota),
  most: String(miner.most_per_client),
  worth: String(miner.most_worth_percent ?? ''),
});

export const minerFigures = ['price', 'days', 'daily', 'units', 'most', 'worth'] as const;
export type MinerField = 'coin' | 'priceCoin' | (typeof minerFigures)[number];

/** The first field that is missing or invalid; the server checks the rest. */
export function faultOfMiner({
  coin,
  priceCoin,
  price,
  days,
  daily,
  units,
  most,
  worth,
}: MinerForm): MinerField | undefined {
  if (coin === '') return 'coin';
  if (priceCoin === '' || priceCoin === coin) return 'priceCoin';
  if (!isPositive(price)) return 'price';
  if (!isWhole(days, 90, MOST_DAYS)) return 'days';
  if (!isPositive(daily)) return 'daily';
  if (!isWhole(units, 1, 1_000_000)) return 'units';
  if (!isWhole(most, 1, 1_000)) return 'most';
  return isWhole(worth, 1, 1_000) ? undefined : 'worth';
}

export const minerBody = ({ coin, priceCoin, source, price, days, daily, units, most, worth }: MinerForm) => ({
  coin,
  price_coin: priceCoin,
  source,
  price,
  days: Number(days),
  daily_output: daily,
  quota: Number(units),
  most_per_client: Number(most),
  most_worth_percent: Number(worth),
});
