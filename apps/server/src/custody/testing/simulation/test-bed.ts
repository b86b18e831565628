import { createDatabase, dropDatabase } from '@vitrine/tools/temporary-postgres';
import pg from 'pg';
import { migrate } from '../../../wiring/database/migrate.ts';
import type { Figures } from './findings.ts';
import { operator } from './happenings.ts';
import { clients, saver } from './scene.ts';
import { Schedule } from './schedule.ts';

export interface Played {
  readonly seed: number;
  readonly trace: readonly string[];
  /** The counters of the schedule. */
  readonly figures: Figures;
  /** The hash of the final state; undefined if the schedule failed. */
  readonly hash: string | undefined;
  readonly failure: Error | undefined;
}

/** Runs schedules in parallel, each in its own database, which is reused. */
export class TestBed {
  readonly #serverUrl: string;
  readonly #pools: readonly pg.Pool[];

  private constructor(serverUrl: string, pools: readonly pg.Pool[]) {
    this.#serverUrl = serverUrl;
    this.#pools = pools;
  }

  static async open(serverUrl: string, width: number): Promise<TestBed> {
    const pools: pg.Pool[] = [];
    for (let place = 0; place < width; place++) pools.push(await openPool(serverUrl, place));
    return new TestBed(serverUrl, pools);
  }

  /** Plays each of these seeds once; stops early when `each`, called with the result of a schedule, returns false. */
  async play(seeds: readonly number[], each: (played: Played) => boolean): Promise<void> {
    const waiting = [...seeds];
    const playAll = async (pool: pg.Pool): Promise<void> => {
      for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift())
        if (!each(await played(pool, seed))) waiting.length = 0;
    };
    await Promise.all(this.#pools.map(playAll));
  }

  async close(): Promise<void> {
    for (const [place, pool] of this.#pools.entries()) {
      await pool.end();
      await dropDatabase(this.#serverUrl, nameOf(place));
    }
  }
}

async function openPool(serverUrl: string, place: number): Promise<pg.Pool> {
  const url = await createDatabase(serverUrl, nameOf(place));
  await migrate(url);
  // Commits need not be durable: crashes of Postgres are not tested here.
  const pool = new pg.Pool({ connectionString: url, options: '-c synchronous_commit=off', max: 3 });
  for (const owner of [...clients, saver]) {
    await pool.query(
      `insert into person (id, name, email, email_verified, created_at, updated_at) values ($1, $1, $1, true, now(), now())`,
      [`client ${owner}`],
    );
  }
  await pool.query(
    `insert into staff_member (id, email, name, roles, created_by) values ($1, $2, $1, '{compliance}', $1)`,
    [operator.staffId, operator.email],
  );
  return pool;
}

async function played(pool: pg.Pool, seed: number): Promise<Played> {
  const schedule = new Schedule(pool, seed);
  try {
    return { seed, hash: await schedule.run(), ...told(schedule), failure: undefined };
  } catch (error) {
    return { seed, hash: undefined, ...told(schedule), failure: error as Error };
  }
}

const told = ({ trace, figures }: Schedule) => ({ trace, figures });

const nameOf = (place: number): string => `chain_simulation_${process.pid}_${place}`;
