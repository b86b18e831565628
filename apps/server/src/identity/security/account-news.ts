import type { SecurityEventKind } from '@vitrine/contract';
import type { Letter } from '../../notices/mail/letters.ts';
import type { NoticeKind } from '../../notices/notices.ts';
import type { Device } from '../security-events.ts';
import type { Session } from '../session.ts';
import type { SecurityParts } from './security-parts.ts';

interface News {
  readonly kind: SecurityEventKind;
  readonly details?: Readonly<Record<string, string>>;
  readonly notice: NoticeKind;
  readonly letter?: Letter;
}

/** Tells a client of a change to what protects the account: in the record of events, as a notice, and by mail. */
export class AccountNews {
  readonly #parts: Pick<SecurityParts, 'events' | 'notices' | 'mail'>;

  constructor(parts: Pick<SecurityParts, 'events' | 'notices' | 'mail'>) {
    this.#parts = parts;
  }

  async tell(session: Session, device: Device, { kind, details = {}, notice, letter }: News): Promise<void> {
    const { events, notices, mail } = this.#parts;
    await events.record(session.owner, kind, device, details);
    await notices.add(session.owner, notice, { kind });
    if (letter === undefined) return;
    // The change stands and is on record: a mail server that does not answer now must not make it look refused.
    await mail.send({ to: session.email, ...letter, request: device }).catch(() => undefined);
  }
}
