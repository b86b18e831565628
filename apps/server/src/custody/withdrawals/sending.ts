import type { ChainCoin, Network } from '@vitrine/chains';
import type { AssetView, Command, Core } from '@vitrine/core';
import type { Outcome } from '@vitrine/sequencer';
import type { Pool } from 'pg';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { CoinNetwork } from '../../settings/coin-networks.ts';
import { toChainAmount } from '../custody-accounts.ts';
import type { Outgoing, OutgoingPayment } from '../outgoing/outgoing.ts';
import { feeCommand, postCommand } from './ledger-side.ts';
import type { WithdrawalNotifier } from './notifier.ts';
import { lacksApprovals, type Withdrawal, type WithdrawalsTable } from './table.ts';
import { failedGoals, isHopeless } from './unfinished.ts';

export interface WithdrawalSendingParts {
  readonly pool: Pool;
  readonly network: Network;
  readonly coins: readonly ChainCoin[];
  readonly table: WithdrawalsTable;
  readonly telling: Pick<WithdrawalNotifier, 'completed' | 'refused' | 'deliver'>;
  readonly outgoing: Pick<Outgoing, 'want' | 'unwant' | 'payment'>;
  readonly core: () => Core;
  readonly assetByCode: (code: string) => AssetView | undefined;
  readonly row: (coin: string) => CoinNetwork | undefined;
  readonly nowMs: () => number;
  readonly submit: (command: Command) => Promise<Outcome>;
}

type FailedGoals = Awaited<ReturnType<typeof failedGoals>>;

/**
 * Handles on-chain withdrawals, from their approval to the ledger entry after the network's confirmation. A withdrawal
 * that is not signed yet can be held back: by a stop switch, a restriction or hold on its client, a blocked address, a
 * voided approval, or a failed payment of the same coin to the same address.
 */
export class WithdrawalSending {
  readonly #parts: WithdrawalSendingParts;

  constructor(parts: WithdrawalSendingParts) {
    this.#parts = parts;
  }

  /** Requests payments for the withdrawals that may be sent now, oldest first. */
  async begin(): Promise<void> {
    const { pool, network } = this.#parts;
    const { rows } = await pool.query<{ id: string }>(
      'select id from withdrawals_to_send where network = $1 order by id',
      [network],
    );
    const failed = await this.#failedGoals();
    for (const { id } of rows) {
      const withdrawal = await this.#parts.table.one(Number(id));
      if (!isHeldByFailure(withdrawal, failed)) await this.#send(withdrawal);
    }
  }

  /** Follows requested payments, and cancels a payment if its withdrawal is stopped before anything is built. */
  async follow(): Promise<void> {
    const failed = await this.#failedGoals();
    for await (const withdrawal of this.#parts.table.leaving(this.#parts.network)) {
      const payment = await this.#parts.outgoing.payment(withdrawal.paymentId);
      if (payment !== undefined) await this.#follow(withdrawal, payment, failed);
    }
  }

  #failedGoals(): Promise<FailedGoals> {
    const { pool, network, nowMs } = this.#parts;
    return failedGoals(pool, network, nowMs());
  }

  async #send(withdrawal: Withdrawal): Promise<void> {
    const { pool, network, table, outgoing } = this.#parts;
    const { id, coin, address } = withdrawal;
    const amount = this.#isOpen(coin) ? this.#amount(withdrawal) : undefined;
    if (amount === undefined) return;
    await inTransaction(pool, async (client) => {
      const paymentId = await table.beginSending(id, client);
      if (paymentId === undefined) return;
      await outgoing.want(client, {
        id: paymentId,
        network,
        purpose: 'withdrawal',
        source: { kind: 'hot' },
        coin,
        to: address,
        amount,
      });
    });
  }

  #isOpen(coin: string): boolean {
    return this.#parts.row(coin)?.withdrawalsOpen === true;
  }

  /** The amount that the receiver gets, in chain units. */
  #amount({ coin, units, feeUnits }: Withdrawal): bigint | undefined {
    const decimals = this.#parts.coins.find((one) => one.coin === coin)?.decimals;
    const asset = this.#parts.assetByCode(coin);
    if (decimals === undefined || asset === undefined) return undefined;
    return toChainAmount(units - feeUnits, decimals, asset.scale);
  }

  async #follow(withdrawal: Withdrawal, payment: OutgoingPayment, failed: FailedGoals): Promise<void> {
    const { pool } = this.#parts;
    const { id, coin, isStopped } = withdrawal;
    const isHeld =
      isStopped || lacksApprovals(withdrawal) || !this.#isOpen(coin) || isHeldByFailure(withdrawal, failed);
    if (payment.state === 'wanted' && isHeld) return this.#holdBack(withdrawal);
    if (payment.state === 'wanted' && isHopeless(payment)) return this.#giveUp(withdrawal);
    await pool.query(
      `update withdrawals set txid = $2, confirmations = $3
       where id = $1 and state = 'sending' and (txid, confirmations) <> ($2, $3)`,
      [id, payment.txid ?? '', payment.confirmations],
    );
    if (payment.state === 'confirmed') await this.#settle(withdrawal);
  }

  /** Returns the withdrawal to `approved`, unless a transaction has already been built. */
  async #holdBack(withdrawal: Withdrawal): Promise<void> {
    const { pool, outgoing, table } = this.#parts;
    await inTransaction(pool, async (client) => {
      if (await outgoing.unwant(client, withdrawal.paymentId)) await table.move(withdrawal.id, 'hold_back', client);
    });
  }

  /** Refuses the withdrawal, so that its money is returned, unless a transaction has already been built. */
  async #giveUp(withdrawal: Withdrawal): Promise<void> {
    const { pool, outgoing, table, telling } = this.#parts;
    const reason = 'network_failed';
    const isGivenUp = await inTransaction(pool, async (database) => {
      if (!(await outgoing.unwant(database, withdrawal.paymentId))) return false;
      const isMine = await table.refuse(withdrawal.id, 'give_up', reason, { database });
      if (isMine) await telling.refused(withdrawal, reason, '', database);
      return isMine;
    });
    if (isGivenUp) await telling.deliver(withdrawal.owner);
  }

  /**
   * Settles a withdrawal whose payment is final: posts the hold to the network's custody account, and moves the fee
   * from that account to the fee account.
   */
  async #settle(withdrawal: Withdrawal): Promise<void> {
    const { pool, core, table, telling } = this.#parts;
    const { id, feeUnits } = withdrawal;
    await this.#submit(id, postCommand(core(), withdrawal));
    if (feeUnits > 0) await this.#submit(id, feeCommand(withdrawal));
    await inTransaction(pool, async (client) => {
      if (await table.move(id, 'complete', client)) await telling.completed(withdrawal, client);
    });
  }

  async #submit(id: number, command: Command): Promise<void> {
    const { refusal } = await this.#parts.submit(command);
    if (refusal !== undefined) throw new Error(`the ledger refused ${command.kind} for withdrawal ${id}: ${refusal}`);
  }
}

/**
 * Whether a failed payment of the same coin to the same address holds the withdrawal back. A withdrawal that an
 * operator has decided to pay again is not held back.
 */
const isHeldByFailure = ({ coin, address, paymentAttempt }: Withdrawal, failed: FailedGoals): boolean =>
  paymentAttempt === 1 && failed.has(coin, address);
