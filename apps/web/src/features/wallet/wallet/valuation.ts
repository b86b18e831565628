import type { DecimalText } from '@vitrine/ui';
import Big from 'big.js';
import type { CallResponse } from '../../../lib/api.ts';

export type SpotEntry = CallResponse<'GET /api/v3/wallets/spot'>['wallet'][number];
/** 24 h change of pairs, by pair name. */
export type Changes = ReadonlyMap<string, { readonly change: string }>;

export type Valuation = {
  /** Highest value first. */
  readonly entries: readonly SpotEntry[];
  /** `available`, `frozen` and `total` are in USDT; total = available + frozen, exactly. */
  readonly available: DecimalText;
  readonly frozen: DecimalText;
  readonly total: DecimalText;
};

const QUOTE = 'USDT';
const ZERO = new Big(0);
/** The decimals of USDT. */
const DECIMALS = 6;

/** The value of the wallet in USDT, at the server's prices of a single moment. */
export function valuation(entries: readonly SpotEntry[]): Valuation {
  const total = entries.reduce((sum, { usdt_value }) => sum.plus(usdt_value), ZERO);
  const frozen = entries.reduce((sum, entry) => sum.plus(frozenValue(entry)), ZERO).round(DECIMALS, Big.roundDown);
  return {
    entries: entries.toSorted((a, b) => new Big(b.usdt_value).cmp(a.usdt_value) || a.name.localeCompare(b.name)),
    available: total.minus(frozen).toFixed(),
    frozen: frozen.toFixed(),
    total: total.toFixed(),
  };
}

function frozenValue({ coin_value, freeze_value, usdt_value }: SpotEntry): Big {
  const balance = new Big(coin_value);
  return balance.gt(0) ? new Big(usdt_value).times(freeze_value).div(balance) : ZERO;
}

/** The value of the same coins 24 hours ago; undefined while a held coin has no live ticker. */
export function dayBefore({ entries, total }: Valuation, changes: Changes): DecimalText | undefined {
  let before = new Big(total);
  for (const { name, coin_value } of entries) {
    if (name === QUOTE || !new Big(coin_value).gt(0)) continue;
    const ticker = changes.get(name + QUOTE);
    if (ticker === undefined) return undefined;
    before = before.minus(new Big(ticker.change).times(coin_value));
  }
  return before.toFixed();
}

/**
 * Converts an amount of USDT to another currency, whose rate is in USDT; rounded down to eight decimal places; 0
 * without a rate.
 */
export function inCurrency(usdt: DecimalText, rate: DecimalText): DecimalText {
  const price = new Big(rate);
  return price.gt(0) ? new Big(usdt).div(price).round(8, Big.roundDown).toFixed() : '0';
}
