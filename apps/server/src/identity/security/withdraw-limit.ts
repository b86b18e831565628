import type { Device } from '../security-events.ts';
import type { Session } from '../session.ts';
import { AccountNews } from './account-news.ts';
import type { SecurityParts } from './security-parts.ts';

/** What a single withdrawal may be without authenticator or passkey, in USDT. */
export class WithdrawLimit {
  readonly #parts: SecurityParts;
  readonly #news: AccountNews;

  constructor(parts: SecurityParts) {
    this.#parts = parts;
    this.#news = new AccountNews(parts);
  }

  /** One of 500, 1000 and 1500. Saving what is set already changes nothing. */
  async set(session: Session, limit: number, device: Device): Promise<void> {
    const { rowCount } = await this.#parts.pool.query(
      'update client set withdraw_limit = $2 where owner = $1 and withdraw_limit <> $2',
      [session.owner, limit],
    );
    if (rowCount !== 1) return;
    await this.#news.tell(session, device, {
      kind: 'withdrawal_limit_changed',
      details: { limit: String(limit) },
      notice: 'security_changed',
    });
  }
}
