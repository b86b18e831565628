import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { TransactionPasswords } from '../../http/session.ts';
import type { AttemptLimits } from '../../kit/attempt-limits.ts';
import type { MailQueue } from '../../notifications/mail/mail-queue.ts';
import type { Notices } from '../../notifications/notices.ts';
import type { MailSender } from '../../providers/mail/mail.ts';
import type { SmsSender } from '../../providers/sms/sms.ts';
import type { OneTimeCodes } from '../codes/codes.ts';
import type { NewPasswords } from '../passwords/new-passwords.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { SecurityEvents } from './security-events.ts';

/** Dependencies shared by the parts of the security center. */
export interface SecurityParts {
  readonly pool: Pool;
  readonly sessions: SessionStore;
  readonly codes: OneTimeCodes;
  readonly limits: AttemptLimits;
  readonly newPasswords: NewPasswords;
  readonly mail: MailSender;
  readonly mailQueue: Pick<MailQueue, 'add' | 'sendAll'>;
  readonly sms: SmsSender;
  readonly events: SecurityEvents;
  readonly notices: Notices;
  readonly transactionPasswords: TransactionPasswords;
  /** Maximum number of text messages per country and hour. */
  readonly smsPerCountryHour: number;
  readonly brand: () => string;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}
