import type { AssetId } from '@vitrine/core';
import { formatDecimal } from '@vitrine/money';
import { worth } from '../../projections/books/prices.ts';
import { percentOf } from '../../wallet/profit/profit.ts';
import type { Handler } from '../services.ts';
import { signedText, usdtText } from './figures.ts';
import { codesOf, type PricedBook, pricedBook, profitOf } from './profits.ts';

const MOST = 10;

export const topAssets: Handler<'topAssets'> = async ({ services, session }) => {
  const priced = await pricedBook(services, session, 1);
  const held = [...priced.book.coins].filter(([, { units }]) => units > 0);
  const valued = held
    .flatMap(([asset, coin]) => {
      const value = valueNow(priced, asset);
      return value === undefined ? [] : [{ asset, coin, value }];
    })
    .sort((a, b) => (a.value === b.value ? a.asset - b.asset : a.value < b.value ? 1 : -1));
  const total = valued.reduce((sum, { value }) => sum + value, 0n);
  const [usdt, signed] = [usdtText(services), signedText(services)];
  return {
    assets: valued.slice(0, MOST).map(({ asset, coin, value }) => {
      const { code, scale } = services.instruments.asset(asset);
      const { fullName, image } = services.coins.byCode(code);
      const today = profitOf(priced, 1, { asset });
      return {
        name: code,
        full_name: fullName,
        image,
        coin_value: formatDecimal(coin.units, scale),
        usdt_value: usdt(value),
        share_percent: percentOf(value, total),
        profit_today: signed(today.profitUnits),
        percentage_today: percentOf(today.profitUnits, today.baseUnits),
        unrealised: signed(value - coin.costUnits),
        unrealised_percentage: percentOf(value - coin.costUnits, coin.costUnits),
      };
    }),
    left_out: codesOf(
      services,
      held.map(([asset]) => asset).filter((asset) => valueNow(priced, asset) === undefined),
    ),
    position: priced.book.position,
  };
};

/** The value of the client's balance of a coin at its display price; undefined if it has no price. */
export function valueNow({ book, pricing }: PricedBook, asset: AssetId): bigint | undefined {
  const units = book.coins.get(asset)?.units ?? 0;
  if (asset === book.usdt) return BigInt(units);
  const price = pricing.nowOf(asset);
  return price && worth(units, price);
}
