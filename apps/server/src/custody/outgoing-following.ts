import type { BlockRef, Chain, TransactionStatus } from '@vitrine/chains';
import type { OutgoingParts } from './outgoing-parts.ts';
import { isSignedVersion, type OutgoingSending } from './outgoing-sending.ts';
import type { OutgoingPayment, OutgoingTable, OutgoingVersion } from './outgoing-table.ts';

type Included = Extract<TransactionStatus, { kind: 'included' }>;

/** From bytes that were signed to a payment that is over: all its transactions are watched, of which one can be included. */
export class OutgoingFollowing {
  readonly #parts: OutgoingParts;
  readonly #table: OutgoingTable;
  readonly #sending: OutgoingSending;

  constructor(parts: OutgoingParts, table: OutgoingTable, sending: OutgoingSending) {
    this.#parts = parts;
    this.#table = table;
    this.#sending = sending;
  }

  async follow(chain: Chain, head: BlockRef, payment: OutgoingPayment): Promise<void> {
    const versions = await this.#table.versions(payment.id);
    const statuses = new Map<string, TransactionStatus>();
    for (const { signed } of versions.filter(isSignedVersion)) {
      const status = await chain.transaction(signed.txid);
      if (status.kind === 'included') return this.#included(head, payment, signed.txid, status);
      statuses.set(signed.txid, status);
    }
    if (payment.state === 'included') await this.#table.exclude(payment.id);
    if (!this.#sending.isDue(payment)) return;
    const isWaiting = [...statuses.values()].some(({ kind }) => kind === 'waiting');
    await (isWaiting ? this.#wait(chain, payment, versions) : this.#resend(chain, head, payment, versions));
  }

  async #included(
    head: BlockRef,
    payment: OutgoingPayment,
    txid: string,
    { block, fee, succeeded }: Included,
  ): Promise<void> {
    const { id, network } = payment;
    const confirmations = Math.max(1, head.height - block.height + 1);
    const { height, hash: blockHash } = block;
    await this.#table.include(id, { txid, fee, succeeded, height, blockHash, confirmations });
    if (confirmations < this.#sending.confirmationsOf(payment)) return;
    await this.#table.end(id, this.#parts.nowMs());
    if (succeeded) await this.#parts.alarms.end(network, 'withdrawal_failed', id);
    else
      await this.#parts.alarms.raise({
        network,
        kind: 'withdrawal_failed',
        subject: id,
        detail: `${txid} was included and moved nothing`,
      });
  }

  /** A transaction that waits too long gets a higher fee; all stay watched. */
  async #wait(chain: Chain, payment: OutgoingPayment, versions: readonly OutgoingVersion[]): Promise<void> {
    const last = lastOf(versions);
    if (!last.wasBroadcast) return this.#sending.signAndBroadcast(chain, payment, last);
    if (this.#parts.nowMs() - last.builtAtMs < this.#parts.replaceAfterMs) return;
    const next = await this.#sending.replace(chain, payment, last);
    if (next !== undefined) await this.#sending.signAndBroadcast(chain, payment, next);
  }

  /** The network knows none of them: the same bytes again, or others where those have surely expired. */
  async #resend(
    chain: Chain,
    head: BlockRef,
    payment: OutgoingPayment,
    versions: readonly OutgoingVersion[],
  ): Promise<void> {
    const last = lastOf(versions);
    const next = (await this.#sending.haveExpired(chain, head, payment, versions))
      ? await this.#sending.build(chain, payment, last.version + 1)
      : last;
    if (next !== undefined) await this.#sending.signAndBroadcast(chain, payment, next);
  }
}

function lastOf(versions: readonly OutgoingVersion[]): OutgoingVersion {
  const last = versions.at(-1);
  if (last === undefined) throw new Error('a signed payment has a transaction');
  return last;
}
