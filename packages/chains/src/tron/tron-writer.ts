import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type {
  ChainWriter,
  Movement,
  Payment,
  PaymentBounds,
  PaymentSource,
  SignedTransaction,
  SweepBounds,
  UnsignedTransaction,
} from '../chain.ts';
import { InsufficientFunds, NodeFault, Rejected } from '../chain-errors.ts';
import { nodeText } from '../node-http.ts';
import { countedOn } from '../settled.ts';
import { encodeTransferCall } from './trc20.ts';
import { canonicalAddress, tronAddresses } from './tron-address.ts';
import type { TronHeader } from './tron-block.ts';
import { expirationOf, refusal } from './tron-broadcast.ts';
import { boundedFeeLimit, TronCosts, withMargin } from './tron-costs.ts';
import { worstFeeSun } from './tron-fees.ts';
import { type TronNode, textIn } from './tron-node.ts';
import { FINAL_DEPTH, type TronReader } from './tron-reader.ts';
import { encodeRaw, type RawTransaction } from './tron-transaction.ts';

/** The minimum time from a transaction's creation to its expiration. Until then, the transaction may be included. */
const LIFETIME_MS = 5 * 60_000;
const HOUR_MS = 60 * 60_000;
/** A fee limit in sun: far more than any transaction may burn, but within the field's range. */
const LARGEST_FEE_LIMIT = 10n ** 15n;

export interface TronWriterAddresses {
  readonly hotAddress: string;
  /** The extended public key of the deposit account. */
  readonly xpub: string;
}

/** Builds and sends payments on TRON through one full node. */
export class TronWriter implements ChainWriter {
  readonly network = 'TRC20';
  readonly #node: TronNode;
  readonly #reader: TronReader;
  readonly #costs: TronCosts;
  readonly #addresses: TronWriterAddresses;

  constructor(node: TronNode, reader: TronReader, addresses: TronWriterAddresses) {
    this.#node = node;
    this.#reader = reader;
    this.#costs = new TronCosts(node, reader);
    this.#addresses = addresses;
  }

  /**
   * TRON has no inputs or nonces that would prevent a second payment. A transaction therefore expires, and the payment
   * may be built again only once a final block is later than the expiration.
   */
  async build(payment: Payment, bounds: PaymentBounds): Promise<UnsignedTransaction> {
    const { maxFee } = bounds;
    const draft = await this.#draft(payment, payment.id, maxFee);
    await this.#checkToken(payment, draft.contract.owner, bounds);
    const [energy, prices] = [await this.#costs.energy(draft), await this.#costs.prices()];
    const raw = { ...draft, feeLimit: boundedFeeLimit(draft, energy * prices.energySun, maxFee) };
    await this.#checkFunds(raw, await this.#costs.fee(raw, energy, prices), bounds);
    const bytes = encodeRaw(raw);
    return {
      bytes: bytesToHex(bytes),
      source: payment.source,
      claims: [],
      maxFee: raw.feeLimit + worstFeeSun(bytes, raw.contract.kind),
      expiresAtMs: raw.expirationMs,
    };
  }

  /** A TRON transaction is included within minutes or never: there is no fee to raise. */
  async replacement(): Promise<undefined> {
    return undefined;
  }

  async sweep(index: number, coin: string, bounds: SweepBounds): Promise<readonly Movement[]> {
    const source = { kind: 'deposit', index } as const;
    const amount = countedOn(await this.#reader.balance(coin, this.#addressOf(source)), coin, bounds);
    if (amount === 0n) return [];
    const whole: Movement = { source, coin, to: this.#addresses.hotAddress, amount };
    return coin === this.#reader.native.coin ? this.#sweepTrx(whole, bounds.maxFee) : this.#sweepToken(whole, bounds);
  }

  async broadcast(signed: SignedTransaction): Promise<void> {
    const expirationMs = expirationOf(signed);
    const answer = await this.#node.ask('broadcasthex', { transaction: signed.bytes });
    const code = textIn(answer, 'code');
    if (answer.result === true || code === 'DUP_TRANSACTION_ERROR') return;
    // A node checks whether a transaction has expired before it checks for duplicates, so it may refuse a transaction
    // as expired although a block already includes it.
    const isOver = await this.#isFinallyOver(expirationMs);
    const { kind } = await this.#reader.transaction(signed.txid);
    if (kind === 'included') return;
    if (isOver) throw new Rejected(`${signed.txid} has expired`);
    throw refusal(code, `the node rejects ${signed.txid}: ${nodeText(`${code} ${textIn(answer, 'message')}`)}`);
  }

  #addressOf(source: PaymentSource): string {
    const { hotAddress, xpub } = this.#addresses;
    return source.kind === 'hot' ? hotAddress : tronAddresses.derive(xpub, source.index);
  }

  /** The transaction for a movement, with the largest fee limit allowed. */
  async #draft(movement: Movement, id: string, maxFee: bigint): Promise<RawTransaction> {
    const contract = this.#contractOf(movement);
    const head = await this.#reader.newest();
    const limit = maxFee < LARGEST_FEE_LIMIT ? maxFee : LARGEST_FEE_LIMIT;
    const feeLimit = contract.kind === 'transfer' ? 0n : limit;
    return { ...(await this.#reference(head)), ...times(id, head), feeLimit, contract };
  }

  #contractOf({ coin, source, to: receiver, amount }: Movement): RawTransaction['contract'] {
    if (amount <= 0n) throw new RangeError(`the amount of a payment must be positive, not ${amount}`);
    const to = canonicalAddress(receiver);
    const owner = this.#addressOf(source);
    const { contract } = this.#reader.coin(coin);
    if (contract === undefined) return { kind: 'transfer', owner, to, amount };
    return { kind: 'trigger', owner, contract, data: encodeTransferCall(to, amount) };
  }

  async #checkToken({ coin, amount }: Movement, owner: string, bounds: PaymentBounds): Promise<void> {
    if (countedOn(await this.#reader.balance(coin, owner), coin, bounds) < amount) {
      throw new InsufficientFunds(`${owner} has less than ${amount} of ${coin}`);
    }
  }

  async #checkFunds({ contract }: RawTransaction, fee: bigint, bounds: PaymentBounds): Promise<void> {
    const needed = contract.kind === 'transfer' ? contract.amount + fee : fee;
    if ((await this.#sunOf(contract.owner, bounds)) < needed) {
      throw new InsufficientFunds(`${contract.owner} has less than ${needed} sun`);
    }
  }

  async #sunOf(owner: string, bounds: SweepBounds): Promise<bigint> {
    return countedOn(await this.#reader.balanceSun(owner), this.#reader.native.coin, bounds);
  }

  /** Sweeps all TRX except the highest possible fee. The unused part of that fee pays for later sweeps. */
  async #sweepTrx(whole: Movement, maxFee: bigint): Promise<readonly Movement[]> {
    const draft = await this.#draft(whole, '', maxFee);
    boundedFeeLimit(draft, 0n, maxFee);
    const amount = whole.amount - worstFeeSun(encodeRaw(draft), 'transfer');
    return amount > 0n ? [{ ...whole, amount }] : [];
  }

  /** Sends the token, preceded by the TRX that the deposit address still needs to pay for the token transfer. */
  async #sweepToken(whole: Movement, bounds: SweepBounds): Promise<readonly Movement[]> {
    const { maxFee } = bounds;
    const draft = await this.#draft(whole, '', maxFee);
    const [energy, prices] = [await this.#costs.energy(draft), await this.#costs.prices()];
    boundedFeeLimit(draft, energy * prices.energySun, maxFee);
    const fee = await this.#costs.fee(draft, withMargin(energy), prices);
    const missing = fee - (await this.#sunOf(draft.contract.owner, bounds));
    const { coin } = this.#reader.native;
    const first: Movement = { source: { kind: 'hot' }, coin, to: draft.contract.owner, amount: missing };
    return missing > 0n ? [first, whole] : [whole];
  }

  /**
   * Whether a transaction with this expiration can no longer be included: a block may include it only if its parent is
   * earlier than the expiration, and a final block has already reached that time.
   */
  async #isFinallyOver(expirationMs: number): Promise<boolean> {
    return (await this.#finalBlock(await this.#reader.newest())).timeMs >= expirationMs;
  }

  async #finalBlock(head: TronHeader): Promise<TronHeader> {
    const height = Math.max(0, head.height - FINAL_DEPTH);
    const block = await this.#reader.headerAt(height);
    if (block === undefined)
      throw new NodeFault(`the node does not have block ${height}, although its latest block is ${head.height}`);
    return block;
  }

  /**
   * The block that the transaction refers to, without which it is invalid (TAPOS). It is a final block, so that no
   * reorg can void the payment.
   */
  async #reference(head: TronHeader): Promise<Pick<RawTransaction, 'refBlockBytes' | 'refBlockHash'>> {
    const hash = hexToBytes((await this.#finalBlock(head)).hash);
    // A hash begins with the height in eight bytes.
    return { refBlockBytes: hash.slice(6, 8), refBlockHash: hash.slice(8, 16) };
  }
}

/**
 * The creation and expiration time of a payment. Two payments of the same amount to the same address at the same time
 * would be identical transactions, of which only one would be paid. Both times therefore vary with the payment's id.
 */
function times(id: string, head: TronHeader): Pick<RawTransaction, 'expirationMs' | 'timestampMs'> {
  const hash = sha256(new TextEncoder().encode(id));
  const digest = new DataView(hash.buffer, hash.byteOffset);
  return {
    expirationMs: head.timeMs + LIFETIME_MS + (digest.getUint32(0) % 60_000),
    timestampMs: head.timeMs - (digest.getUint32(4) % HOUR_MS),
  };
}
