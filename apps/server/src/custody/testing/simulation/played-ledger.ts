import type { Shape } from './kinds-of-networks.ts';
import type { PlayedOutput, PlayedTransaction } from './played-transactions.ts';

export interface Unspent {
  readonly outpoint: string;
  readonly amount: bigint;
}

/**
 * The balances, nonces and outputs at the tip of a chain. Transactions are applied to this state, and undone in a
 * reorg.
 */
export class PlayedLedger {
  readonly #shape: Shape;
  readonly #native: string;
  readonly #balances = new Map<string, Map<string, bigint>>();
  readonly #nonces = new Map<string, number>();
  readonly #claimed = new Set<string>();
  readonly #unspent = new Set<string>();
  /** Every output ever created: spent outputs become unspent again when a block is undone. */
  readonly #outputs = new Map<string, PlayedOutput>();

  constructor(shape: Shape, native: string) {
    this.#shape = shape;
    this.#native = native;
  }

  balance(address: string, coin: string): bigint {
    return this.#balances.get(address)?.get(coin) ?? 0n;
  }

  nonce(address: string): number {
    return this.#nonces.get(address) ?? 0;
  }

  isClaimed(claims: readonly string[]): boolean {
    return claims.some((claim) => this.#claimed.has(claim));
  }

  unspent(address: string): readonly Unspent[] {
    return [...this.#unspent].flatMap((outpoint) => {
      const output = this.#outputs.get(outpoint);
      return output?.to === address ? [{ outpoint, amount: output.amount }] : [];
    });
  }

  /** Whether a block whose parent block has this time may include the transaction. */
  takes(transaction: PlayedTransaction, parentTimeMs: number): boolean {
    const { claims, from, nonce, expiresAtMs = Infinity } = transaction;
    if (this.isClaimed(claims) || parentTimeMs >= expiresAtMs) return false;
    if (!isOurs(transaction)) return true;
    if (this.#shape === 'outputs') return claims.every((claim) => this.#unspent.has(claim));
    return (nonce === undefined || nonce === this.nonce(from)) && this.pays(transaction);
  }

  /** Whether the sender can pay the transaction's amounts and fee. */
  pays(transaction: PlayedTransaction): boolean {
    if (!isOurs(transaction)) return true;
    const { from, outputs, fee } = transaction;
    const needs = new Map([[this.#native, fee]]);
    for (const { coin, amount } of outputs) needs.set(coin, (needs.get(coin) ?? 0n) + amount);
    return [...needs].every(([coin, amount]) => this.balance(from, coin) >= amount);
  }

  put(transaction: PlayedTransaction): void {
    for (const claim of transaction.claims) {
      this.#claimed.add(claim);
      this.#unspent.delete(claim);
    }
    this.#move(transaction, 1n);
    for (const [outpoint, output] of this.#outputsOf(transaction)) {
      this.#outputs.set(outpoint, output);
      this.#unspent.add(outpoint);
    }
  }

  takeOff(transaction: PlayedTransaction): void {
    for (const [outpoint] of this.#outputsOf(transaction)) this.#unspent.delete(outpoint);
    this.#move(transaction, -1n);
    for (const claim of transaction.claims) {
      this.#claimed.delete(claim);
      if (this.#outputs.has(claim)) this.#unspent.add(claim);
    }
  }

  #outputsOf({ txid, outputs }: PlayedTransaction): readonly (readonly [string, PlayedOutput])[] {
    return this.#shape === 'outputs' ? outputs.map((output, index) => [`${txid}:${index}`, output]) : [];
  }

  #move(transaction: PlayedTransaction, sign: bigint): void {
    const { from, nonce, outputs, fee, succeeded } = transaction;
    if (nonce !== undefined) this.#nonces.set(from, this.nonce(from) + Number(sign));
    if (isOurs(transaction)) this.#add(from, this.#native, -fee * sign);
    if (!succeeded) return;
    for (const { coin, to, amount } of outputs) {
      if (isOurs(transaction)) this.#add(from, coin, -amount * sign);
      this.#add(to, coin, amount * sign);
    }
  }

  #add(address: string, coin: string, amount: bigint): void {
    const coins = this.#balances.get(address) ?? new Map<string, bigint>();
    this.#balances.set(address, coins);
    coins.set(coin, (coins.get(coin) ?? 0n) + amount);
  }
}

/** Whether our keys signed the transaction: only then are its amounts subtracted from its source. */
export const isOurs = ({ paymentId, isByOurKey }: PlayedTransaction): boolean =>
  paymentId !== undefined || isByOurKey === true;
