import {
  type BlockRef,
  type Chain,
  InsufficientFunds,
  isSigned,
  NodeFault,
  type PaymentBounds,
  SignerFault,
  SignerUnreachable,
  type SignRefusal,
  type SignRefusalCode,
  signRequest,
  type UnsignedTransaction,
} from '@vitrine/chains';
import { growingPauseMs } from '../../kit/growing-pause.ts';
import { alarmDetail } from '../alarms.ts';
import { confirmationsOf, settledAt } from '../reconciliation/settled-holdings.ts';
import { RecentSignatures } from '../signer/recent-signatures.ts';
import type { OutgoingParts } from './parts.ts';
import type { OutgoingPayment, OutgoingTable, OutgoingVersion, SignedVersion } from './table.ts';

const PAUSES = { firstMs: 1_000, longestMs: 300_000 };
/** Number of failed attempts after which an alarm is raised. */
const ALARM_AFTER = 6;

/** Refusals that do not depend on the request: the signer would refuse any other request too. */
const REFUSES_ALL: ReadonlySet<SignRefusalCode> = new Set(['stopped', 'journal_behind']);

/** Builds, signs and broadcasts requested payments. */
export class OutgoingSending {
  readonly #parts: OutgoingParts;
  readonly #table: OutgoingTable;
  readonly #lately: RecentSignatures;

  constructor(parts: OutgoingParts, table: OutgoingTable) {
    this.#parts = parts;
    this.#table = table;
    this.#lately = new RecentSignatures(table);
  }

  /** Builds the payment if needed, has it signed, and broadcasts it. */
  async send(chain: Chain, head: BlockRef, payment: OutgoingPayment): Promise<void> {
    if (!this.isDue(payment)) return;
    const versions = await this.#table.versions(payment.id);
    const last = versions.at(-1);
    const isUsable = last !== undefined && !(await this.haveExpired(chain, head, payment, versions));
    const version = isUsable ? last : await this.build(chain, payment, versions.length + 1);
    if (version !== undefined) await this.signAndBroadcast(chain, payment, version);
  }

  /**
   * Builds and stores a transaction; undefined if the payment was cancelled, or has lost an approval, in the meantime.
   */
  async build(chain: Chain, payment: OutgoingPayment, version: number): Promise<OutgoingVersion | undefined> {
    const { id, source, coin, to, amount } = payment;
    const unsigned = await chain.build({ id, source, coin, to, amount }, await this.#bounds(chain, payment));
    if (source.kind === 'hot') await this.#checkFunds(chain, payment, unsigned);
    return this.#reserve(payment, version, unsigned);
  }

  /** Builds a transaction for the same payment with the same claims at a higher fee; undefined if none is needed. */
  async replace(chain: Chain, payment: OutgoingPayment, last: OutgoingVersion): Promise<OutgoingVersion | undefined> {
    const { id, source, coin, to, amount } = payment;
    const wanted = { id, source, coin, to, amount };
    const unsigned = await chain.replacement(wanted, last.unsigned, await this.#bounds(chain, payment));
    if (unsigned === undefined) return undefined;
    if (unsigned.claims.length === 0 || [...unsigned.claims].sort().join() !== [...last.unsigned.claims].sort().join())
      throw new NodeFault(
        `the replacement transaction of payment ${id} does not use the same nonce or inputs as the previous transaction`,
      );
    return this.#reserve(payment, last.version + 1, unsigned);
  }

  async signAndBroadcast(chain: Chain, payment: OutgoingPayment, version: OutgoingVersion): Promise<void> {
    const signed = isSignedVersion(version) ? version : await this.#sign(payment, version);
    if (signed !== undefined) await this.broadcast(chain, signed);
  }

  async broadcast(chain: Chain, version: SignedVersion): Promise<void> {
    await chain.broadcast(version.signed);
    await this.#table.broadcast(version, this.#parts.nowMs());
  }

  /**
   * Whether the payment's next attempt is due. If the attempt is further away than the longest pause, it was scheduled
   * before the clock was set back, and is due now.
   */
  isDue({ nextAtMs }: OutgoingPayment): boolean {
    const nowMs = this.#parts.nowMs();
    return nextAtMs <= nowMs || nextAtMs > nowMs + PAUSES.longestMs;
  }

  /** Schedules a retry, with a growing pause. */
  async postpone({ id, network, attempts }: OutgoingPayment, problem: string): Promise<void> {
    const pauseMs = growingPauseMs(PAUSES, attempts);
    await this.#table.postpone(id, problem, this.#parts.nowMs() + pauseMs);
    if (attempts + 1 < ALARM_AFTER) return;
    const detail = alarmDetail('reported', { message: problem });
    await this.#parts.alarms.raise({ network, kind: 'withdrawal_failed', subject: id, detail });
  }

  /**
   * Whether all these transactions have expired: none can be included once a block later than their expiry is final.
   */
  async haveExpired(
    chain: Chain,
    head: BlockRef,
    payment: OutgoingPayment,
    versions: readonly OutgoingVersion[],
  ): Promise<boolean> {
    const expiries = versions.map(({ unsigned }) => unsigned.expiresAtMs);
    if (!expiries.every((expiry) => expiry !== undefined)) return false;
    const block = await chain.block(head.height - this.confirmationsOf(payment) + 1, () => false);
    if (block === undefined || block.timeMs <= Math.max(...expiries)) return false;
    // If the reported head is not on the node's chain, the block that proves the expiry may still be replaced.
    return (await chain.hashAt(head.height)) === head.hash;
  }

  confirmationsOf({ network, coin }: OutgoingPayment): number {
    return confirmationsOf(this.#parts.rows(), network, coin);
  }

  /**
   * Throws if the hot wallet cannot pay: its balance must also cover the payments in flight, which the node has not
   * deducted yet. A payment without sufficient funds is not built, because it would take claims and thereby block all
   * later payments.
   */
  async #checkFunds(
    chain: Chain,
    { id, coin, amount }: OutgoingPayment,
    { maxFee }: UnsignedTransaction,
  ): Promise<void> {
    const own = chain.coins.find(({ contract }) => contract === undefined)?.coin ?? coin;
    const { amounts, fees } = await this.#table.inFlight(chain.network, id);
    for (const one of new Set([coin, own])) {
      const needed = (amounts.get(one) ?? 0n) + (one === coin ? amount : 0n) + (one === own ? fees + maxFee : 0n);
      if ((await chain.balance(one, chain.hotAddress)) < needed)
        throw new InsufficientFunds(
          `the hot wallet does not have enough ${one} for payment ${id} in addition to the payments in progress`,
        );
    }
  }

  async #bounds(chain: Chain, { id, network, source }: OutgoingPayment): Promise<PaymentBounds> {
    const bounds = { taken: await this.#table.taken(network, id), maxFee: this.#parts.maxFee(network) };
    if (source.kind === 'hot') return bounds;
    const { pool, rows } = this.#parts;
    const holdings = await settledAt({ pool, network, coins: chain.coins, rows: rows() }, source.index, id);
    return { ...bounds, settled: holdings?.settled };
  }

  async #reserve(
    payment: OutgoingPayment,
    version: number,
    unsigned: UnsignedTransaction,
  ): Promise<OutgoingVersion | undefined> {
    const builtAtMs = this.#parts.nowMs();
    if (!(await this.#table.reserve(payment, version, unsigned, builtAtMs))) return undefined;
    return { paymentId: payment.id, version, unsigned, signed: undefined, builtAtMs, wasBroadcast: false };
  }

  async #sign(payment: OutgoingPayment, version: OutgoingVersion): Promise<SignedVersion | undefined> {
    const answer = await this.#ask(payment, version);
    if (!isSigned(answer)) {
      await this.#refused(payment, version, answer);
      return undefined;
    }
    for (const subject of ['signer', 'journal']) await this.#parts.alarms.end(payment.network, 'signer', subject);
    if (!(await this.#table.sign(version, answer))) return undefined;
    this.#lately.add(version);
    return { ...version, signed: answer };
  }

  async #ask({ id, network, purpose, coin, to, toIndex, amount }: OutgoingPayment, { unsigned }: OutgoingVersion) {
    const index = toIndex === undefined ? {} : { toIndex };
    const payment = { purpose, coin, to, amount: String(amount), ...index };
    try {
      const signedBefore = await this.#lately.list();
      return await this.#parts.signer.sign({ ...signRequest(id, network, unsigned, payment), signedBefore });
    } catch (error) {
      if (error instanceof SignerUnreachable || error instanceof SignerFault) {
        const detail = alarmDetail('reported', { message: error.message });
        await this.#parts.alarms.raise({ network, kind: 'signer', subject: 'signer', detail });
      }
      throw error;
    }
  }

  /**
   * Handles a refusal by the signer. Deletes the transaction if the signer has signed nothing for the payment, which
   * frees the payment's claims; or if only this later transaction of the payment was refused, while the earlier ones
   * keep the claims. Otherwise this transaction may have been signed before, so it stays, with its claims.
   */
  async #refused(
    payment: OutgoingPayment,
    version: OutgoingVersion,
    { code, message, wasSigned }: SignRefusal,
  ): Promise<void> {
    const { network } = payment;
    if (code === 'journal_behind')
      await this.#parts.alarms.raise({
        network,
        kind: 'signer',
        subject: 'journal',
        detail: alarmDetail('reported', { message }),
      });
    if (!wasSigned || (version.version > 1 && !REFUSES_ALL.has(code))) await this.#table.release(version);
    await this.postpone(payment, `the signer rejected the payment: ${code}, ${message}`);
  }
}

export function isSignedVersion(version: OutgoingVersion): version is SignedVersion {
  return version.signed !== undefined;
}
