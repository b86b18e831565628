import type { AssetId, Wallet } from '@vitrine/core';
import { type Price, worth } from '../../projections/books/prices.ts';
import type { OpenBook } from './client-books.ts';

/**
 * The wallets and the coin for which a profit is computed: all wallets if `wallets` is missing, all coins if `asset`
 * is.
 */
export interface Selection {
  readonly wallets?: readonly Wallet[];
  readonly asset?: AssetId;
}

export interface Pricing {
  readonly usdt: AssetId | undefined;
  /** The price at the end of a day. */
  closeOf(asset: AssetId, day: number): Price | undefined;
  nowOf(asset: AssetId): Price | undefined;
  /** The current unrealized profit of all positions in perpetual markets. */
  readonly unrealizedUnits: bigint;
}

/**
 * A client's profit in a period that ends now. Amounts are in units of USDT; opening + in − out + moved + traded +
 * profit = now, exactly. If all coins are selected, and the futures wallet is among the selected wallets, the amounts
 * include the unrealized profit of positions in perpetual markets.
 */
export interface Profit {
  /** Value at 00:00 UTC of the first day. */
  readonly openingUnits: bigint;
  /** The value of deposits, purchases and rewards (`inUnits`), and of withdrawals (`outUnits`). */
  readonly inUnits: bigint;
  readonly outUnits: bigint;
  /**
   * Signed net inflows: from wallets outside the selection (`movedUnits`), and by trades from other coins
   * (`tradedUnits`). Both are zero if everything is selected.
   */
  readonly movedUnits: bigint;
  readonly tradedUnits: bigint;
  readonly profitUnits: bigint;
  readonly nowUnits: bigint;
  /**
   * The base of the percentage: the opening value plus the net inflows of the days on which the net inflow is positive.
   */
  readonly baseUnits: bigint;
  /** Coins that are not in any of these figures, as they had no price when one was needed. */
  readonly leftOut: readonly AssetId[];
  /** The profit since the start of the period, at 00:00 UTC of each day, and now. */
  readonly series: readonly bigint[];
}

/** The profit over the last `days` days, including today. The days of the P&L book must reach back that far. */
export function profitOver(
  book: OpenBook,
  today: number,
  days: number,
  pricing: Pricing,
  selection: Selection,
): Profit {
  const firstDay = today - days + 1;
  const coins = coinsOf(book, firstDay, selection);
  const parts = [...coins].map(([asset, coin]) => ({
    asset,
    figures: figuresOf(asset, coin, { firstDay, today, pricing }),
  }));
  const told = parts.flatMap(({ figures }) => figures ?? []);
  const sum = (pick: (figures: Figures) => bigint, first = 0n) =>
    told.reduce((all, figures) => all + pick(figures), first);
  const unrealized = unrealizedOf(book, { firstDay, today, pricing }, selection);
  const values = Array.from({ length: days + 1 }, (_, index) =>
    sum((figures) => figures.values[index] ?? 0n, unrealized(firstDay - 1 + index)),
  );
  const daily = values.slice(1).map((value, index) => ({ inflow: sum(({ inflows }) => inflows[index] ?? 0n), value }));
  const openingUnits = values[0] ?? 0n;
  const series = [0n];
  let inflow = 0n;
  let baseUnits = openingUnits;
  for (const day of daily) {
    inflow += day.inflow;
    if (day.inflow > 0n) baseUnits += day.inflow;
    series.push(day.value - openingUnits - inflow);
  }
  return {
    openingUnits,
    inUnits: sum((figures) => figures.inUnits),
    outUnits: sum((figures) => figures.outUnits),
    movedUnits: sum((figures) => figures.movedUnits),
    tradedUnits: sum((figures) => figures.tradedUnits),
    profitUnits: series.at(-1) ?? 0n,
    nowUnits: values.at(-1) ?? 0n,
    baseUnits,
    leftOut: parts.filter(({ figures }) => figures === undefined).map(({ asset }) => asset),
    series,
  };
}

/** The unrealized profit in the selected wallets at the end of a day; for today, the current one. */
function unrealizedOf(
  { futures }: OpenBook,
  { today, pricing }: Stretch,
  { wallets, asset }: Selection,
): (day: number) => bigint {
  if (asset !== undefined || wallets?.includes('future') === false) return () => 0n;
  return (day) => (day === today ? pricing.unrealizedUnits : (futures.unrealized.get(day) ?? 0n));
}

/** A coin across the selected wallets: the balance before, and the changes of each day. */
interface CoinDays {
  openingUnits: number;
  readonly days: { day: number; change: number; line: OpenBook['days'][number] }[];
}

function coinsOf(book: OpenBook, firstDay: number, { wallets, asset }: Selection): Map<AssetId, CoinDays> {
  const isSelected = (row: { wallet: Wallet; asset: AssetId }) =>
    (wallets === undefined || wallets.includes(row.wallet)) && (asset === undefined || row.asset === asset);
  const coins = new Map<AssetId, CoinDays>();
  const coinOf = (id: AssetId): CoinDays => {
    const coin = coins.get(id) ?? { openingUnits: 0, days: [] };
    coins.set(id, coin);
    return coin;
  };
  const held = new Map<string, number>();
  for (const row of book.before.filter(isSelected)) {
    held.set(`${row.wallet} ${row.asset}`, row.units);
    coinOf(row.asset).openingUnits += row.units;
  }
  for (const line of book.days.filter(isSelected)) {
    const account = `${line.wallet} ${line.asset}`;
    const change = line.units - (held.get(account) ?? 0);
    held.set(account, line.units);
    const coin = coinOf(line.asset);
    if (line.day < firstDay) coin.openingUnits += change;
    else coin.days.push({ day: line.day, change, line });
  }
  return coins;
}

interface Figures {
  /** The values at the beginning, at the end of each day, and now. */
  readonly values: readonly bigint[];
  readonly inflows: readonly bigint[];
  readonly inUnits: bigint;
  readonly outUnits: bigint;
  readonly movedUnits: bigint;
  readonly tradedUnits: bigint;
}

interface Stretch {
  readonly firstDay: number;
  readonly today: number;
  readonly pricing: Pricing;
}

/** Undefined if a price is missing. */
function figuresOf(asset: AssetId, coin: CoinDays, { firstDay, today, pricing }: Stretch): Figures | undefined {
  if (coin.days.some(({ line }) => !line.priced)) return undefined;
  const changes = new Map<number, { units: number; inflow: bigint }>();
  for (const { day, change, line } of coin.days) {
    const before = changes.get(day) ?? { units: 0, inflow: 0n };
    const inflow = line.inUnits - line.outUnits + line.movedUnits + line.tradedUnits;
    changes.set(day, { units: before.units + change, inflow: before.inflow + inflow });
  }
  const valued = (units: number, priceOf: () => Price | undefined): bigint | undefined => {
    if (units === 0) return 0n;
    if (asset === pricing.usdt) return BigInt(units);
    const price = priceOf();
    return price && worth(units, price);
  };
  let units = coin.openingUnits;
  const values = [valued(units, () => pricing.closeOf(asset, firstDay - 1))];
  const inflows: bigint[] = [];
  for (let day = firstDay; day <= today; day += 1) {
    const change = changes.get(day);
    units += change?.units ?? 0;
    inflows.push(change?.inflow ?? 0n);
    values.push(valued(units, () => (day === today ? pricing.nowOf(asset) : pricing.closeOf(asset, day))));
  }
  if (!values.every((value) => value !== undefined)) return undefined;
  const sum = (pick: (line: OpenBook['days'][number]) => bigint) =>
    coin.days.reduce((all, { line }) => all + pick(line), 0n);
  return {
    values,
    inflows,
    inUnits: sum((line) => line.inUnits),
    outUnits: sum((line) => line.outUnits),
    movedUnits: sum((line) => line.movedUnits),
    tradedUnits: sum((line) => line.tradedUnits),
  };
}

/** Profit as a percentage of the invested amount, truncated to two decimals; zero if nothing was invested. */
export function percentOf(profitUnits: bigint, baseUnits: bigint): string {
  if (baseUnits <= 0n) return '0.00';
  const hundredths = (profitUnits * 10_000n) / baseUnits;
  const size = hundredths < 0n ? -hundredths : hundredths;
  const text = `${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
  return hundredths < 0n ? `-${text}` : text;
}
