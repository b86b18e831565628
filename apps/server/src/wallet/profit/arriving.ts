import type { AssetId } from '@vitrine/core';
import type { BookDay } from '../../projections/books/book.ts';
import { worth } from '../../projections/books/prices.ts';
import type { OpenBook } from './client-books.ts';
import { holdingsNow } from './holdings.ts';
import type { Pricing } from './profit.ts';

/**
 * The P&L book as if deposits awaiting confirmations had arrived today in the spot wallet, at their current value.
 * Balances already include these deposits. If the book did not, it would not match the balances, and the deposits would
 * appear as profit.
 */
export function withArriving(
  book: OpenBook,
  arriving: ReadonlyMap<AssetId, number>,
  today: number,
  pricing: Pricing,
): OpenBook {
  const coins = new Map(book.coins);
  const days = [...book.days];
  for (const [asset, units] of arriving) {
    const price = pricing.nowOf(asset);
    const value = asset === pricing.usdt ? BigInt(units) : price && worth(units, price);
    const coin = coins.get(asset) ?? { units: 0, costUnits: 0n, realisedUnits: 0n, costKnown: true };
    coins.set(asset, {
      ...coin,
      units: coin.units + units,
      costUnits: coin.costUnits + (value ?? 0n),
      costKnown: coin.costKnown && value !== undefined,
    });
    const index = days.findIndex((day) => day.wallet === 'spot' && day.asset === asset && day.day === today);
    const day = days[index] ?? dayWithoutChange(book, asset, today);
    const changed = { ...day, units: day.units + units, inUnits: day.inUnits + (value ?? 0n) };
    days.splice(index < 0 ? days.length : index, 1, { ...changed, priced: day.priced && value !== undefined });
  }
  return { ...book, coins, days };
}

function dayWithoutChange(book: OpenBook, asset: AssetId, day: number): BookDay {
  const held = holdingsNow(book).find((holding) => holding.wallet === 'spot' && holding.asset === asset);
  const none = { inUnits: 0n, outUnits: 0n, movedUnits: 0n, tradedUnits: 0n, priced: true };
  return { wallet: 'spot', asset, day, units: held?.units ?? 0, ...none };
}
