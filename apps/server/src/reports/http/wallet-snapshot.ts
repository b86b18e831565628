import type { AssetId, OwnerId, Wallet } from '@vitrine/core';
import { type AssetUnits, formatDecimal } from '@vitrine/money';
import { displayRates } from '../../wallet/http/display-price.ts';
import { valueUnits } from '../../wallet/http/valuation.ts';
import { holdingsNow } from '../../wallet/profit/holdings.ts';
import { percentOf } from '../../wallet/profit/profit.ts';
import type { Handler, Services } from '../services.ts';
import { signedText, usdtText } from './figures.ts';
import { codesOf, PERIODS, type PricedBook, periodOnWire, pricedBook, profitOf } from './profits.ts';

/** A coin across all of a client's wallets. */
interface HeldCoin {
  readonly asset: AssetId;
  readonly units: number;
  readonly frozenUnits: number;
  readonly value: bigint;
  readonly frozenValue: bigint;
}

export const walletSnapshot: Handler<'walletSnapshot'> = async ({ services, session }) => {
  const priced = await pricedBook(services, session);
  // No await from here on, so that all figures refer to the same moment.
  const coins = heldCoins(services, session.owner, priced);
  const [usdt, signed] = [usdtText(services), signedText(services)];
  const owned = sumOf(coins, ({ value }) => value);
  const unrealized = priced.pricing.unrealizedUnits;
  const frozen = sumOf(coins, ({ frozenValue }) => frozenValue);
  const today = profitOf(priced, 1);
  return {
    total: signed(owned + unrealized),
    available: usdt(owned - frozen),
    frozen: usdt(frozen),
    margin: usdt(marginOf(services, session.owner)),
    unrealized: signed(unrealized),
    wallets: walletTotals(services, priced, owned).map(([wallet, value]) => ({ wallet, total: signed(value) })),
    profit_today: signed(today.profitUnits),
    percentage_today: percentOf(today.profitUnits, today.baseUnits),
    coins: coins.map((coin) => coinOnWire(services, priced, coin, owned)),
    periods: PERIODS.map((days) => periodOnWire(services, priced, days, profitOf(priced, days))),
    left_out: codesOf(services, today.leftOut),
    rates: displayRates(services),
    position: priced.book.position,
    as_of: services.clock(),
  };
};

/** The coins that the client has in any wallet, most valuable first. */
function heldCoins(services: Services, owner: OwnerId, { book, arriving }: PricedBook): readonly HeldCoin[] {
  const frozen = new Map<AssetId, number>(arriving);
  for (const { asset, heldUnits } of services.core.balances(owner))
    frozen.set(asset, (frozen.get(asset) ?? 0) + heldUnits);
  return [...book.coins]
    .filter(([, { units }]) => units > 0)
    .map(([asset, { units }]) => {
      const view = services.instruments.asset(asset);
      const frozenUnits = Math.min(units, frozen.get(asset) ?? 0);
      const value = valueUnits(services, view, units);
      return { asset, units, frozenUnits, value, frozenValue: valueUnits(services, view, frozenUnits) };
    })
    .sort((a, b) => (a.value === b.value ? a.asset - b.asset : a.value < b.value ? 1 : -1));
}

/** The part of the client's balances that is held as margin for positions. */
const marginOf = ({ core }: Services, owner: OwnerId): bigint =>
  sumOf(core.positions(owner), ({ marginUnits }) => BigInt(marginUnits));

/**
 * The value of each wallet, rounded down; the spot wallet gets the remainder, so that the wallets sum to the total. The
 * futures wallet's value includes the unrealized profit of positions.
 */
function walletTotals(
  services: Services,
  { book, pricing }: PricedBook,
  owned: bigint,
): readonly (readonly [Wallet, bigint])[] {
  const beside = (['funding', 'future', 'earn'] as const).map((wallet) => {
    const held = holdingsNow(book).filter((holding) => holding.wallet === wallet);
    return [
      wallet,
      sumOf(held, ({ asset, units }) => valueUnits(services, services.instruments.asset(asset), units)),
    ] as const;
  });
  const spot = owned - sumOf(beside, ([, value]) => value);
  return [
    ['spot', spot],
    ...beside.map(
      ([wallet, value]) => [wallet, wallet === 'future' ? value + pricing.unrealizedUnits : value] as const,
    ),
  ];
}

function coinOnWire(services: Services, priced: PricedBook, coin: HeldCoin, owned: bigint) {
  const { code, scale } = services.instruments.asset(coin.asset);
  const { fullName, image } = services.coins.byCode(code);
  const [usdt, signed] = [usdtText(services), signedText(services)];
  const amount = (units: number) => formatDecimal(units as AssetUnits, scale);
  const today = profitOf(priced, 1, { asset: coin.asset });
  const unrealised = coin.value - (priced.book.coins.get(coin.asset)?.costUnits ?? 0n);
  return {
    name: code,
    full_name: fullName,
    image,
    balance: amount(coin.units),
    available: amount(coin.units - coin.frozenUnits),
    frozen: amount(coin.frozenUnits),
    usdt_value: usdt(coin.value),
    share_percent: percentOf(coin.value, owned),
    profit_today: signed(today.profitUnits),
    percentage_today: percentOf(today.profitUnits, today.baseUnits),
    unrealised: signed(unrealised),
    unrealised_percentage: percentOf(unrealised, coin.value - unrealised),
  };
}

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => bigint): bigint =>
  items.reduce((sum, item) => sum + of(item), 0n);
