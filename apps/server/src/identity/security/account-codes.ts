import { ApiError } from '../../http/api-error.ts';
import { CODE, SEND_CODE } from '../attempt-limits.ts';
import type { CodePurpose } from '../codes.ts';
import type { Device } from '../security-events.ts';
import type { Session } from '../session.ts';
import type { SecurityParts } from './security-parts.ts';

type Letter = (brand: string, code: string) => { readonly subject: string; readonly text: string };

/** Codes that someone who is signed in asks for and then enters. Each is bound to the account and to its purpose. */
export class AccountCodes {
  readonly #parts: Pick<SecurityParts, 'codes' | 'limits' | 'mail' | 'events' | 'brand'>;

  constructor(parts: Pick<SecurityParts, 'codes' | 'limits' | 'mail' | 'events' | 'brand'>) {
    this.#parts = parts;
  }

  /** Errors: too_many_requests. */
  async mail(session: Session, purpose: CodePurpose, letter: Letter, request: Device): Promise<void> {
    const { codes, limits, mail, brand } = this.#parts;
    await limits.count(SEND_CODE, session.uniqueId);
    const code = await codes.issue(purpose, session.uniqueId);
    await mail.send({ to: session.email, ...letter(brand(), code), request });
  }

  /**
   * Uses up a right code; of two at once one succeeds. `subject` is what else the code is bound to, such as a number.
   * Errors: code_mismatch, too_many_requests.
   */
  async redeem(session: Session, purpose: CodePurpose, code: string, device: Device, subject?: string): Promise<void> {
    const { codes, limits, events } = this.#parts;
    // Of each purpose by itself: a right code of one, sent to a phone that anyone may have, buys no guesses of another.
    const guesses = `${session.uniqueId} ${purpose}`;
    await limits.count(CODE, guesses);
    const address = subject === undefined ? session.uniqueId : `${session.uniqueId} ${subject}`;
    if (await codes.redeem(purpose, address, code)) return limits.clear(CODE, guesses);
    await events.record(session.owner, 'wrong_code', device, { purpose });
    throw new ApiError('code_mismatch');
  }
}
