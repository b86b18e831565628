import type { PoolClient } from 'pg';
import type { Session } from '../../http/session.ts';
import type { Device } from '../../kit/device.ts';
import { type Letter, securityChangedMail } from '../../notifications/mail/mails.ts';
import type { AuthParts } from '../auth-parts.ts';
import { demandFactorsFree } from '../factors/factor-hold.ts';
import { AccountNews, type News } from './account-news.ts';

const RAISED_AFTER_HOURS = 24;

/**
 * SQL for the limit that the client has chosen and that is in effect now. Null if the client has chosen none; the
 * lowest limit that operators offer then applies.
 */
export const CHOSEN_WITHDRAW_LIMIT =
  'case when next_withdraw_limit_at <= now() then next_withdraw_limit else withdraw_limit end';

export interface WithdrawLimitChange {
  /** Whole USDT. */
  readonly limit: number;
  /** The lowest limit that operators offer, which is the default. */
  readonly lowest: number;
  /**
   * Whether the client has given the proof that raising a limit requires; without it, the limit can only be lowered.
   */
  readonly mayRaise: boolean;
}

/** Whether anything changed, and when the limit starts to apply; null means immediately. */
interface SetLimit {
  readonly changed: boolean;
  readonly from: Date | null;
}

/**
 * The single-withdrawal limit. It does not apply to withdrawals confirmed with an authenticator or passkey that was set
 * up at least a day ago.
 */
export class WithdrawLimit {
  readonly #parts: AuthParts;
  readonly #news: AccountNews;

  constructor(parts: AuthParts) {
    this.#parts = parts;
    this.#news = new AccountNews(parts);
  }

  /**
   * Sets the limit. A lower limit takes effect immediately and cancels a pending higher one. A higher limit takes
   * effect a day later, so that an attacker who has taken over the account cannot withdraw more before its owner
   * notices. Setting the same limit changes nothing. Returns the time in ms from which the limit applies, or 0 if it
   * applies immediately; undefined if the client may not raise the limit. Errors: factors_held, and those of
   * `AccountNews.change`.
   */
  set(session: Session, change: WithdrawLimitChange, device: Device): Promise<number | undefined> {
    return this.#news.change(session, device, async (transaction, notify) => {
      const set = await this.#set(transaction, session, change);
      if (set?.changed === true) await notify(this.#newsOf(change.limit, set.from));
      return set && (set.from?.getTime() ?? 0);
    });
  }

  async #set(
    transaction: PoolClient,
    session: Session,
    { limit, lowest, mayRaise }: WithdrawLimitChange,
  ): Promise<SetLimit | undefined> {
    if (mayRaise) await demandFactorsFree(transaction, session.userId);
    const { rows } = await transaction.query<SetLimit>(
      `with now_chosen as (
         select owner, coalesce(${CHOSEN_WITHDRAW_LIMIT}, $3) as chosen,
           case when next_withdraw_limit_at > now() then next_withdraw_limit
             else coalesce(${CHOSEN_WITHDRAW_LIMIT}, $3) end <> $2 as changed,
           case when next_withdraw_limit = $2 and next_withdraw_limit_at > now() then next_withdraw_limit_at
             else now() + make_interval(hours => ${RAISED_AFTER_HOURS}) end as raised_at
         from client where owner = $1 for no key update)
       update client set
         withdraw_limit = least($2, chosen),
         next_withdraw_limit = case when $2 > chosen then $2::integer end,
         next_withdraw_limit_at = case when $2 > chosen then raised_at end
       from now_chosen where client.owner = now_chosen.owner and ($2 <= chosen or $4)
       returning changed, next_withdraw_limit_at as from`,
      [session.owner, limit, lowest, mayRaise],
    );
    return rows[0];
  }

  #newsOf(limit: number, from: Date | null): News {
    return {
      kind: 'withdrawal_limit_changed',
      details: { limit: String(limit) },
      notice: 'security_changed',
      ...(from === null ? {} : { message: this.#raisedMail(limit) }),
    };
  }

  #raisedMail(limit: number): Letter {
    return securityChangedMail(this.#parts.brand(), ({ say }) =>
      say('securityChanged.limit_raised', { hours: RAISED_AFTER_HOURS, limit }),
    );
  }
}
