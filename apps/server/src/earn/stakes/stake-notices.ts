import type { AssetId } from '@vitrine/core';
import { trimZeros } from '@vitrine/money';
import type { PoolClient } from 'pg';
import type { Instruments } from '../../kit/instruments.ts';
import { utcTime } from '../../kit/utc-time.ts';
import type { MailQueue } from '../../notifications/mail/mail-queue.ts';
import type { Notices } from '../../notifications/notices.ts';
import type { Move } from '../moves/move-table.ts';
import { paidOutMail, unlockedMail } from './stake-mails.ts';
import type { Stake } from './stake-table.ts';

/** Notifies clients of what happens to their stakes, in the transaction that stores it. */
export interface StakeNotices {
  unlocked(client: PoolClient, stake: Stake, move: Move, restDueMs: number): Promise<void>;
  released(client: PoolClient, stake: Stake, move: Move): Promise<void>;
  closed(client: PoolClient, stake: Stake, move: Move): Promise<void>;
  /** The term ends soon. */
  ending(client: PoolClient, stake: Stake): Promise<void>;
  paidOut(client: PoolClient, stake: Stake, move: Move): Promise<void>;
  renewed(client: PoolClient, stake: Stake, move: Move): Promise<void>;
}

export interface StakeNoticesParts {
  readonly notices: Notices;
  readonly mailQueue: MailQueue;
  readonly brand: () => string;
  readonly instruments: Instruments;
  readonly amountText: (asset: AssetId, units: number) => string;
}

export function stakeNotices({ notices, mailQueue, brand, instruments, amountText }: StakeNoticesParts): StakeNotices {
  const about = ({ asset, days }: Stake) => ({ coin: instruments.asset(asset).code, days: String(days) });
  const amount = ({ asset }: Stake, units: number) => trimZeros(amountText(asset, units));
  return {
    async unlocked(client, stake, move, restDueMs) {
      const words = {
        ...about(stake),
        amount: amount(stake, move.units),
        rest: amount(stake, stake.principalUnits - move.units),
        at: utcTime(restDueMs),
      };
      await notices.add(stake.owner, 'earn_unlocked', words, client);
      await mailQueue.add(stake.owner, unlockedMail(brand(), { ...words, atMs: restDueMs }), client);
    },
    async released(client, stake, move) {
      await notices.add(stake.owner, 'earn_released', { ...about(stake), amount: amount(stake, move.units) }, client);
    },
    async closed(client, stake, move) {
      const words = { coin: about(stake).coin, amount: amount(stake, move.units) };
      await notices.add(stake.owner, 'earn_closed', words, client);
    },
    async ending(client, stake) {
      const kind = stake.autoRenew ? 'earn_renewing' : 'earn_ending';
      const words = {
        ...about(stake),
        amount: amount(stake, stake.principalUnits),
        at: utcTime(stake.endCut as number),
      };
      await notices.add(stake.owner, kind, words, client);
    },
    async paidOut(client, stake, move) {
      const words = {
        ...about(stake),
        amount: amount(stake, move.units),
        interest: amount(stake, move.postedUnits),
      };
      // With auto-renewal on, a pay-out means that the renewal was not possible.
      const kind = stake.autoRenew ? 'earn_not_renewed' : 'earn_paid_out';
      await notices.add(stake.owner, kind, words, client);
      await mailQueue.add(stake.owner, paidOutMail(brand(), { ...words, isRenewalRefused: stake.autoRenew }), client);
    },
    async renewed(client, stake, move) {
      const words = {
        ...about(stake),
        amount: amount(stake, move.units),
        interest: amount(stake, move.postedUnits),
      };
      await notices.add(stake.owner, 'earn_renewed', words, client);
    },
  };
}
