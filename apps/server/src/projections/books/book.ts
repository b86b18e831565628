import type { AssetId, Wallet } from '@vitrine/core';
import type { Entry, PostingEntry, TradeEntry } from './entries.ts';
import { FuturesBook } from './futures-book.ts';
import { dayOf, type Moment, type WorthAt } from './prices.ts';

/** A coin across all wallets of a client, at average cost. Values are in units of USDT. */
export interface CoinBook {
  units: number;
  /** The cost of the units that the client holds. */
  costUnits: bigint;
  /** Realized profit: gains on units sold or sent out, plus income (interest and the results of perpetual positions). */
  realisedUnits: bigint;
  /** False if some of the units arrived while no price was available; `costUnits` is then too low. */
  costKnown: boolean;
}

/** The changes to one account on one day. */
export interface BookDay {
  readonly wallet: Wallet;
  readonly asset: AssetId;
  readonly day: number;
  /** The account's balance after its last change on this day. */
  units: number;
  inUnits: bigint;
  outUnits: bigint;
  /** Signed: net transfers with the client's other wallets. */
  movedUnits: bigint;
  /** Signed: net change by trades. */
  tradedUnits: bigint;
  priced: boolean;
}

/** A client's trading volume on one day, in units of the quote asset: buys and sells in spot and perpetual markets. */
export interface DayVolume {
  readonly day: number;
  quoteUnits: number;
}

/** Causes whose changes count as profit or loss, and not as an inflow or outflow. */
const INCOME: ReadonlySet<string> = new Set([
  'interest',
  'rental',
  'futures_profit',
  'funding',
  'fee',
  'liquidation_fee',
]);

/**
 * A client's P&L book: what arrived, what left, and its value at that moment, folded from the ledger's entries in
 * order. Trades and conversions exchange one asset for another at the price paid. Deposits, withdrawals, purchases, rewards and
 * corrections are valued at the price of the moment. Interest is income, and so are the gains and losses of positions
 * in perpetual markets, and what a rental yields; what it costs is a loss.
 */
export class Book {
  readonly coins: Map<AssetId, CoinBook>;
  /** By account, the newest day with a change. */
  readonly #accounts: Map<string, BookDay>;
  /** Positions in perpetual markets. */
  readonly futures: FuturesBook;
  /** The volume of the newest day with a trade. */
  #volume: DayVolume | undefined;
  /** What the first entry of a conversion without an order was worth, with its log position. */
  #converted: { readonly position: number; readonly value: bigint | undefined } | undefined;
  /** The coins whose balance is below zero, each with the log position of the command that made it negative. */
  readonly #overdrawn = new Map<AssetId, number>();
  /** The coins, days and volumes that have changed since the P&L book was created or stored. */
  readonly changedCoins = new Set<AssetId>();
  readonly changedDays = new Set<BookDay>();
  readonly changedVolumes = new Set<DayVolume>();

  /** Resumes from stored data: coins, the newest day of each account, the newest day with a trade, positions. */
  constructor(
    coins = new Map<AssetId, CoinBook>(),
    newestDays: readonly BookDay[] = [],
    volume?: DayVolume,
    futures = new FuturesBook(),
  ) {
    this.coins = coins;
    for (const [asset, { units }] of coins) if (units < 0) this.#overdrawn.set(asset, -1);
    this.#accounts = new Map(newestDays.map((day) => [accountOf(day), day]));
    this.#volume = volume;
    this.futures = futures;
  }

  /** Call this once all changes so far have been written to the tables. */
  stored(): void {
    this.changedCoins.clear();
    this.changedDays.clear();
    this.changedVolumes.clear();
    this.futures.stored();
  }

  /** Applies an entry. Throws if an earlier command left a coin below zero. */
  fold(entry: Entry, worthAt: WorthAt): void {
    this.#assertCovered(entry.position);
    if (entry.kind === 'trade') this.#trade(entry);
    else if (entry.kind === 'posting') this.#post(entry, worthAt);
    else {
      this.futures.change(entry);
      if (entry.tradedUnits > 0) this.#addVolume(dayOf(entry.timeMs), entry.tradedUnits);
    }
  }

  #trade({ timeMs, base, quote, side, baseUnits, notionalUnits, feeUnits }: TradeEntry): void {
    const isBuy = side === 'buy';
    this.#addVolume(dayOf(timeMs), notionalUnits);
    const paid = isBuy ? notionalUnits + feeUnits : feeUnits - notionalUnits;
    const gained = isBuy ? baseUnits : -baseUnits;
    const value = BigInt(Math.abs(paid));
    // Both legs are valued at the price paid, fee included.
    for (const [asset, units] of [
      [base, gained],
      [quote, -paid],
    ] as const) {
      this.#change('spot', asset, timeMs, units).tradedUnits += units < 0 ? -value : value;
      this.#revalue(asset, units, value);
    }
  }

  #post(entry: PostingEntry, worthAt: WorthAt): void {
    const { wallet, asset, timeMs, cause, units, position } = entry;
    const day = this.#change(wallet, asset, timeMs, units);
    const size = worthAt({ asset, timeMs }, Math.abs(units));
    if (wallet === 'future') this.futures.pay(timeMs, cause, units);
    if (cause === 'convert') {
      this.#convert(entry, day, size);
      return;
    }
    if (INCOME.has(cause)) {
      const coin = this.#coin(asset);
      if (units < 0 && coin.units < -units) this.#overdraw(asset, units, size, position);
      else this.#revalue(asset, units, size);
      if (size !== undefined) coin.realisedUnits += units < 0 ? -size : size;
      return;
    }
    if (size === undefined) day.priced = false;
    if (cause === 'between_wallets') {
      day.movedUnits += (units < 0 ? -1n : 1n) * (size ?? 0n);
      return;
    }
    if (units < 0) day.outUnits += size ?? 0n;
    else day.inUnits += size ?? 0n;
    this.#revalue(asset, units, size);
  }

  /**
   * A conversion at a fixed price, as of a dual investment: two entries of one command, of which the first is in USDT.
   * Like a trade's, both legs are valued at the price paid.
   */
  #convert({ asset, units, position }: PostingEntry, day: BookDay, size: bigint | undefined): void {
    const value = this.#converted?.position === position ? this.#converted.value : size;
    this.#converted = { position, value };
    if (value === undefined) day.priced = false;
    day.tradedUnits += (units < 0 ? -1n : 1n) * (value ?? 0n);
    this.#revalue(asset, units, value);
  }

  /**
   * Throws if a coin is below zero because of an earlier command. Between two entries of the same command, a coin may
   * be below zero, for example when funding exceeds the margin: the command's payments come before the profit that
   * covers them.
   */
  #assertCovered(position: number): void {
    for (const [asset, since] of this.#overdrawn)
      if (since !== position) throw new Error(`More of asset ${asset} was debited than credited`);
  }

  /**
   * Books a payment that exceeds the balance. The shortfall becomes a negative balance with a negative cost, its
   * current value, until income of the same command covers it.
   */
  #overdraw(asset: AssetId, units: number, value: bigint | undefined, position: number): void {
    const coin = this.#coin(asset);
    const owedUnits = -units - Math.max(0, coin.units);
    const owed = ((value ?? 0n) * BigInt(owedUnits)) / BigInt(-units);
    const released = coin.units > 0 ? coin.costUnits : 0n;
    coin.costUnits -= released + owed;
    coin.realisedUnits += (value ?? released) - released - owed;
    coin.units += units;
    this.#overdrawn.set(asset, position);
  }

  /**
   * Adds the value of arriving units to the coin's cost, or removes the average cost of leaving units and realizes the
   * difference between their value and that cost.
   */
  #revalue(asset: AssetId, units: number, value: bigint | undefined): void {
    const coin = this.#coin(asset);
    if (units > 0) {
      coin.costUnits += value ?? 0n;
      if (value === undefined) coin.costKnown = false;
    } else if (units < 0) {
      if (coin.units < -units) throw new Error(`More of asset ${asset} was debited than credited`);
      const released = (coin.costUnits * BigInt(-units)) / BigInt(coin.units);
      coin.costUnits -= released;
      // If there is no price, units that leave are realized at cost.
      coin.realisedUnits += (value ?? released) - released;
    }
    coin.units += units;
    if (coin.units >= 0) this.#overdrawn.delete(asset);
    if (coin.units === 0) coin.costKnown = true;
  }

  #coin(asset: AssetId): CoinBook {
    let coin = this.coins.get(asset);
    if (coin === undefined) {
      coin = { units: 0, costUnits: 0n, realisedUnits: 0n, costKnown: true };
      this.coins.set(asset, coin);
    }
    this.changedCoins.add(asset);
    return coin;
  }

  /**
   * The account's line for the day of this time. The log's time never goes back, so this is the account's newest day or
   * a later one.
   */
  #change(wallet: Wallet, asset: AssetId, timeMs: number, units: number): BookDay {
    const account = accountOf({ wallet, asset });
    const day = dayOf(timeMs);
    let line = this.#accounts.get(account);
    if (line?.day !== day) {
      const nothing = { inUnits: 0n, outUnits: 0n, movedUnits: 0n, tradedUnits: 0n, priced: true };
      line = { wallet, asset, day, units: line?.units ?? 0, ...nothing };
      this.#accounts.set(account, line);
    }
    line.units += units;
    this.changedDays.add(line);
    return line;
  }

  #addVolume(day: number, quoteUnits: number): void {
    if (this.#volume?.day !== day) this.#volume = { day, quoteUnits: 0 };
    this.#volume.quoteUnits += quoteUnits;
    this.changedVolumes.add(this.#volume);
  }
}

export const accountOf = ({ wallet, asset }: Pick<BookDay, 'wallet' | 'asset'>): string => `${wallet} ${asset}`;

/** The moments whose prices are needed to fold these entries. */
export const momentsOf = (entries: readonly Entry[]): Moment[] =>
  entries.flatMap((entry) => (entry.kind === 'posting' ? [{ asset: entry.asset, timeMs: entry.timeMs }] : []));
