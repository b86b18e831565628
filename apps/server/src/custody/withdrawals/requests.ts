import type { ScamPattern } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import { formatDecimal, parseDecimal } from '@vitrine/money';
import type { Pool } from 'pg';
import type { Authenticators } from '../../auth/factors/authenticators.ts';
import type { Passkeys } from '../../auth/factors/passkeys.ts';
import type { AccountCodes } from '../../auth/security/account-codes.ts';
import type { SecurityEvents } from '../../auth/security/security-events.ts';
import type { Session, SessionPrincipal } from '../../http/session.ts';
import { readUnits } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Device } from '../../kit/device.ts';
import { Places } from '../../kit/places.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { withdrawalCodeMail } from '../../notifications/mail/withdrawal-mails.ts';
import type { WithdrawalHints } from './hints.ts';
import { heldAt } from './ledger-side.ts';
import type { EnrolledFactors, WithdrawalLimits } from './limits.ts';
import type { WithdrawalNotifier } from './notifier.ts';
import type { HoldOutcome, WithdrawalProgress } from './progress.ts';
import type { WithdrawalForm, WithdrawalRules, WithdrawalRulesParts, WithdrawalTerms } from './rules.ts';
import type { Withdrawal, WithdrawalsTable } from './table.ts';
import type { UnfinishedWithdrawals } from './unfinished.ts';

export interface WithdrawalRequestsParts extends Pick<WithdrawalRulesParts, 'core' | 'instruments' | 'destinations'> {
  readonly pool: Pool;
  readonly table: WithdrawalsTable;
  readonly rules: WithdrawalRules;
  readonly limits: WithdrawalLimits;
  readonly unfinished: UnfinishedWithdrawals;
  readonly hints: WithdrawalHints;
  readonly progress: WithdrawalProgress;
  readonly telling: WithdrawalNotifier;
  readonly codes: AccountCodes;
  readonly authenticators: Pick<Authenticators, 'check' | 'enrolledAtMs'>;
  readonly passkeys: Pick<Passkeys, 'askFor' | 'confirms'>;
  readonly securityEvents: SecurityEvents;
}

export interface Draft {
  readonly withdrawal: Withdrawal;
  readonly terms: WithdrawalTerms;
  readonly factors: EnrolledFactors;
  readonly warnings: readonly ScamPattern[];
  readonly passkey: { readonly token: string; readonly options: object } | undefined;
}

/** A client's confirmation of a draft. */
export interface Confirmation {
  readonly gasFee: string | undefined;
  readonly code: string;
  readonly totp: string | undefined;
  readonly passkey: { readonly token: string; readonly response: object } | undefined;
}

export type Verdict =
  | { readonly kind: 'confirmed'; readonly withdrawal: Withdrawal; readonly position: number }
  | { readonly kind: 'wrong_code'; readonly factor: 'email' | 'authenticator' | 'passkey' };

/** When the second factor that confirmed the withdrawal was set up; undefined if the client has none. */
interface Proof {
  readonly factorSetUpMs: number | undefined;
}

const DRAFT_LIFE_MS = 600_000;
/** A new draft replaces the previous one, so queueing several is pointless. */
const MOST_DRAFTS = 1;
const MOST_CONFIRMATIONS = 100;

/** Clients' requests: to draft, confirm and cancel a withdrawal. */
export class WithdrawalRequests {
  readonly #parts: WithdrawalRequestsParts;
  /** How many requests of each client are running or waiting. */
  readonly #drafts = new Places(MOST_DRAFTS);
  readonly #confirmations = new Places(MOST_CONFIRMATIONS);

  constructor(parts: WithdrawalRequestsParts) {
    this.#parts = parts;
  }

  /**
   * Makes a draft and sends the code for it. Errors: those of `WithdrawalRules` and `UnfinishedWithdrawals`, busy,
   * too_many_requests.
   */
  draft(from: SessionPrincipal, form: WithdrawalForm): Promise<Draft> {
    return this.#alone(this.#drafts, from.owner, () => this.#draft(from, form));
  }

  /** Like `alone` in progress.ts, but limits how many of a client's requests run or wait at once. Errors: busy. */
  async #alone<T>(places: Places, owner: OwnerId, work: () => Promise<T>): Promise<T> {
    const client = String(owner);
    if (!places.take(client)) throw new ApiError('busy');
    try {
      return await this.#parts.progress.alone(owner, work);
    } finally {
      places.leave(client);
    }
  }

  async #draft({ session, device, origin }: SessionPrincipal, form: WithdrawalForm): Promise<Draft> {
    const { rules, table, limits, unfinished, hints, codes, telling, passkeys } = this.#parts;
    const terms = await rules.terms(session, form);
    await unfinished.demandRoom(session.owner, terms);
    const { asset } = terms;
    const withdrawal = await table.draft(
      { ...terms, owner: session.owner, asset: asset.asset, coin: asset.code },
      DRAFT_LIFE_MS,
    );
    const factors = await limits.factors(session);
    if (!terms.isOneStep) {
      const message = withdrawalCodeMail(telling.mailedOf(withdrawal));
      await codes.mail(session, 'withdrawal', message, device, String(withdrawal.id));
    }
    return {
      withdrawal,
      terms,
      factors,
      warnings: await hints.patterns(withdrawal),
      passkey: factors.passkey ? await passkeys.askFor(session.userId, withdrawal.id, origin) : undefined,
    };
  }

  /**
   * Confirms the live draft if it matches the form and all required codes are right. If a call with this
   * Idempotency-Key has already confirmed a withdrawal, returns the outcome of that call. Errors: those of
   * `WithdrawalRules`, `UnfinishedWithdrawals` and `unlock`, busy, too_many_requests, fee_changed, reference_conflict,
   * account_frozen.
   */
  confirm(from: SessionPrincipal, form: WithdrawalForm, confirmation: Confirmation, key?: string): Promise<Verdict> {
    return this.#alone(this.#confirmations, from.owner, async () => {
      const before = key === undefined ? undefined : await this.#parts.table.byRequestKey(from.owner, key);
      return before === undefined ? this.#confirm(from, form, confirmation, key) : this.#again(before, form);
    });
  }

  async #confirm(
    from: SessionPrincipal,
    form: WithdrawalForm,
    confirmation: Confirmation,
    key?: string,
  ): Promise<Verdict> {
    const { pool, core, table, rules, unfinished, telling, securityEvents } = this.#parts;
    const { session, device } = from;
    if (core().isFrozen(session.owner)) throw new ApiError('account_frozen');
    const draft = await table.liveDraft(session.owner);
    // A code is valid for one draft only. If the form differs from the draft, the code is treated as wrong.
    if (draft === undefined || !this.#isSame(draft, form)) return wrongCode('email');
    this.#demandFee(draft, confirmation.gasFee);
    const proof = await this.#prove(from, draft, confirmation);
    if (!('factorSetUpMs' in proof)) return proof;
    const terms = await rules.terms(session, { ...form, oneStep: draft.isOneStep });
    if (proof.factorSetUpMs !== undefined) {
      await this.#parts.limits.demandOldFactor(session, terms.valueUnits, proof.factorSetUpMs);
    }
    if (terms.feeUnits !== draft.feeUnits || terms.receiver !== draft.receiver) throw this.#feeChanged(terms);
    // The draft needed no code. Since then, the one-step limit was used up, or one-step withdrawals were switched off,
    // so a code is required now.
    if (draft.isOneStep && !terms.isOneStep) return wrongCode('email');
    const isConfirmed = await inTransaction(pool, async (client) => {
      await unfinished.demandRoom(session.owner, terms, client);
      return table.confirm(draft.id, terms, key, client);
    });
    if (!isConfirmed) return wrongCode('email');
    const confirmed = await table.one(draft.id);
    const held = await this.#hold(confirmed);
    await securityEvents.record(session.owner, 'withdrawal_requested', device, this.#details(confirmed));
    await telling.requested(confirmed);
    await this.#parts.progress.advance(draft.id);
    return held;
  }

  /** The response to a repeated request: the same as to the first. */
  async #again(before: Withdrawal, form: WithdrawalForm): Promise<Verdict> {
    if (!this.#isSame(before, form)) throw new ApiError('reference_conflict');
    if (before.state === 'requested') {
      const held = await this.#hold(before);
      await this.#parts.progress.advance(before.id);
      return held;
    }
    // If the withdrawal has ended without a hold, none is made now, because nothing would release it.
    const held = heldAt(this.#parts.core(), before);
    if (held === undefined && before.state === 'refused') throw await this.#refused(before, before.refusalReason);
    return { kind: 'confirmed', withdrawal: before, position: held?.position ?? 0 };
  }

  async #hold(withdrawal: Withdrawal): Promise<Verdict> {
    const answer: HoldOutcome = await this.#parts.progress.hold(withdrawal);
    if ('refused' in answer) throw await this.#refused(withdrawal, answer.refused);
    return { kind: 'confirmed', withdrawal, position: answer.position };
  }

  /**
   * Cancels a withdrawal, without waiting for the client's other requests. Errors: unknown_withdrawal,
   * withdrawal_under_way.
   */
  async cancel({ session, device }: SessionPrincipal, id: number): Promise<Withdrawal> {
    const { table, progress, securityEvents } = this.#parts;
    const withdrawal = await table.own(session.owner, id);
    if (withdrawal === undefined) throw new ApiError('unknown_withdrawal');
    if (await table.move(id, 'cancel')) {
      await securityEvents.record(session.owner, 'withdrawal_cancelled', device, this.#details(withdrawal));
      await progress.advance(id);
    } else if ((await table.one(id)).state !== 'cancelled') {
      throw new ApiError('withdrawal_under_way');
    }
    return withdrawal;
  }

  /**
   * Checks the code and the second factor. Returns which one is wrong or, if all are right, when the second factor was
   * set up. The second factor is checked last, because an authenticator's code works only once.
   */
  async #prove(
    from: SessionPrincipal,
    draft: Withdrawal,
    confirmation: Confirmation,
  ): Promise<Proof | Exclude<Verdict, { kind: 'confirmed' }>> {
    const { codes, limits, securityEvents } = this.#parts;
    const { session, device, origin } = from;
    if (!draft.isOneStep && !(await codes.check(session, 'withdrawal', confirmation.code, device, String(draft.id)))) {
      return wrongCode('email');
    }
    await from.unlock();
    const { authenticator, passkey } = await limits.factors(session);
    if (!authenticator && !passkey) return { factorSetUpMs: undefined };
    const factor =
      confirmation.passkey !== undefined && passkey ? 'passkey' : authenticator ? 'authenticator' : 'passkey';
    const factorSetUpMs =
      factor === 'passkey'
        ? await this.#passkeySetUpMs(session, draft, origin, confirmation)
        : await this.#authenticatorSetUpMs(session, device, confirmation);
    if (factorSetUpMs !== undefined) return { factorSetUpMs };
    await securityEvents.record(session.owner, 'wrong_code', device, { purpose: 'withdrawal' });
    return wrongCode(factor);
  }

  /** When the passkey that confirmed the withdrawal was set up; undefined if its assertion is wrong. */
  async #passkeySetUpMs(session: Session, draft: Withdrawal, origin: string, { passkey }: Confirmation) {
    if (passkey === undefined) return undefined;
    return this.#parts.passkeys.confirms(session.userId, draft.id, origin, passkey.token, passkey.response);
  }

  /**
   * When the authenticator was set up; undefined if the code is wrong. A recovery code gives access to the account, but
   * cannot confirm a withdrawal.
   */
  async #authenticatorSetUpMs(
    { userId, owner }: Session,
    device: Device,
    { totp = '' }: Confirmation,
  ): Promise<number | undefined> {
    if (!/^[0-9]{6}$/.test(totp)) return undefined;
    const { authenticators } = this.#parts;
    return (await authenticators.check({ personId: userId, owner }, totp, device)) === 'authenticator'
      ? authenticators.enrolledAtMs(userId)
      : undefined;
  }

  #isSame(withdrawal: Withdrawal, { coin, network, address, amount }: WithdrawalForm): boolean {
    const { instruments, destinations } = this.#parts;
    if (withdrawal.coin !== coin.toUpperCase() || withdrawal.network !== network) return false;
    if (withdrawal.address !== destinations.parse(network, address.trim())) return false;
    return readUnits(amount.trim(), instruments.asset(withdrawal.asset)) === withdrawal.units;
  }

  /** Throws if the fee that the client saw differs from the draft's fee. */
  #demandFee({ asset, feeUnits }: Withdrawal, seen: string | undefined): void {
    if (seen === undefined) return;
    const view = this.#parts.instruments.asset(asset);
    if (parseDecimal(seen.trim(), view.scale) !== feeUnits) throw this.#feeChanged({ asset: view, feeUnits });
  }

  #feeChanged({ asset, feeUnits }: Pick<WithdrawalTerms, 'asset' | 'feeUnits'>): ApiError {
    return new ApiError('fee_changed', { fee: `${formatDecimal(feeUnits, asset.scale)} ${asset.code}` });
  }

  /**
   * The error for a hold that the core refused. If a restriction or a hold now blocks the client's withdrawals, throws
   * withdrawals_restricted or withdrawals_held instead.
   */
  async #refused({ owner, asset, limitUnits }: Withdrawal, why: string): Promise<ApiError> {
    const { limits, hints, instruments } = this.#parts;
    if (why === 'exceeds_limit' || why === 'limit_reached')
      return limits.limitReached(limitUnits, Math.max(0, limitUnits - limits.used(owner)));
    if (why === 'account_restricted') await limits.demandFree(owner);
    if (why === 'account_frozen' || why === 'account_restricted') return new ApiError('account_frozen');
    const { scale } = instruments.asset(asset);
    return new ApiError('exceeds_balance', { value: formatDecimal(hints.free(owner, asset), scale) });
  }

  #details({ id, coin, network, address }: Withdrawal) {
    return { withdrawal: String(id), coin, network, address };
  }
}

const wrongCode = (factor: 'email' | 'authenticator' | 'passkey') => ({ kind: 'wrong_code', factor }) as const;
