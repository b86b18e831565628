import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { BlockRef, ChainFamily } from '../chain.ts';

export interface SimulatedOutput {
  readonly coin: string;
  readonly to: string;
  /** As decimal strings, so that blocks can be stored as JSON. */
  readonly amount: string;
}

/** A transaction on a simulated network. Transactions by outsiders have no nonce and pay no fee. */
export interface SimulatedTransaction {
  readonly txid: string;
  readonly from: string;
  /** The nonce of its sender's account; undefined for a transaction by an outsider. */
  readonly nonce?: number;
  readonly outputs: readonly SimulatedOutput[];
  /** In the network's native coin; paid even if the transaction fails. */
  readonly fee: string;
  readonly succeeded: boolean;
}

export interface SimulatedBlock extends BlockRef {
  readonly parentHash: string;
  readonly timeMs: number;
  readonly transactions: readonly SimulatedTransaction[];
}

/** Balances and transaction counts of accounts at some block. */
export interface SimulatedAccounts {
  /** Decimal strings, keyed by address, then by coin. */
  readonly balances: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly nonces: Readonly<Record<string, number>>;
}

export const blockHash = (
  family: ChainFamily,
  parentHash: string,
  height: number,
  timeMs: number,
  salt: string,
  txids: readonly string[],
) =>
  `${family === 'evm' ? '0x' : ''}${bytesToHex(sha256(utf8ToBytes([parentHash, height, timeMs, salt, ...txids].join('\n'))))}`;

/** Balances and nonces, to which blocks are applied and from which they are rolled back. */
export class Accounts {
  readonly #balances = new Map<string, Map<string, bigint>>();
  readonly #nonces = new Map<string, number>();
  readonly #nativeCoin: string;

  constructor(nativeCoin: string, from: SimulatedAccounts) {
    this.#nativeCoin = nativeCoin;
    for (const [address, coins] of Object.entries(from.balances))
      this.#balances.set(address, new Map(Object.entries(coins).map(([coin, amount]) => [coin, BigInt(amount)])));
    for (const [address, nonce] of Object.entries(from.nonces)) this.#nonces.set(address, nonce);
  }

  balance(address: string, coin: string): bigint {
    return this.#balances.get(address)?.get(coin) ?? 0n;
  }

  nonce(address: string): number {
    return this.#nonces.get(address) ?? 0;
  }

  /**
   * Whether a block may include the transaction now: its nonce is the sender's next one, and the sender can pay its
   * amounts and fee. Always true for a transaction by an outsider.
   */
  takes(transaction: SimulatedTransaction): boolean {
    const { from, nonce } = transaction;
    return nonce === undefined || (nonce === this.nonce(from) && this.pays(transaction));
  }

  /** Whether the sender can pay the amounts and the fee. */
  pays({ from, outputs, fee }: SimulatedTransaction): boolean {
    const needs = new Map([[this.#nativeCoin, BigInt(fee)]]);
    for (const { coin, amount } of outputs) needs.set(coin, (needs.get(coin) ?? 0n) + BigInt(amount));
    return [...needs].every(([coin, amount]) => this.balance(from, coin) >= amount);
  }

  put(transaction: SimulatedTransaction): void {
    this.#move(transaction, 1n);
  }

  takeOff(transaction: SimulatedTransaction): void {
    this.#move(transaction, -1n);
  }

  #move({ from, nonce, outputs, fee, succeeded }: SimulatedTransaction, sign: bigint): void {
    if (nonce !== undefined) {
      this.#nonces.set(from, this.nonce(from) + Number(sign));
      this.#add(from, this.#nativeCoin, -BigInt(fee) * sign);
    }
    if (!succeeded) return;
    for (const { coin, to, amount } of outputs) {
      if (nonce !== undefined) this.#add(from, coin, -BigInt(amount) * sign);
      this.#add(to, coin, BigInt(amount) * sign);
    }
  }

  #add(address: string, coin: string, amount: bigint): void {
    const coins = this.#balances.get(address) ?? new Map<string, bigint>();
    this.#balances.set(address, coins);
    coins.set(coin, (coins.get(coin) ?? 0n) + amount);
  }

  toJson(): SimulatedAccounts {
    return {
      balances: Object.fromEntries(
        [...this.#balances].map(([address, coins]) => [
          address,
          Object.fromEntries(
            [...coins].filter(([, amount]) => amount !== 0n).map(([coin, amount]) => [coin, String(amount)]),
          ),
        ]),
      ),
      nonces: Object.fromEntries(this.#nonces),
    };
  }
}
