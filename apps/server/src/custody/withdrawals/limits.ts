import type { RestrictionReason } from '@vitrine/contract';
import type { AssetView, Core, OwnerId } from '@vitrine/core';
import { formatDecimal, parseDecimal } from '@vitrine/money';
import type { Pool } from 'pg';
import type { Authenticators } from '../../auth/factors/authenticators.ts';
import type { Passkeys } from '../../auth/factors/passkeys.ts';
import { CHOSEN_WITHDRAW_LIMIT } from '../../auth/security/single-withdrawal-limit.ts';
import type { HoldReason } from '../../auth/security/withdrawal-hold.ts';
import type { Session } from '../../http/session.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Instruments } from '../../kit/instruments.ts';
import type { MarketData } from '../../projections/tables/market-data.ts';
import type { Restriction } from '../../restrictions/restriction-row.ts';
import type { ExchangeSettings } from '../../settings/exchange-settings.ts';
import { pricesOf } from './prices.ts';
import { type Withdrawal, WithdrawalsTable } from './table.ts';

const DAY_MS = 86_400_000;
/** To lift the single-withdrawal limit, a second factor must have been set up at least this many hours ago. */
const FACTOR_COUNTS_AFTER_HOURS = 24;
const HOUR_MS = 3_600_000;
const MAX_UNITS = BigInt(Number.MAX_SAFE_INTEGER);

export interface WithdrawalLimitsParts {
  readonly pool: Pool;
  readonly core: () => Core;
  readonly instruments: Instruments;
  readonly marketData: Pick<MarketData, 'candles' | 'tape'>;
  readonly settings: () => ExchangeSettings;
  /** The exchange's clock. */
  readonly clock: () => number;
  /** Whether a client's identity is verified. */
  readonly isVerified: (owner: OwnerId) => boolean;
  readonly authenticators: Pick<Authenticators, 'isEnrolled'>;
  readonly passkeys: Pick<Passkeys, 'of'>;
}

interface Standing {
  /** The restriction and the hold that block all withdrawals of the client, if there are any. */
  readonly restriction: Pick<Restriction, 'reason' | 'rule' | 'endsAtMs'> | undefined;
  readonly hold: { readonly reason: HoldReason; readonly untilMs: number } | undefined;
  /**
   * The client's single-withdrawal limit. It does not apply to withdrawals confirmed with a second factor that was set
   * up at least a day ago.
   */
  readonly singleUnits: number;
  /**
   * When the client's oldest factor lifts the single-withdrawal limit: a day after that authenticator or passkey was
   * set up. An attacker who takes over an account and sets up a factor thus cannot exceed the limit for a day, during
   * which the owner may notice. Undefined if there is no factor.
   */
  readonly singleEndsAtMs: number | undefined;
}

interface StandingRow {
  readonly chosen: number | null;
  readonly held_until: Date | null;
  readonly held_reason: HoldReason;
  readonly reason: RestrictionReason;
  readonly rule: string;
  /** Null if no restriction is in force. */
  readonly ends_at: Date | null;
  readonly single_ends_at: Date | null;
}

/** The second factors that a client has set up. */
export interface EnrolledFactors {
  readonly authenticator: boolean;
  readonly passkey: boolean;
}

/**
 * The limit for a single withdrawal, in whole USDT: the limit that the client has chosen, but at most the highest one
 * offered; without a choice, the lowest one offered.
 */
export const singleLimit = (choices: readonly string[], chosen: number | undefined): number =>
  Math.min(chosen ?? Number(choices[0]), Number(choices.at(-1)));

/** The limits on how much a client may withdraw, in units of USDT. */
export class WithdrawalLimits {
  readonly #parts: WithdrawalLimitsParts;
  readonly #table: WithdrawalsTable;

  constructor(parts: WithdrawalLimitsParts) {
    this.#parts = parts;
    this.#table = new WithdrawalsTable(parts.pool, parts.clock);
  }

  tierOf(owner: OwnerId): 'Verified' | 'Unverified' {
    return this.#parts.isVerified(owner) ? 'Verified' : 'Unverified';
  }

  /** The limit within any 24 hours, as set for the client's verification tier. */
  perDay(owner: OwnerId): number {
    return this.usdtUnits(this.#parts.settings().withdrawalPerDayUsdt[this.tierOf(owner)]);
  }

  oneStepPerDay(): number {
    return this.usdtUnits(this.#parts.settings().oneStepPerDayUsdt);
  }

  /**
   * How much of the 24-hour limit is used. The core counts it (`ledger/withdrawal-uses.ts`) and refuses withdrawals
   * beyond the limit (`commands/hold-units.ts`), so that concurrent withdrawals cannot exceed it together.
   */
  used(owner: OwnerId): number {
    return this.#parts.core().withdrawalUse(owner);
  }

  usedInOneStep(owner: OwnerId): Promise<number> {
    return this.#table.oneStepSince(owner, this.#parts.clock() - DAY_MS);
  }

  async factors({ userId }: Pick<Session, 'userId'>): Promise<EnrolledFactors> {
    const { authenticators, passkeys } = this.#parts;
    return {
      authenticator: await authenticators.isEnrolled(userId),
      passkey: (await passkeys.of(userId)).length > 0,
    };
  }

  /** The restriction, the hold and the single-withdrawal limit that apply to this client, read in one statement. */
  async standing(owner: OwnerId): Promise<Standing> {
    const { rows } = await this.#parts.pool.query<StandingRow>(
      `select ${CHOSEN_WITHDRAW_LIMIT} as chosen,
         case when withdrawals_held_until > now() then withdrawals_held_until end as held_until,
         withdrawals_held_reason as held_reason, restriction.reason, restriction.rule, restriction.ends_at,
         (select min(at) + make_interval(hours => ${FACTOR_COUNTS_AFTER_HOURS}) from (
            select enrolled_at as at from authenticator where authenticator.person_id = client.person_id
            union all select created_at from passkey where passkey.person_id = client.person_id) factor) as single_ends_at
       from client left join restriction
         on restriction.owner = client.owner and restriction.kind = 'withdraw' and restriction.ended_at is null
       where client.owner = $1`,
      [owner],
    );
    const { singleWithdrawalChoicesUsdt: choices } = this.#parts.settings();
    const row = rows[0];
    return {
      restriction: row?.ends_at ? { reason: row.reason, rule: row.rule, endsAtMs: row.ends_at.getTime() } : undefined,
      hold: row?.held_until ? { reason: row.held_reason, untilMs: row.held_until.getTime() } : undefined,
      singleUnits: this.usdtUnits(String(singleLimit(choices, row?.chosen ?? undefined))),
      singleEndsAtMs: row?.single_ends_at?.getTime(),
    };
  }

  /**
   * The number of operators who must approve the withdrawal: 0, 1 or 2. The withdrawal's value is compared with a
   * threshold for one approval and another for two, after adding the client's other withdrawals of the last 24 hours
   * that needed fewer approvals than the threshold requires. Many small withdrawals thus need as many approvals as one
   * large one.
   */
  async approvalsFor({ id, owner, valueUnits }: Pick<Withdrawal, 'id' | 'owner' | 'valueUnits'>): Promise<number> {
    const { one, two } = this.#parts.settings().withdrawalApprovalAboveUsdt;
    const since = this.#parts.clock() - DAY_MS;
    const { byNone, byFewerThanTwo } = await this.#table.lightlyApproved(owner, id, since);
    if (byFewerThanTwo + valueUnits > this.usdtUnits(two)) return 2;
    return byNone + valueUnits > this.usdtUnits(one) ? 1 : 0;
  }

  /**
   * The USDT value of an amount, rounded up, at the highest of the coin's prices (`pricesOf`). Undefined if the coin
   * has no price: it has no market, and operators have set none.
   */
  async valueOf(asset: AssetView, units: number): Promise<number | undefined> {
    if (asset.asset === this.#parts.instruments.usdt?.asset) return units;
    let highest: bigint | undefined;
    for (const { usdtUnits, coinUnits } of await pricesOf(asset, this.#parts)) {
      const value = (BigInt(units) * usdtUnits + coinUnits - 1n) / coinUnits;
      if (highest === undefined || value > highest) highest = value;
    }
    if (highest === undefined) return undefined;
    // A value this high exceeds every limit, so the excess does not matter.
    return Number(highest > MAX_UNITS ? MAX_UNITS : highest);
  }

  /**
   * Throws if a restriction or a hold blocks the client's withdrawals. Errors: withdrawals_restricted,
   * withdrawals_held.
   */
  async demandFree(owner: OwnerId): Promise<void> {
    const { restriction, hold } = await this.standing(owner);
    if (restriction !== undefined) {
      const { reason, rule, endsAtMs } = restriction;
      throw new ApiError('withdrawals_restricted', { reason, rule, end: String(endsAtMs) });
    }
    if (hold === undefined) return;
    throw new ApiError('withdrawals_held', { reason: hold.reason, end: String(hold.untilMs) });
  }

  /**
   * Throws if the value exceeds a limit; returns the 24-hour limit, and what is left of it after this withdrawal.
   * Errors: single_withdrawal_limit, factor_too_new, withdrawal_limit.
   */
  async demandWithin(session: Session, valueUnits: number): Promise<{ limitUnits: number; leftUnits: number }> {
    const { owner } = session;
    const { singleUnits, singleEndsAtMs } = await this.standing(owner);
    if (valueUnits > singleUnits) this.#demandFactor(this.usdtText(singleUnits), singleEndsAtMs);
    const limitUnits = this.perDay(owner);
    const left = Math.max(0, limitUnits - this.used(owner));
    if (valueUnits > left) throw this.limitReached(limitUnits, left);
    return { limitUnits, leftUnits: left - valueUnits };
  }

  #demandFactor(value: string, endsAtMs: number | undefined): void {
    if (endsAtMs === undefined) throw new ApiError('single_withdrawal_limit', { value });
    if (endsAtMs > this.#parts.clock()) throw new ApiError('factor_too_new', { value, time: String(endsAtMs) });
  }

  /**
   * Throws if the value exceeds the single-withdrawal limit and the factor that confirms the withdrawal was set up less
   * than a day ago, even if the client has another, older factor. Errors: factor_too_new.
   */
  async demandOldFactor({ owner }: Session, valueUnits: number, setUpMs: number): Promise<void> {
    const countsFromMs = setUpMs + FACTOR_COUNTS_AFTER_HOURS * HOUR_MS;
    if (countsFromMs <= this.#parts.clock()) return;
    const { singleUnits } = await this.standing(owner);
    if (valueUnits <= singleUnits) return;
    throw new ApiError('factor_too_new', { value: this.usdtText(singleUnits), time: String(countsFromMs) });
  }

  limitReached(limitUnits: number, leftUnits: number): ApiError {
    return new ApiError('withdrawal_limit', { limit: this.usdtText(limitUnits), left: this.usdtText(leftUnits) });
  }

  /** Whether a withdrawal of this value fits in what is left of the client's 24-hour limit for one-step withdrawals. */
  async allowsOneStep(owner: OwnerId, valueUnits: number): Promise<boolean> {
    return valueUnits + (await this.usedInOneStep(owner)) <= this.oneStepPerDay();
  }

  usdtUnits(text: string): number {
    const units = parseDecimal(text, this.#usdtScale());
    if (units === undefined) throw new Error(`the withdrawal limit ${text} is not an amount of USDT`);
    return units;
  }

  usdtText(units: number): string {
    return formatDecimal(units, this.#usdtScale());
  }

  #usdtScale(): number {
    return this.#parts.instruments.usdt?.scale ?? 0;
  }
}
