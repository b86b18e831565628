import type pg from 'pg';
import { SharedReads } from '../kit/shared-reads.ts';

const COUNTED_EVERY_MS = 30_000;

/** The number of clients, counted at most twice a minute, regardless of how often it is read. */
export class ClientCount {
  readonly #pool: pg.Pool;
  readonly #counts = new SharedReads<'clients', number>(COUNTED_EVERY_MS);

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  read(): Promise<number> {
    return this.#counts.of('clients', async () => {
      const { rows } = await this.#pool.query<{ count: string }>('select count(*) from client');
      return Number(rows[0]?.count ?? 0);
    });
  }
}
