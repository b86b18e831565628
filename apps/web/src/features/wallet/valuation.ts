import { type DecimalText, decimalsOf } from '@vitrine/ui';
import Big from 'big.js';
import type { Answer } from '../../lib/api.ts';

export type SpotEntry = Answer<'GET /api/v3/wallets/spot'>['wallet'][number];
/** Last price and 24 h change of pairs, by pair name. */
export type Prices = ReadonlyMap<string, { readonly close: string; readonly change: string }>;

export type ValuedEntry = {
  readonly entry: SpotEntry;
  /** USDT: the whole balance at the last price. */
  readonly value: DecimalText;
  /** Part of the wallet's total, from 0 to 1; for drawing only. */
  readonly share: number;
};

export type Valuation = {
  readonly entries: readonly ValuedEntry[];
  /** USDT each; total = available + frozen, exactly. */
  readonly available: DecimalText;
  readonly frozen: DecimalText;
  readonly total: DecimalText;
  /** What the same coins were worth 24 hours ago; unknown while a held coin has no live ticker. */
  readonly before: DecimalText | undefined;
};

const QUOTE = 'USDT';
const ZERO = new Big(0);

/** The wallet in USDT at live prices, highest value first; where a price is not live yet, at the server's valuation. */
export function valuation(entries: readonly SpotEntry[], prices: Prices): Valuation {
  const valued = entries.map((entry) => {
    const price = priceOf(entry, prices);
    return { entry, value: price.times(entry.coin_value), frozen: price.times(entry.freeze_value) };
  });
  const total = valued.reduce((sum, { value }) => sum.plus(value), ZERO);
  const frozen = valued.reduce((sum, row) => sum.plus(row.frozen), ZERO);
  return {
    entries: valued
      .toSorted((a, b) => b.value.cmp(a.value) || a.entry.name.localeCompare(b.entry.name))
      .map(({ entry, value }) => ({
        entry,
        value: value.toFixed(),
        share: total.gt(0) ? value.div(total).toNumber() : 0,
      })),
    available: total.minus(frozen).toFixed(),
    frozen: frozen.toFixed(),
    total: total.toFixed(),
    before: dayBefore(entries, prices)?.toFixed(),
  };
}

/** The coins of several wallets as if they lay in one. */
export function merged(wallets: readonly (readonly SpotEntry[])[]): readonly SpotEntry[] {
  const coins = new Map<string, SpotEntry>();
  const sum = (a: DecimalText, b: DecimalText) => {
    const decimals = Math.max(decimalsOf(a), decimalsOf(b));
    return new Big(a).plus(b).toFixed(decimals);
  };
  for (const entry of wallets.flat()) {
    const known = coins.get(entry.name);
    coins.set(entry.name, {
      ...entry,
      coin_value: sum(known?.coin_value ?? '0', entry.coin_value),
      available: sum(known?.available ?? '0', entry.available),
      freeze_value: sum(known?.freeze_value ?? '0', entry.freeze_value),
      usdt_value: sum(known?.usdt_value ?? '0', entry.usdt_value),
    });
  }
  return [...coins.values()];
}

function dayBefore(entries: readonly SpotEntry[], prices: Prices): Big | undefined {
  let sum = ZERO;
  for (const { name, coin_value } of entries) {
    const ticker = name === QUOTE ? { close: '1', change: '0' } : prices.get(name + QUOTE);
    if (ticker) sum = sum.plus(new Big(ticker.close).minus(ticker.change).times(coin_value));
    else if (new Big(coin_value).gt(0)) return undefined;
  }
  return sum;
}

/** An amount of USDT in another currency at a rate in USDT, to eight places. */
export function inCurrency(usdt: DecimalText, rate: DecimalText): DecimalText {
  const price = new Big(rate);
  return price.gt(0) ? new Big(usdt).div(price).round(8, Big.roundDown).toFixed() : '0';
}

function priceOf(entry: SpotEntry, prices: Prices): Big {
  if (entry.name === QUOTE) return new Big(1);
  const live = prices.get(entry.name + QUOTE);
  if (live) return new Big(live.close);
  const balance = new Big(entry.coin_value);
  return balance.gt(0) ? new Big(entry.usdt_value).div(balance) : ZERO;
}
