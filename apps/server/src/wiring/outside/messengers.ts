import type pg from 'pg';
import type { MailSender } from '../../providers/mail/mail.ts';
import { OutboxMail } from '../../providers/mail/outbox-mail.ts';
import { SmtpMail } from '../../providers/mail/smtp-mail.ts';
import { HttpSms } from '../../providers/sms/http-sms.ts';
import { OutboxSms } from '../../providers/sms/outbox-sms.ts';
import type { SmsSender } from '../../providers/sms/sms.ts';
import type { Settings } from '../settings/settings.ts';

interface Messengers {
  readonly carrier: MailSender;
  readonly sms: SmsSender;
  /** The messages that the sandbox stores instead of sending them; undefined in production. */
  readonly outbox: OutboxMail | undefined;
}

/** Opens the senders of emails and text messages. */
export function messengersOf({ mode, mail, sms }: Settings, pool: pg.Pool): Messengers {
  if (mode === 'sandbox') {
    const outbox = new OutboxMail(pool);
    return { carrier: outbox, sms: new OutboxSms(pool), outbox };
  }
  if (mail === undefined || sms === undefined) throw new Error('the production settings lack a mail or SMS provider');
  return { carrier: new SmtpMail(mail.smtpUrl, mail.from), sms: new HttpSms(sms), outbox: undefined };
}
