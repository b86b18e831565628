import type { WithdrawalRefusal } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import { formatDecimal, trimZeros } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';
import type { News } from '../../auth/security/account-news.ts';
import type { Instruments } from '../../kit/instruments.ts';
import type { MailQueue } from '../../notifications/mail/mail-queue.ts';
import {
  addressSavedMail,
  type MailedWithdrawal,
  oneStepMail,
  onlySavedOffMail,
  withdrawalRefusedMail,
  withdrawalRequestedMail,
} from '../../notifications/mail/withdrawal-mails.ts';
import type { Notices } from '../../notifications/notices.ts';
import type { SavedAddress } from './address-book.ts';
import type { Withdrawal } from './table.ts';

export interface WithdrawalNotifierParts {
  readonly pool: Pool;
  readonly notices: Notices;
  readonly mailQueue: MailQueue;
  readonly brand: () => string;
  readonly instruments: Instruments;
}

type Told = Pick<Withdrawal, 'asset' | 'coin' | 'network' | 'address' | 'units' | 'feeUnits'>;

/** Notifies clients about their withdrawals. */
export class WithdrawalNotifier {
  readonly #parts: WithdrawalNotifierParts;

  constructor(parts: WithdrawalNotifierParts) {
    this.#parts = parts;
  }

  /** The withdrawal as described in emails. */
  mailedOf({ asset, coin, network, address, units, feeUnits }: Told): MailedWithdrawal {
    const { scale } = this.#parts.instruments.asset(asset);
    const text = (amount: number) => `${trimZeros(formatDecimal(amount, scale))} ${coin}`;
    return { amount: text(units), fee: text(feeUnits), arrives: text(units - feeUnits), network, address };
  }

  async requested(withdrawal: Withdrawal): Promise<void> {
    const { pool, notices, mailQueue, brand } = this.#parts;
    await notices.add(withdrawal.owner, 'withdrawal_requested', this.#parameters(withdrawal));
    if (!withdrawal.isOneStep) return;
    const message = withdrawalRequestedMail(brand(), this.mailedOf(withdrawal));
    await mailQueue.add(withdrawal.owner, message, pool);
    await this.deliver(withdrawal.owner);
  }

  /** Notifies the client within the transaction that records the completion, and therefore exactly once. */
  async completed(withdrawal: Withdrawal, client: PoolClient): Promise<void> {
    await this.#parts.notices.add(withdrawal.owner, 'withdrawal_completed', this.#parameters(withdrawal), client);
  }

  /** Like `completed`, but for an internal transfer: the receiver is notified as well. */
  async handedOver(withdrawal: Withdrawal, client: PoolClient): Promise<void> {
    await this.completed(withdrawal, client);
    if (withdrawal.receiver === undefined) return;
    await this.#parts.notices.add(withdrawal.receiver, 'deposit_credited', this.#parameters(withdrawal), client);
  }

  /** Like `completed`, but for a refusal. The email is queued, and sent after the commit, by `deliver` or later. */
  async refused(withdrawal: Withdrawal, reason: WithdrawalRefusal, note: string, client: PoolClient): Promise<void> {
    const { notices, mailQueue, brand } = this.#parts;
    const parameters = { ...this.#parameters(withdrawal), reason };
    await notices.add(withdrawal.owner, 'withdrawal_refused', parameters, client);
    const message = withdrawalRefusedMail(brand(), this.mailedOf(withdrawal), reason, note);
    await mailQueue.add(withdrawal.owner, message, client);
  }

  /** Sends the queued emails of this client only. */
  deliver(owner: OwnerId): Promise<void> {
    return this.#parts.mailQueue.sendAll(owner);
  }

  addressSaved({ network, address, label }: SavedAddress): News {
    const message = addressSavedMail(this.#parts.brand(), network, address, label);
    return { kind: 'address_saved', details: { network, address }, message };
  }

  /**
   * The notification about switching one-step withdrawals on or off. Switching on reduces protection and is therefore
   * emailed as well: the owner can cancel the change until it takes effect.
   */
  oneStepChosen(isOn: boolean, fromMs: number): News {
    const notice = 'security_changed';
    if (!isOn) return { kind: 'one_step_off', notice };
    return { kind: 'one_step_on', notice, message: oneStepMail(this.#parts.brand(), fromMs) };
  }

  /**
   * The notification about switching the restriction to saved addresses on or off. Switching off reduces protection and
   * is therefore emailed as well.
   */
  onlySavedChosen(isOn: boolean, untilMs: number): News {
    const notice = 'security_changed';
    if (isOn) return { kind: 'only_saved_on', notice };
    return { kind: 'only_saved_off', notice, message: onlySavedOffMail(this.#parts.brand(), untilMs) };
  }

  #parameters({ asset, coin, units }: Withdrawal) {
    const { scale } = this.#parts.instruments.asset(asset);
    return { coin, amount: trimZeros(formatDecimal(units, scale)) };
  }
}
