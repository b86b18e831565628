import type { Session } from '../../http/session.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Device } from '../../kit/device.ts';
import { isUniqueViolation } from '../../kit/postgres/unique-violation.ts';
import { textsIn } from '../../kit/texts.ts';
import { mobileConnectedMail } from '../../notifications/mail/mails.ts';
import type { AuthParts } from '../auth-parts.ts';
import { normalisePhone, takesTexts } from '../phone.ts';
import { AccountCodes } from './account-codes.ts';
import { AccountNews } from './account-news.ts';
import type { SmsLimits } from './sms-limits.ts';

/** A client's mobile number, verified by a code sent to it. A verified number belongs to only one account. */
export class MobileNumber {
  readonly #parts: AuthParts;
  readonly #codes: AccountCodes;
  readonly #news: AccountNews;
  readonly #smsLimits: SmsLimits;

  constructor(parts: AuthParts, smsLimits: SmsLimits) {
    this.#parts = parts;
    this.#smsLimits = smsLimits;
    this.#codes = new AccountCodes(parts);
    this.#news = new AccountNews(parts);
  }

  /**
   * Sends a code to a number, even if the number belongs to another account: only the holder of the number may learn
   * that it does. Errors: phone_invalid, too_many_requests.
   */
  async sendCode(session: Session, text: string, device: Device): Promise<void> {
    const { codes, sms, brand } = this.#parts;
    const number = readNumber(text);
    await this.#smsLimits.count({ uniqueId: session.uniqueId, ip: device.ip, number });
    const code = await codes.issue('mobile_number', `${session.uniqueId} ${number}`);
    await sms.send({
      to: number,
      text: textsIn(device.language).say('sms.mobileCode', { code, brand: brand() }),
      code,
    });
  }

  /**
   * Verifies the code and stores the number. Errors: phone_invalid, code_mismatch, mobile_taken, too_many_requests, and
   * those of `AccountNews.change`.
   */
  async connect(session: Session, text: string, code: string, device: Device): Promise<void> {
    const number = readNumber(text);
    await this.#codes.redeem(session, 'mobile_number', code, device, number);
    await this.#news.change(session, device, async (transaction, notify) => {
      await transaction
        .query('update client set mobile_number = $2, mobile_verified_at = now() where owner = $1', [
          session.owner,
          number,
        ])
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? new ApiError('mobile_taken') : error;
        });
      await notify({
        kind: 'mobile_number_connected',
        details: { ending: number.slice(-4) },
        notice: 'security_changed',
        message: mobileConnectedMail(this.#parts.brand(), number),
      });
    });
  }
}

function readNumber(text: string): string {
  const number = normalisePhone(text);
  if (number === undefined || !takesTexts(number)) throw new ApiError('phone_invalid');
  return number;
}
