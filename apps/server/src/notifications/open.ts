import type { Ground } from '../kit/ground.ts';
import type { MailSender } from '../providers/mail/mail.ts';
import { FramedMail } from './mail/framed-mail.ts';
import { MailQueue } from './mail/mail-queue.ts';
import { Notices } from './notices.ts';
import type { Services } from './services.ts';

interface Outside {
  /** Delivers emails. */
  readonly carrier: MailSender;
  /** Key for encrypting emails that contain an invitation link; at least 32 characters. */
  readonly secret: string;
}

export function openNotifications(
  { brand, log }: Pick<Services, 'brand' | 'log'>,
  { pool }: Ground,
  { carrier, secret }: Outside,
) {
  const mail = new FramedMail({ carrier, pool, brand, now: Date.now });
  return { mail, notices: new Notices(pool), mailQueue: new MailQueue({ pool, mail, secret, log }) };
}
