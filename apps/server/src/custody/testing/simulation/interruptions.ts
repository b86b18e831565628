import type pg from 'pg';
import type { Random } from './random.ts';

const fates = ['killed before', 'killed after', 'fails before', 'fails after'] as const;

/**
 * Between a server and what is outside of it: before or after what it does there it may be killed, and reaches nothing any
 * more; or it is told of a failure, whether or not what it wanted was done.
 */
export class Interruptions {
  isDead = false;
  readonly #random: Random;
  readonly #trace: (line: string) => void;
  readonly #rate: () => number;

  constructor(random: Random, rate: () => number, trace: (line: string) => void) {
    this.#random = random;
    this.#rate = rate;
    this.#trace = trace;
  }

  async call<T>(what: string, effect: () => Promise<T>, failure = (told: string) => new Error(told)): Promise<T> {
    if (this.isDead) throw new Error('killed');
    const fate = this.#random.chance(this.#rate()) ? this.#random.pick(fates) : undefined;
    if (fate !== undefined) this.#trace(`  ${fate}: ${what}`);
    const isKilled = fate === 'killed before' || fate === 'killed after';
    if (fate === 'killed before' || fate === 'fails before') throw this.#end(isKilled, failure);
    const result = await effect();
    if (fate !== undefined) throw this.#end(isKilled, failure);
    return result;
  }

  #end(isKilled: boolean, failure: (told: string) => Error): Error {
    this.isDead ||= isKilled;
    return isKilled ? new Error('killed') : failure('interrupted');
  }

  pool(pool: pg.Pool): pg.Pool {
    return new Proxy(pool, {
      get: (target, name) => {
        if (name === 'connect') return () => this.#connect(target);
        return name === 'query' ? this.#query(target) : undefined;
      },
    });
  }

  async #connect(pool: pg.Pool): Promise<pg.PoolClient> {
    await this.call('connect', async () => {});
    return this.#connection(await pool.connect());
  }

  #connection(connection: pg.PoolClient): pg.PoolClient {
    return new Proxy(connection, {
      get: (target, name) => {
        if (name === 'query') return this.#query(target);
        if (name !== 'release') return undefined;
        return (broken?: Error) => {
          // What was under way on a connection that is lost is undone.
          if (broken !== undefined) void target.query('rollback');
          target.release();
        };
      },
    });
  }

  #query(target: Pick<pg.Pool, 'query'>) {
    return (text: string, values?: unknown[]) =>
      this.call(`query ${text.trim().slice(0, 60).replace(/\s+/g, ' ')}`, () => target.query(text, values));
  }
}
