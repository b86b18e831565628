import { ApiError } from '../../kit/api-error.ts';
import { type AttemptLimit, SEND_SMS, SEND_SMS_ADDRESS, SEND_SMS_TOTAL } from '../../kit/attempt-limits.ts';
import type { AuthParts } from '../auth-parts.ts';
import { phoneCountries, phoneCountry } from '../phone.ts';

type SmsLimitsParts = Pick<AuthParts, 'pool' | 'limits' | 'smsPerCountryHour' | 'log'>;

/** Who requests a text message, and the number to which it is to be sent. */
interface SmsRequest {
  readonly uniqueId: string;
  readonly ip: string;
  readonly number: string;
}

/** An exceeded limit that many clients share: for text messages to one country, or to all countries. */
export interface ExceededSmsLimit {
  /** An ISO 3166 code; empty for the limit across all countries. */
  readonly country: string;
  readonly refused: number;
  /** Start of the hour in which the limit was exceeded. */
  readonly sinceMs: number;
}

const ALARM_EVERY_MS = 600_000;
const ALL = 'all';

/** Limits text messages: each costs money, and the holders of some numbers are paid for messages that they receive. */
export class SmsLimits {
  readonly #parts: SmsLimitsParts;
  readonly #perCountry: AttemptLimit;
  readonly #nextAlarmMs = new Map<string, number>();

  constructor(parts: SmsLimitsParts) {
    this.#parts = parts;
    this.#perCountry = { name: 'send_sms_country', attempts: parts.smsPerCountryHour, windowSeconds: 3600 };
  }

  /** Counts a text message. Errors: too_many_requests. */
  async count({ uniqueId, ip, number }: SmsRequest): Promise<void> {
    const { limits } = this.#parts;
    await limits.count(SEND_SMS, uniqueId);
    await limits.count(SEND_SMS, number);
    await limits.countFrom(ip, SEND_SMS_ADDRESS);
    await this.#countShared(this.#perCountry, phoneCountry(number));
    await this.#countShared(SEND_SMS_TOTAL, ALL);
  }

  /** For operators: the shared limits that were exceeded in windows that started in the last 24 hours, newest first. */
  async exceeded(): Promise<ExceededSmsLimit[]> {
    const limits = [
      { subject: `${SEND_SMS_TOTAL.name}:${ALL}`, country: '', attempts: SEND_SMS_TOTAL.attempts },
      ...phoneCountries.map((country) => ({
        subject: `${this.#perCountry.name}:${country}`,
        country,
        attempts: this.#perCountry.attempts,
      })),
    ];
    const { rows } = await this.#parts.pool.query<{ country: string; refused: number; since: Date }>(
      `select country, attempt_window.attempts - shared.attempts as refused, window_start as since
       from unnest($1::text[], $2::text[], $3::integer[]) as shared (subject, country, attempts)
       join attempt_window using (subject)
       where attempt_window.attempts > shared.attempts and window_start > now() - interval '24 hours'
       order by window_start desc, country`,
      [limits.map(({ subject }) => subject), limits.map(({ country }) => country), limits.map((one) => one.attempts)],
    );
    return rows.map(({ country, refused, since }) => ({ country, refused, sinceMs: since.getTime() }));
  }

  /**
   * Counts a message toward a limit that all clients share. If it is exceeded, operators are alerted: either many
   * people are connecting mobile numbers, or someone is abusing text messages at our expense. Errors:
   * too_many_requests.
   */
  async #countShared(limit: AttemptLimit, subject: string): Promise<void> {
    const seconds = await this.#parts.limits.use(limit, subject);
    if (seconds === undefined) return;
    if (performance.now() >= (this.#nextAlarmMs.get(subject) ?? 0)) {
      this.#nextAlarmMs.set(subject, performance.now() + ALARM_EVERY_MS);
      this.#parts.log.error({ country: subject, perHour: limit.attempts }, 'SMS limit exceeded');
    }
    throw new ApiError('too_many_requests', { seconds: String(seconds) });
  }
}
