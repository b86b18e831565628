import {
  type MarketFault,
  type MarketForm,
  type MarketUnits,
  marketUnits,
  slippageOfPercent,
  trimZeros,
} from '@vitrine/money';
import { decimalsOf, settledAmount } from '@vitrine/ui';
import type { ListedCoin, ListedMarket } from './listing.ts';

export type RulesField = keyof MarketForm | 'maximumSlippagePercent';

/** The rules of a market and its default slippage, exactly as typed. */
export type RulesDraft = Readonly<Record<RulesField, string>>;

/** The two coins of a market, with their decimals in the ledger. */
export interface Pair {
  readonly base: { readonly coin: string; readonly scale: number };
  readonly quote: { readonly coin: string; readonly scale: number };
}

/**
 * An invalid field. The reasons are those of the check that browser and server share, and two for limits that this
 * check does not cover: `rate_range` for the default slippage, `orders_range` for the number of open orders.
 */
export interface RulesFault extends Omit<MarketFault, 'field' | 'reason'> {
  readonly field: RulesField;
  readonly reason: MarketFault['reason'] | 'orders_range' | 'rate_range';
  /** The maximum that the field exceeds. */
  readonly most?: string;
}

export interface CheckedRules {
  /** Empty fields, in the order of the form. */
  readonly missing: readonly RulesField[];
  readonly faults: readonly RulesFault[];
  readonly kind: MarketKind;
  /** Undefined unless every field is filled in and correct. */
  readonly units: MarketUnits | undefined;
}

const rulesFields = [
  'tick',
  'lot',
  'minimumAmount',
  'maximumAmount',
  'minimumTotal',
  'maximumTotal',
  'referencePrice',
  'bandPercent',
  'maximumSlippagePercent',
  'maximumOpenOrders',
] as const satisfies readonly RulesField[];

export type MarketKind = 'spot' | 'perpetual';

/** The maximum number of open orders per client that a market may allow. */
export const MOST_OPEN_ORDERS = { spot: 10_000, perpetual: 200 } as const;

export const emptyRules: RulesDraft = {
  tick: '',
  lot: '',
  minimumAmount: '',
  maximumAmount: '',
  minimumTotal: '',
  maximumTotal: '',
  referencePrice: '',
  bandPercent: '10',
  maximumSlippagePercent: '',
  maximumOpenOrders: '200',
};

export const draftOf = (market: ListedMarket): RulesDraft => ({
  tick: market.tick,
  lot: market.lot,
  minimumAmount: market.minimum_amount,
  maximumAmount: market.maximum_amount,
  minimumTotal: market.minimum_total,
  maximumTotal: market.maximum_total,
  referencePrice: market.reference_price,
  bandPercent: market.band_percent,
  maximumSlippagePercent: market.max_slippage_percent,
  maximumOpenOrders: String(market.maximum_open_orders),
});

/** The limits and the default slippage in the form that the server expects. */
export const limitsBody = (draft: RulesDraft) => ({
  minimum_amount: plain(draft.minimumAmount),
  maximum_amount: plain(draft.maximumAmount),
  minimum_total: plain(draft.minimumTotal),
  maximum_total: plain(draft.maximumTotal),
  band_percent: plain(draft.bandPercent),
  max_slippage_percent: plain(draft.maximumSlippagePercent),
  maximum_open_orders: Number(draft.maximumOpenOrders),
});

/** The rules of a new market in the form that the server expects. */
export const rulesBody = (draft: RulesDraft) => ({
  tick: plain(draft.tick),
  lot: plain(draft.lot),
  ...limitsBody(draft),
  reference_price: plain(draft.referencePrice),
});

/** Whether the draft contains the limits and the slippage that the market already has. */
export const isUnchanged = (draft: RulesDraft, market: ListedMarket): boolean =>
  JSON.stringify(limitsBody(draft)) === JSON.stringify(limitsBody(draftOf(market)));

/** Checks what is typed so far: a field that is still empty is missing, not wrong. */
export function checkRules(draft: RulesDraft, { base, quote }: Pair, kind: MarketKind = 'spot'): CheckedRules {
  const missing = rulesFields.filter((field) => settledAmount(draft[field]) === '');
  const form = formOf(draft);
  const read = marketUnits(form, { base: base.scale, quote: quote.scale });
  const found = 'faults' in read ? read.faults : [];
  const faults: RulesFault[] = found.filter(({ field }) => !missing.includes(field));
  const most = MOST_OPEN_ORDERS[kind];
  if (form.maximumOpenOrders > most)
    faults.push({ field: 'maximumOpenOrders', reason: 'orders_range', most: String(most) });
  const slippage = plain(draft.maximumSlippagePercent);
  if (slippage !== '' && slippageOfPercent(slippage) === undefined)
    faults.push({ field: 'maximumSlippagePercent', reason: 'rate_range' });
  const isFine = missing.length === 0 && faults.length === 0;
  return { missing, faults, kind, units: isFine && 'units' in read ? read.units : undefined };
}

const formOf = (draft: RulesDraft): MarketForm => ({
  ...(Object.fromEntries(rulesFields.map((field) => [field, plain(draft[field])])) as unknown as MarketForm),
  maximumOpenOrders: Number(draft.maximumOpenOrders),
});

/** A decimal string without a bare leading or trailing point, and without trailing zeros: '1.50' becomes '1.5'. */
export const plain = (text: string): string => trimZeros(settledAmount(text));

/** a × b exactly, as a decimal string. */
export function timesText(a: string, b: string): string {
  const scale = decimalsOf(a) + decimalsOf(b);
  const digits = String(BigInt(a.replace('.', '')) * BigInt(b.replace('.', ''))).padStart(scale + 1, '0');
  return scale === 0 ? digits : trimZeros(`${digits.slice(0, -scale)}.${digits.slice(-scale)}`);
}

/** One unit in a text's last decimal place, used as the step of the arrow keys: 0.01 for 3.15, 1 for 20. */
export const lastPlace = (text: string): string => {
  const decimals = decimalsOf(text);
  return decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`;
};

/** The coins of a new market; the base is empty until it is chosen. */
export interface PairChoice {
  readonly base: string;
  readonly quote: 'USDT';
}

/** Undefined until both coins are chosen and listed. */
export function pairOf(
  choice: { readonly base: string; readonly quote: string },
  coins: readonly ListedCoin[],
): Pair | undefined {
  const base = coins.find(({ coin }) => coin === choice.base);
  const quote = coins.find(({ coin }) => coin === choice.quote);
  return base && quote && { base, quote };
}

/** The coins of a listed market. */
export function knownPair(market: ListedMarket, coins: readonly ListedCoin[]): Pair {
  const pair = pairOf(market, coins);
  if (pair === undefined) throw new Error(`the list of coins lacks a coin of market ${market.name}`);
  return pair;
}

/** Until both coins are chosen, only empty fields can be detected. */
export const unchecked = (draft: RulesDraft, kind: MarketKind = 'spot'): CheckedRules => ({
  missing: rulesFields.filter((field) => draft[field] === ''),
  faults: [],
  kind,
  units: undefined,
});

export function choiceFault(
  { base, quote }: PairChoice,
  markets: readonly ListedMarket[],
  kind: MarketKind = 'spot',
): 'same_coin' | 'listed_already' | undefined {
  if (base === '') return undefined;
  if (base === quote) return 'same_coin';
  const wanted = marketName({ base, quote }, kind);
  const isListed = markets.some(({ name, status }) => name === wanted && status !== 'delisted');
  return isListed ? 'listed_already' : undefined;
}

export const marketName = ({ base, quote }: PairChoice, kind: MarketKind): string =>
  kind === 'spot' ? `${base}${quote}` : `${base}-${quote}-PERP`;
