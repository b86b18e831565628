import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ProjectorProgress } from '../histories.ts';
import type { ReadModelTables } from '../tables/tables.ts';

const LOOK_EVERY_MS = 250;
/** Time between polls while a caller waits. */
const WAIT_MS = 10;

/** The log position of tables that another process fills, read from the database. */
export class FollowedProgress implements ProjectorProgress {
  readonly #database: Kysely<ReadModelTables>;
  readonly #timer: NodeJS.Timeout;
  #position = 0;
  #look: Promise<void> | undefined;

  /** Resolves once the position is known. */
  static async open(database: Kysely<ReadModelTables>): Promise<FollowedProgress> {
    const progress = new FollowedProgress(database);
    try {
      await progress.#lookNow();
    } catch (error) {
      progress.close();
      throw error;
    }
    return progress;
  }

  private constructor(database: Kysely<ReadModelTables>) {
    this.#database = database;
    // While the database is unreachable, the position does not change.
    this.#timer = setInterval(() => void this.#lookNow().catch(() => {}), LOOK_EVERY_MS);
  }

  /** Everything up to this log position is in the tables. */
  get position(): number {
    return this.#position;
  }

  async reached(position: number, timeoutMs: number): Promise<boolean> {
    const deadlineMs = performance.now() + timeoutMs;
    while (this.#position < position) {
      if (performance.now() > deadlineMs) return false;
      await this.#lookNow();
      if (this.#position < position) await sleep(WAIT_MS);
    }
    return true;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Concurrent callers share one query. */
  #lookNow(): Promise<void> {
    this.#look ??= this.#read().finally(() => {
      this.#look = undefined;
    });
    return this.#look;
  }

  async #read(): Promise<void> {
    const { position } = await this.#database
      .selectFrom('projector_position')
      .select('position')
      .executeTakeFirstOrThrow();
    this.#position = Number(position);
  }
}
