import {
  type BlockRef,
  type Chain,
  ChainError,
  InsufficientFunds,
  NodeFault,
  NodeUnreachable,
  SignerFault,
  SignerUnreachable,
  type TransactionStatus,
} from '@vitrine/chains';
import { alarmDetail, alarmText } from '../alarms.ts';
import type { Displacement, KeyUses } from './key-uses.ts';
import type { OutgoingParts } from './parts.ts';
import { isSignedVersion, type OutgoingSending } from './sending.ts';
import type { OutgoingPayment, OutgoingTable, OutgoingVersion } from './table.ts';

type Included = Extract<TransactionStatus, { kind: 'included' }>;

/**
 * Follows a signed payment to its end. All of the payment's transactions are watched; only one of them can be included.
 */
export class OutgoingFollowing {
  readonly #parts: OutgoingParts;
  readonly #table: OutgoingTable;
  readonly #sending: OutgoingSending;
  readonly #keyUses: KeyUses;

  constructor(parts: OutgoingParts, table: OutgoingTable, sending: OutgoingSending, keyUses: KeyUses) {
    this.#parts = parts;
    this.#table = table;
    this.#sending = sending;
    this.#keyUses = keyUses;
  }

  async follow(chain: Chain, head: BlockRef, payment: OutgoingPayment): Promise<void> {
    const versions = await this.#table.versions(payment.id);
    const displacement = await this.#keyUses.displacementOf(payment, versions);
    const statuses = new Map<string, TransactionStatus>();
    for (const txid of txidsOf(versions, displacement)) {
      const status = await chain.transaction(txid);
      if (status.kind === 'included') return this.#included(chain, head, payment, txid, status);
      statuses.set(txid, status);
    }
    if (payment.state === 'included') await this.#exclude(chain, payment);
    if (displacement !== undefined) return this.#displaced(chain, head, payment, displacement, statuses);
    if (!this.#sending.isDue(payment)) return;
    const last = lastOf(versions);
    const isWaiting = [...statuses.values()].some(({ kind }) => kind === 'waiting');
    const isOffered = isWaiting && last.wasBroadcast;
    if (!isOffered && (await this.#sending.haveExpired(chain, head, payment, versions)))
      return this.#sendAnew(chain, payment, last.version + 1);
    const refusal = isOffered ? undefined : await this.#offer(chain, payment, versions);
    const isOld = this.#parts.nowMs() - last.builtAtMs >= this.#parts.replaceAfterMs;
    const next = isOld && last.signed !== undefined ? await this.#sending.replace(chain, payment, last) : undefined;
    const nextRefusal = next === undefined ? refusal : await this.#offer(chain, payment, [next]);
    // If a node has one of the payment's transactions in its pool, it does not matter that others were rejected.
    if (nextRefusal !== undefined && refusal !== undefined && !isWaiting) throw nextRefusal;
  }

  /**
   * Records that the payment is no longer in a block, because its block was replaced. If the node still has the block
   * but denies that the payment is in it, the node is not trusted: a payment whose transactions have expired would
   * otherwise be made a second time.
   */
  async #exclude(chain: Chain, { id, block }: OutgoingPayment): Promise<void> {
    if (block !== undefined && (await chain.hashAt(block.height)) === block.hash)
      throw new NodeFault(`the node has block ${block.height}, but reports no transaction of payment ${id} in it`);
    await this.#table.exclude(id);
  }

  async #included(
    chain: Chain,
    head: BlockRef,
    payment: OutgoingPayment,
    txid: string,
    { block, fee, succeeded }: Included,
  ): Promise<void> {
    const { id, network } = payment;
    const { height, hash: blockHash } = block;
    const confirmations = confirmationsAt(head, block);
    await this.#table.include(id, { txid, fee, succeeded, height, blockHash, confirmations });
    if (!(await this.#stands(chain, head, block, payment))) return;
    // The alarm is updated before the payment ends. If the server is killed in between, both steps are repeated after
    // the restart.
    const about = { network, kind: 'withdrawal_failed', subject: id } as const;
    if (succeeded) await this.#parts.alarms.end(network, about.kind, id);
    else await this.#parts.alarms.raise({ ...about, detail: alarmDetail('payment_moved_nothing', { txid }) });
    await this.#parts.alarms.end(network, 'deep_reorganisation', id);
    await this.#table.end(id, this.#parts.nowMs());
  }

  /**
   * Handles a payment whose claims (nonce or inputs) have been used by another transaction. The payment fails once the
   * other transaction is final, unless that transaction makes the same payment, or one of the payment's own
   * transactions is still pending at the node.
   */
  async #displaced(
    chain: Chain,
    head: BlockRef,
    payment: OutgoingPayment,
    displacement: Displacement,
    statuses: ReadonlyMap<string, TransactionStatus>,
  ): Promise<void> {
    const blocks = blocksOfFailure(statuses, displacement);
    if (blocks.length === 0 || !(await this.#stands(chain, head, displacement, payment))) return;
    const { id, network } = payment;
    const detail = alarmDetail('payment_displaced', { txid: displacement.txid });
    await this.#parts.alarms.raise({ network, kind: 'withdrawal_failed', subject: id, detail });
    await this.#parts.alarms.end(network, 'deep_reorganisation', id);
    await this.#table.fail(id, alarmText(detail), this.#parts.nowMs(), displacement);
  }

  /**
   * Whether the block has enough confirmations to end the payment, and the node's chain contains both the block and the
   * head.
   */
  async #stands(chain: Chain, head: BlockRef, block: BlockRef, payment: OutgoingPayment): Promise<boolean> {
    if (confirmationsAt(head, block) < this.#sending.confirmationsOf(payment)) return false;
    for (const one of [block, head]) if ((await chain.hashAt(one.height)) !== one.hash) return false;
    return true;
  }

  /**
   * Whether the chain still shows that a payment has failed: one of its transactions was included and moved nothing, or
   * the payment was displaced, and in either case none of its other transactions can be included. If not, the payment
   * is followed again. Throws ChainError.
   */
  async confirmFailure(chain: Chain, payment: OutgoingPayment): Promise<boolean> {
    if (payment.state !== 'failed') return false;
    const head = await chain.head();
    const versions = await this.#table.versions(payment.id);
    const displacement = await this.#keyUses.displacementOf(payment, versions);
    const statuses = new Map<string, TransactionStatus>();
    for (const txid of txidsOf(versions, displacement)) statuses.set(txid, await chain.transaction(txid));
    const blocks = blocksOfFailure(statuses, displacement);
    let stands = blocks.length > 0;
    for (const block of blocks) stands &&= await this.#stands(chain, head, block, payment);
    if (!stands) await this.#table.reopen(payment.id);
    return stands;
  }

  /**
   * Broadcasts the newest transaction again, signing it first if it is not signed yet. If it is rejected (its fee may
   * be too low), tries the earlier transactions, newest first. If all are rejected, returns why the newest was;
   * otherwise undefined.
   */
  async #offer(
    chain: Chain,
    payment: OutgoingPayment,
    versions: readonly OutgoingVersion[],
  ): Promise<ChainError | undefined> {
    const last = lastOf(versions);
    const offered = versions.filter((version) => version === last || isSignedVersion(version)).toReversed();
    const refusals: ChainError[] = [];
    for (const version of offered) {
      const refusal = await this.#offerOne(chain, payment, version);
      if (refusal === undefined) break;
      refusals.push(refusal);
    }
    const [newest] = refusals;
    // A failure of the signer is thrown even if an earlier transaction was accepted.
    if (newest instanceof SignerUnreachable || newest instanceof SignerFault) throw newest;
    return refusals.length === offered.length ? newest : undefined;
  }

  async #offerOne(chain: Chain, payment: OutgoingPayment, version: OutgoingVersion): Promise<ChainError | undefined> {
    try {
      await this.#sending.signAndBroadcast(chain, payment, version);
      return undefined;
    } catch (error) {
      if (error instanceof NodeUnreachable || !(error instanceof ChainError)) throw error;
      return error;
    }
  }

  /**
   * Makes a new transaction after all earlier ones have expired. If the payment is a sweep whose address cannot pay the
   * increased fee, the payment ends, and the sweep is planned again.
   */
  async #sendAnew(chain: Chain, payment: OutgoingPayment, number: number): Promise<void> {
    const version = await this.#sending.build(chain, payment, number).catch(async (error: unknown) => {
      if (payment.purpose !== 'sweep' || !(error instanceof InsufficientFunds)) throw error;
      await this.#table.fail(payment.id, error.message, this.#parts.nowMs());
    });
    if (version !== undefined) await this.#sending.signAndBroadcast(chain, payment, version);
  }
}

/**
 * The ids of the transactions that may make the payment: the payment's own, and a transaction that displaced them if it
 * makes the same payment.
 */
function txidsOf(versions: readonly OutgoingVersion[], displacement: Displacement | undefined): readonly string[] {
  const own = versions.filter(isSignedVersion).map(({ signed }) => signed.txid);
  return displacement?.isSamePayment === true ? [...own, displacement.txid] : own;
}

/**
 * The blocks that, once they are final, prove that a payment moved nothing and never will. Empty if the payment has
 * moved something or may still do so.
 */
function blocksOfFailure(
  statuses: ReadonlyMap<string, TransactionStatus>,
  displacement: Displacement | undefined,
): readonly BlockRef[] {
  const known = [...statuses.values()].filter(({ kind }) => kind !== 'unknown');
  const failed = known.flatMap((status) => (status.kind === 'included' && !status.succeeded ? [status.block] : []));
  if (known.length > 0) return failed.length === known.length ? failed : [];
  return displacement === undefined || displacement.isSamePayment ? [] : [displacement];
}

const confirmationsAt = (head: BlockRef, block: BlockRef): number => Math.max(1, head.height - block.height + 1);

function lastOf(versions: readonly OutgoingVersion[]): OutgoingVersion {
  const last = versions.at(-1);
  if (last === undefined) throw new Error('a signed payment has no stored transaction');
  return last;
}
