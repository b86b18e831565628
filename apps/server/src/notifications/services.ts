import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type * as kernel from '../http/handler.ts';
import type { MailSender } from '../providers/mail/mail.ts';
import type { Services as Below } from '../settings/services.ts';
import type { MailQueue } from './mail/mail-queue.ts';
import type { Notices } from './notices.ts';

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  /** Sends immediately, and may fail; emails that must not be lost go through the mail queue. */
  readonly mail: MailSender;
  readonly notices: Notices;
  readonly mailQueue: MailQueue;
}

export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
