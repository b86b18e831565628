import type { Ground } from '../kit/ground.ts';
import type { MailSender } from '../providers/mail/mail.ts';
import { FramedMail } from './mail/framed-mail.ts';
import { KeptLetters } from './mail/kept-letters.ts';
import { Notices } from './notices.ts';
import type { Services } from './services.ts';

interface Outside {
  /** Takes mail to its readers. */
  readonly carrier: MailSender;
  /** Seals letters with a link to sign in by; at least 32 characters. */
  readonly secret: string;
}

export function openNotifications(
  { brand, log }: Pick<Services, 'brand' | 'log'>,
  { pool }: Ground,
  { carrier, secret }: Outside,
) {
  const mail = new FramedMail({ carrier, pool, brand, now: Date.now });
  return { mail, notices: new Notices(pool), letters: new KeptLetters({ pool, mail, secret, log }) };
}
