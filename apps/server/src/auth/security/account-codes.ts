import type { Session } from '../../http/session.ts';
import { ApiError } from '../../kit/api-error.ts';
import { CODE, SEND_CODE } from '../../kit/attempt-limits.ts';
import type { Device } from '../../kit/device.ts';
import { textsIn } from '../../kit/texts.ts';
import type { Letter } from '../../notifications/mail/mails.ts';
import type { AuthParts } from '../auth-parts.ts';
import type { CodePurpose } from '../codes/codes.ts';

type CodeMail = (brand: string, code: string) => Letter;

/** Codes that a signed-in client requests and enters. Each code is bound to the account and to its purpose. */
export class AccountCodes {
  readonly #parts: Pick<AuthParts, 'codes' | 'limits' | 'mail' | 'securityEvents' | 'brand'>;

  constructor(parts: Pick<AuthParts, 'codes' | 'limits' | 'mail' | 'securityEvents' | 'brand'>) {
    this.#parts = parts;
  }

  /** Emails a code. `subject` is as for `redeem`. Errors: too_many_requests. */
  async mail(
    session: Session,
    purpose: CodePurpose,
    content: CodeMail,
    request: Device,
    subject?: string,
  ): Promise<void> {
    const { codes, limits, mail, brand } = this.#parts;
    await limits.count(SEND_CODE, session.uniqueId);
    const code = await codes.issue(purpose, addressOf(session, subject));
    const { language } = request;
    await mail.send({ to: session.email, ...content(brand(), code)(textsIn(language)), language, request });
  }

  /**
   * Whether the code is correct. It stays valid until it is redeemed or has no attempts left. Errors:
   * too_many_requests.
   */
  async check(session: Session, purpose: CodePurpose, code: string, device: Device, subject: string): Promise<boolean> {
    const { codes, limits, securityEvents } = this.#parts;
    const guesses = `${session.uniqueId} ${purpose}`;
    await limits.count(CODE, guesses);
    if (await codes.check(purpose, addressOf(session, subject), code)) {
      await limits.clear(CODE, guesses);
      return true;
    }
    await securityEvents.record(session.owner, 'wrong_code', device, { purpose });
    return false;
  }

  /**
   * Uses up a correct code; of two concurrent calls, only one succeeds. `subject` is a further value to which the code
   * is bound, besides the account and the purpose, such as a phone number. Errors: code_mismatch, too_many_requests.
   */
  async redeem(session: Session, purpose: CodePurpose, code: string, device: Device, subject?: string): Promise<void> {
    const { codes, limits, securityEvents } = this.#parts;
    // Guesses are counted per purpose, and a correct code resets only the count of its purpose: a code for a mobile
    // number may have been sent to any phone, so it must not allow more guesses for another purpose.
    const guesses = `${session.uniqueId} ${purpose}`;
    await limits.count(CODE, guesses);
    if (await codes.redeem(purpose, addressOf(session, subject), code)) return limits.clear(CODE, guesses);
    await securityEvents.record(session.owner, 'wrong_code', device, { purpose });
    throw new ApiError('code_mismatch');
  }
}

const addressOf = ({ uniqueId }: Session, subject: string | undefined): string =>
  subject === undefined ? uniqueId : `${uniqueId} ${subject}`;
