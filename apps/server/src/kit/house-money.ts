import { type AssetId, type Core, type OwnerId, systemOwners, type Transfer, type Wallet } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import { KeyedMutex } from './keyed-mutex.ts';

/** The exchange's own accounts that fund others: the fees that clients have paid, and its holdings. */
export type HouseAccount = 'fees' | 'treasury';

const KEY = 'fees';

/**
 * What the exchange's own accounts hold free. The core lets them fall below zero, so whoever moves money out of them
 * compares first, and one at a time.
 */
export class HouseMoney {
  readonly #core: () => Core;
  /** Debits of these accounts are made one at a time. */
  readonly debits = new KeyedMutex();
  #owedFees: (asset: AssetId) => Promise<number> = async () => 0;

  constructor(core: () => Core) {
    this.#core = core;
  }

  /** Sets what of the fees is owed to clients, and therefore not free. */
  owe(owedFees: (asset: AssetId) => Promise<number>): void {
    this.#owedFees = owedFees;
  }

  /** What the account holds and owes to nobody; below zero if it has issued units. */
  async freeUnits(account: HouseAccount, asset: AssetId): Promise<number> {
    const owed = account === 'fees' ? await this.#owedFees(asset) : 0;
    return this.#core().balance(systemOwners[account], 'spot', asset).availableUnits - owed;
  }

  runExclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.debits.runExclusive(KEY, work);
  }
}

interface HouseTransfer {
  readonly asset: AssetId;
  readonly units: number;
  readonly reference: NonNullable<Transfer['reference']>;
}

type Account = readonly [owner: OwnerId, wallet: Wallet];

/** Moves money of the exchange between two of its accounts. */
export const houseTransfer = (
  [from, fromWallet]: Account,
  [to, toWallet]: Account,
  { asset, units, reference }: HouseTransfer,
): Transfer => ({
  kind: 'Transfer',
  by: from,
  purpose: 'house_funding',
  legs: [
    { owner: from, wallet: fromWallet, asset, units: -units as AssetUnits },
    { owner: to, wallet: toWallet, asset, units: units as AssetUnits },
  ],
  reference,
});
