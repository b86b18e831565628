import type { Pool } from 'pg';
import { type AttemptLimits, CODE } from '../../kit/attempt-limits.ts';
import { addressKey } from '../../kit/by-address.ts';
import { browserMark, type SigningDevice } from '../sign-in/known-devices.ts';
import type { CodePurpose, OneTimeCodes } from './codes.ts';

type VisitorPurpose = Extract<CodePurpose, 'sign_up' | 'password_reset'>;

/**
 * Codes for people who are not signed in. Each code is bound to the browser that requested it: requests from other
 * browsers neither void the code nor use up its attempts. Guesses count against the limit only if a code exists.
 */
export class BrowserCodes {
  readonly #codes: OneTimeCodes;
  readonly #limits: AttemptLimits;

  constructor(codes: OneTimeCodes, limits: AttemptLimits) {
    this.#codes = codes;
    this.#limits = limits;
  }

  issue(purpose: VisitorPurpose, email: string, device: SigningDevice): Promise<string> {
    return this.#codes.issue(purpose, placeOf(email, device));
  }

  /**
   * Whether the code is correct. The check counts as an attempt but does not use up the code. Errors:
   * too_many_requests.
   */
  async check(purpose: VisitorPurpose, email: string, device: SigningDevice, code: string): Promise<boolean> {
    const place = placeOf(email, device);
    return (await this.#count(purpose, place)) && this.#codes.check(purpose, place, code);
  }

  /** Like `check`, but uses up a correct code. Errors: too_many_requests. */
  async redeem(purpose: VisitorPurpose, email: string, device: SigningDevice, code: string): Promise<boolean> {
    return (await this.check(purpose, email, device, code)) && this.useUp(purpose, email, device, code);
  }

  /**
   * Uses up a code that has been checked, within a transaction if one is given: if that transaction fails, the code
   * stays valid. False if another call has used up the code.
   */
  async useUp(
    purpose: VisitorPurpose,
    email: string,
    device: SigningDevice,
    code: string,
    database?: Pick<Pool, 'query'>,
  ): Promise<boolean> {
    const place = placeOf(email, device);
    if (!(await this.#codes.useUp(purpose, place, code, database))) return false;
    await this.#limits.clear(CODE, `${purpose} ${place}`, database);
    return true;
  }

  async #count(purpose: VisitorPurpose, place: string): Promise<boolean> {
    if (!(await this.#codes.isLive(purpose, place))) return false;
    await this.#limits.count(CODE, `${purpose} ${place}`);
    return true;
  }
}

/** What a code is bound to: the email address and the browser or, for a program without cookies, its IP address. */
const placeOf = (email: string, { deviceId, ip }: SigningDevice): string =>
  `${email} ${deviceId === undefined ? addressKey(ip) : browserMark(deviceId)}`;
