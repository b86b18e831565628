import type {
  Movement,
  Payment,
  PaymentBounds,
  PaymentSource,
  SignedTransaction,
  UnsignedTransaction,
} from '../chain.ts';
import { ChainError, FeeTooHigh, InsufficientFunds, NodeFault, Rejected } from '../chain-errors.ts';
import type { BitcoinAddresses } from './bitcoin-addresses.ts';
import { type BitcoinNode, claimOf, type Outpoint, type UnspentOutput } from './bitcoin-node.ts';
import {
  composePsbt,
  firstSequence,
  type PlainPayment,
  readPsbt,
  replacementSequence,
  type SpentOutput,
} from './bitcoin-psbt.ts';
import { type Selection, selectAllCoins, selectCoins, settle, type Wanted, worthSpending } from './coin-selection.ts';
import { dustLimit, feeOf, leastFeeRate } from './fees.ts';
import { isWitnessOf } from './key-hash.ts';
import { knownTransaction, outputAt, previousTransactions } from './previous-transactions.ts';
import { isInvalid, namesSpentInputs } from './refusals.ts';
import { type BitcoinTransaction, isCoinbase, outpointOf, parseTransaction } from './transaction-bytes.ts';

interface PaymentParts {
  readonly node: BitcoinNode;
  readonly addresses: BitcoinAddresses;
  readonly hotAddress: string;
  readonly xpub: string;
  readonly blocksToWait: number;
  readonly spendAfter: number;
}

type Coins = readonly UnspentOutput[];
type Previous = ReadonlyMap<string, BitcoinTransaction>;

/**
 * The maximum number of unconfirmed outputs that are checked, largest first. There must be a maximum, because anybody
 * can send us any number of outputs. 25 is also the length of the longest chain of unconfirmed transactions that nodes
 * accept.
 */
const mostWaiting = 25;

/** Builds payments from P2WPKH addresses, each from a single address, and sends them. */
export class BitcoinPayments {
  readonly #parts: PaymentParts;

  constructor(parts: PaymentParts) {
    this.#parts = parts;
  }

  async build(payment: Payment, { taken, maxFee }: PaymentBounds): Promise<UnsignedTransaction> {
    const { address, wanted } = await this.#wanted(payment, maxFee);
    const claimed = new Set(taken);
    const free = (await this.#parts.node.unspent(address)).filter((coin) => !claimed.has(claimOf(coin)));
    const { selection, previous } = await this.#select(free, wanted, isSweep(payment, this.#parts.hotAddress));
    const inputs = selection.coins.map((coin) => spentOutput(coin, previous, wanted.changeTo));
    return unsigned(payment.source, inputs, wanted, selection, firstSequence);
  }

  /**
   * Undefined if the payment is already in a block, or if a later payment spends its change: a replacement would undo
   * that later payment.
   */
  async replacement(
    payment: Payment,
    stuck: UnsignedTransaction,
    { taken, maxFee }: PaymentBounds,
  ): Promise<UnsignedTransaction | undefined> {
    const old = readPsbt(stuck.bytes);
    if (taken.some((claim) => claim.startsWith(`${old.txid}:`))) return undefined;
    if (await this.#isSpentInBlock(old.inputs)) return undefined;
    const { wanted } = await this.#wanted(payment, maxFee);
    return unsigned(payment.source, old.inputs, wanted, raised(old, wanted), replacementSequence);
  }

  /**
   * A single movement of the settled coins at the address, without those worth less than their own fee. Its amount is
   * their sum, less the network's current fee. Empty if that amount would be below the dust limit. Throws ChainError if
   * there are coins worth more than their own fee, but none of them is settled yet.
   */
  async sweep(index: number, maxFee: bigint): Promise<readonly Movement[]> {
    const { node, hotAddress, spendAfter } = this.#parts;
    const source = { kind: 'deposit', index } as const;
    const inBlocks = (await node.unspent(this.#addressOf(source))).filter(({ confirmations }) => confirmations > 0);
    if (inBlocks.length === 0) return [];
    const feeRate = await this.#feeRate();
    const worth = worthSpending(inBlocks, feeRate);
    const coins = worth.filter((coin) => this.#isSettled(coin));
    if (coins.length === 0 && worth.length > 0)
      throw new ChainError(`the coins at deposit address ${index} have fewer than ${spendAfter} confirmations`);
    const to = this.#scriptOf(hotAddress);
    const fee = feeOf(coins.length, [to], feeRate);
    const amount = coins.reduce((sum, coin) => sum + coin.amount, 0n) - fee;
    if (amount < dustLimit(to)) return [];
    if (fee > maxFee)
      throw new FeeTooHigh(`the network requires a fee of ${fee} satoshis, more than the allowed ${maxFee}`);
    return [{ source, coin: 'BTC', to: hotAddress, amount }];
  }

  async broadcast({ txid, bytes }: SignedTransaction): Promise<void> {
    const { node } = this.#parts;
    const refusal = await node.send(bytes);
    if (refusal === undefined) return;
    if (isInvalid(refusal)) throw new Rejected(refusal);
    // Nodes also refuse a transaction that is already in a block; such a refusal is no failure.
    if ((await knownTransaction(node, txid)) !== undefined) return;
    const { inputs } = parseTransaction(new Uint8Array(Buffer.from(bytes, 'hex')));
    // A missing input may still appear if it is our own unconfirmed output; if it was spent in a block, it is gone for
    // good.
    if (namesSpentInputs(refusal) && (await this.#isSpentInBlock(inputs.map(outpointOf)))) throw new Rejected(refusal);
    throw new ChainError(`the node currently rejects ${txid}: ${refusal}`);
  }

  async #wanted(payment: Payment, maxFee: bigint): Promise<{ readonly address: string; readonly wanted: Wanted }> {
    const address = this.#addressOf(payment.source);
    const to = this.#scriptOf(payment.to);
    if (payment.amount < dustLimit(to))
      throw new Rejected(`the amount of ${payment.amount} satoshis is below the dust limit`);
    const feeRate = await this.#feeRate();
    return { address, wanted: { amount: payment.amount, to, changeTo: this.#scriptOf(address), feeRate, maxFee } };
  }

  /**
   * Selects the coins to spend: settled coins, if they suffice. If they do not, a payment that can wait (a sweep)
   * spends all of them and pays what exceeds its amount as the fee, because the sweep was planned before fees rose; any
   * other payment also spends our own unsettled change.
   */
  async #select(
    coins: Coins,
    wanted: Wanted,
    canWait: boolean,
  ): Promise<{ readonly selection: Selection<UnspentOutput>; readonly previous: Previous }> {
    const settled = coins.filter((coin) => this.#isSettled(coin));
    try {
      return await this.#selectSpendable(settled, wanted);
    } catch (error) {
      if (!(error instanceof InsufficientFunds)) throw error;
      if (canWait) return await this.#selectSpendable(settled, wanted, selectAllCoins);
      const change = await this.#ownChange(coins, wanted.changeTo);
      if (change.length === 0) throw error;
      return await this.#selectSpendable([...settled, ...change], wanted);
    }
  }

  /**
   * Selects among these coins with `select`, but leaves out coinbase outputs, which some nodes list before they can be
   * spent.
   */
  async #selectSpendable(
    coins: Coins,
    wanted: Wanted,
    select: typeof selectCoins<UnspentOutput> = selectCoins,
  ): Promise<{ readonly selection: Selection<UnspentOutput>; readonly previous: Previous }> {
    const selection = select(coins, wanted);
    const previous = await previousTransactions(this.#parts.node, selection.coins);
    const minted = new Set([...previous.values()].filter(isCoinbase).map(({ txid }) => txid));
    if (minted.size === 0) return { selection, previous };
    return await this.#selectSpendable(
      coins.filter(({ txid }) => !minted.has(txid)),
      wanted,
      select,
    );
  }

  /** Whether the output has enough confirmations to be considered final. */
  #isSettled({ confirmations }: UnspentOutput): boolean {
    return confirmations >= this.#parts.spendAfter;
  }

  /**
   * Our own unsettled outputs: those of transactions that only this address's key has signed, and that did not replace
   * another transaction.
   */
  async #ownChange(coins: Coins, source: Uint8Array): Promise<Coins> {
    const waiting = worthSpending(
      coins.filter((coin) => !this.#isSettled(coin)),
      leastFeeRate,
    ).slice(0, mostWaiting);
    const previous = await previousTransactions(this.#parts.node, waiting);
    return waiting.filter(({ txid }) => {
      const inputs = previous.get(txid)?.inputs ?? [];
      return inputs.every(({ sequence, witness }) => sequence === firstSequence && isWitnessOf(source, witness));
    });
  }

  async #isSpentInBlock(outpoints: readonly Outpoint[]): Promise<boolean> {
    for (const outpoint of outpoints) if (await this.#parts.node.isSpentInBlock(outpoint)) return true;
    return false;
  }

  async #feeRate(): Promise<number> {
    const { node, blocksToWait } = this.#parts;
    return Math.max((await node.feeRate(blocksToWait)) ?? leastFeeRate, leastFeeRate);
  }

  #addressOf(source: PaymentSource): string {
    const { addresses, hotAddress, xpub } = this.#parts;
    return source.kind === 'hot' ? hotAddress : addresses.derive(xpub, source.index);
  }

  #scriptOf(address: string): Uint8Array {
    const script = this.#parts.addresses.script(address);
    if (script === undefined) throw new RangeError(`${address} is not an address of this network`);
    return script;
  }
}

/**
 * The same inputs at the current fee, or at the old fee plus the increase that nodes require (BIP-125), whichever is
 * higher.
 */
function raised({ inputs, fee }: PlainPayment, wanted: Wanted): Omit<Selection<SpentOutput>, 'coins'> {
  const sum = inputs.reduce((total, { amount }) => total + amount, 0n);
  const settled = settle(sum, wanted, (outputs) => {
    const asked = feeOf(inputs.length, outputs, wanted.feeRate);
    const least = fee + feeOf(inputs.length, outputs, leastFeeRate);
    if (asked < least) return least;
    return asked;
  });
  if (settled === undefined)
    throw new InsufficientFunds(`the inputs of ${sum} satoshis do not cover the fee of a replacement`);
  if (settled.fee > wanted.maxFee)
    throw new FeeTooHigh(
      `a replacement requires a fee of ${settled.fee} satoshis, more than the allowed ${wanted.maxFee}`,
    );
  return settled;
}

function unsigned(
  source: PaymentSource,
  inputs: readonly SpentOutput[],
  { amount, to, changeTo }: Wanted,
  { fee, change }: Omit<Selection<SpentOutput>, 'coins'>,
  sequence: number,
): UnsignedTransaction {
  const outputs = [{ amount, script: to }, ...(change > 0n ? [{ amount: change, script: changeTo }] : [])];
  return { bytes: composePsbt(inputs, outputs, sequence), source, claims: inputs.map(claimOf), maxFee: fee };
}

/** The coin, checked against the transaction that created it. */
function spentOutput(coin: UnspentOutput, previous: Previous, source: Uint8Array): SpentOutput {
  const { amount, script } = outputAt(previous, coin);
  if (amount !== coin.amount || Buffer.compare(script, source) !== 0) {
    throw new NodeFault(`the amount or script of output ${claimOf(coin)} differs from what the node reports`);
  }
  const { txid, index } = coin;
  return { txid, index, amount, script, previous: (previous.get(txid) as BitcoinTransaction).withoutWitness };
}

function isSweep({ source, to }: Payment, hotAddress: string): boolean {
  return source.kind === 'deposit' && to === hotAddress;
}
