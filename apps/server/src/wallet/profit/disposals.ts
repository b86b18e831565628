import type { AssetId } from '@vitrine/core';
import type { Entry, TradeEntry } from '../../projections/books/entries.ts';
import type { WorthAt } from '../../projections/books/prices.ts';

/** An amount of a coin that was sold, matched with the lot it came from. Values are units of USDT. */
export interface Disposal {
  readonly asset: AssetId;
  readonly units: number;
  readonly acquiredMs: number;
  readonly disposedMs: number;
  /** The proceeds, less the fee. */
  readonly proceedsUnits: bigint;
  /** The cost of this amount, fee included. */
  readonly costUnits: bigint;
  /** False if the cost is unknown because the coin had no price when the lot arrived. */
  readonly isPriced: boolean;
  /** The disposal's position in the ledger. */
  readonly position: number;
  readonly line: number;
}

interface Lot {
  units: number;
  costUnits: bigint;
  readonly acquiredMs: number;
  readonly isPriced: boolean;
}

/**
 * Lots of one coin, oldest first. Exhausted lots stay at the front until there are many of them and they are the
 * majority.
 */
class Lots {
  #lots: Lot[] = [];
  #first = 0;

  add(lot: Lot): void {
    this.#lots.push(lot);
  }

  /**
   * Takes units from the oldest lots, as the generator is consumed; it must be consumed completely. If only part of a
   * lot is taken, the cost of that part is rounded down, and the lot retains the rest of its cost.
   */
  *take(units: number): Generator<Lot, void, void> {
    for (let left = units; left > 0; ) {
      const lot = this.#lots[this.#first];
      if (lot === undefined)
        throw new Error(`a disposal of ${units} units of a coin exceeds the received units by ${left}`);
      const part = Math.min(left, lot.units);
      const costUnits = part === lot.units ? lot.costUnits : (lot.costUnits * BigInt(part)) / BigInt(lot.units);
      const taken = { ...lot, units: part, costUnits };
      lot.units -= part;
      lot.costUnits -= costUnits;
      left -= part;
      if (lot.units === 0) this.#first += 1;
      yield taken;
    }
    this.#forgetUsed();
  }

  #forgetUsed(): void {
    if (this.#first < 1_000 || this.#first < this.#lots.length / 2) return;
    this.#lots = this.#lots.slice(this.#first);
    this.#first = 0;
  }
}

/**
 * FIFO cost basis, across all wallets of a client. The cost of bought coins is the price paid plus the fee; the cost of
 * deposits, rewards, interest and what rentals yield is their value on arrival. A sale is a disposal, and so is a conversion, which sells
 * for USDT. Withdrawals remove the oldest lots without a gain, as the client still owns them elsewhere. USDT is the
 * unit of account, and has no lots.
 */
export class FirstInFirstOut {
  readonly #usdt: AssetId | undefined;
  readonly #lots = new Map<AssetId, Lots>();

  constructor(usdt: AssetId | undefined) {
    this.#usdt = usdt;
  }

  /**
   * Applies an entry, and yields its disposals as they are computed. Consume all of them before applying the next
   * entry.
   */
  *fold(entry: Entry, worthAt: WorthAt): Generator<Disposal, void, void> {
    const { timeMs } = entry;
    if (entry.kind === 'trade') {
      const { base, baseUnits, notionalUnits, feeUnits } = entry;
      if (entry.side === 'sell') yield* this.#dispose(entry, BigInt(notionalUnits - feeUnits));
      else this.#acquire(entry, base, baseUnits, BigInt(notionalUnits + feeUnits));
      return;
    }
    // Positions are not coins: their results are in USDT.
    if (entry.kind === 'position') return;
    const { asset, cause, units } = entry;
    if (asset === this.#usdt || cause === 'between_wallets') return;
    if (units > 0) this.#acquire(entry, asset, units, worthAt({ asset, timeMs }, units));
    else Array.from(this.#of(asset).take(-units));
  }

  #acquire({ timeMs }: Entry, asset: AssetId, units: number, value: bigint | undefined): void {
    if (asset === this.#usdt || units === 0) return;
    this.#of(asset).add({ units, costUnits: value ?? 0n, acquiredMs: timeMs, isPriced: value !== undefined });
  }

  *#dispose(entry: TradeEntry, proceeds: bigint): Generator<Disposal, void, void> {
    const { base: asset, baseUnits } = entry;
    let leftUnits = baseUnits;
    let left = proceeds;
    for (const lot of this.#of(asset).take(baseUnits)) {
      // The last part gets the rounding remainder, so that the parts add up to the proceeds.
      const proceedsUnits = (left * BigInt(lot.units)) / BigInt(leftUnits);
      leftUnits -= lot.units;
      left -= proceedsUnits;
      yield {
        asset,
        units: lot.units,
        acquiredMs: lot.acquiredMs,
        disposedMs: entry.timeMs,
        proceedsUnits,
        costUnits: lot.costUnits,
        isPriced: lot.isPriced,
        position: entry.position,
        line: entry.line,
      };
    }
  }

  #of(asset: AssetId): Lots {
    let lots = this.#lots.get(asset);
    if (lots === undefined) {
      lots = new Lots();
      this.#lots.set(asset, lots);
    }
    return lots;
  }
}
