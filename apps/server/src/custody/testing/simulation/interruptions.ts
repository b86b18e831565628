import type pg from 'pg';
import type { Figures } from './findings.ts';
import type { Random } from './random.ts';

const fates = ['killed before', 'killed after', 'fails before', 'fails after', 'database'] as const;
type Fate = (typeof fates)[number];

/** What happens to the next call whose name starts with `call`. */
export interface PlannedInterruption {
  readonly call: string;
  readonly fate: Fate;
}

/** Calls at which interruptions are more frequent than elsewhere. */
const critical =
  /^(build|replacement|sign|broadcast|PostHold|VoidHold|HoldUnits|Transfer|query (commit|.*(outgoing_|withdrawals)))/;
const MORE_OFTEN = 4;

export interface InterruptionsParts {
  readonly random: Random;
  /** The probability that a call is interrupted. */
  readonly rate: () => number;
  readonly tell: (line: string) => void;
  readonly figures: Figures;
}

/**
 * Stands between a server and the outside world. Before or after a call, the server may be killed, so that all later
 * calls fail; or the call may report a failure, whether or not it took effect; or the database may restart, so that all
 * open transactions are rolled back.
 */
export class Interruptions {
  isDead = false;
  /** Lets clients and operators act before a call, unless they might have to wait for a lock held by the caller. */
  meanwhile: (() => Promise<void>) | undefined;
  planned: PlannedInterruption | undefined;
  readonly #parts: InterruptionsParts;
  /** How many of the next calls the database refuses, because it is restarting. */
  #outage = 0;
  /** Counts the restarts of the database: connections opened before a restart are lost. */
  #restarts = 0;

  constructor(parts: InterruptionsParts) {
    this.#parts = parts;
  }

  async call<T>(what: string, effect: () => Promise<T>, failure = (told: string) => new Error(told)): Promise<T> {
    await this.meanwhile?.();
    return this.#call(what, effect, failure);
  }

  async #call<T>(what: string, effect: () => Promise<T>, failure = (told: string) => new Error(told)): Promise<T> {
    if (this.isDead) throw new Error('killed');
    const { tell, figures, random } = this.#parts;
    const fate = this.#fateOf(what);
    if (fate === undefined) return effect();
    tell(`  ${fate}: ${what}`);
    if (fate === 'database') {
      figures['restarts of the database']++;
      this.#restarts++;
      this.#outage = random.between(1, 5);
      return effect();
    }
    const isKilled = fate === 'killed before' || fate === 'killed after';
    figures[isKilled ? 'kills' : 'calls that failed']++;
    if (fate === 'killed after' || fate === 'fails after') await effect();
    this.isDead ||= isKilled;
    throw isKilled ? new Error('killed') : failure('interrupted');
  }

  #fateOf(what: string): Fate | undefined {
    const { random, rate } = this.#parts;
    const often = critical.test(what) ? MORE_OFTEN : 1;
    const byChance = random.chance(rate() * often) ? random.pick(fates) : undefined;
    if (this.planned === undefined || !what.startsWith(this.planned.call)) return byChance;
    const { fate } = this.planned;
    this.planned = undefined;
    return fate;
  }

  pool(pool: pg.Pool): pg.Pool {
    const query = (text: string, values?: unknown[]) =>
      this.call(nameOf(text), () => this.#reached(() => pool.query(text, values)));
    return new Proxy(pool, {
      get: (_, name) => {
        if (name === 'connect') return () => this.#connect(pool);
        return name === 'query' ? query : undefined;
      },
    });
  }

  async #reached<T>(effect: () => Promise<T>): Promise<T> {
    if (this.#outage === 0) return effect();
    this.#outage--;
    throw new Error('the database is restarting');
  }

  async #connect(pool: pg.Pool): Promise<pg.PoolClient> {
    await this.call('connect', () => this.#reached(async () => {}));
    return this.#connection(await pool.connect());
  }

  #connection(connection: pg.PoolClient): pg.PoolClient {
    const since = this.#restarts;
    // `meanwhile` is not called here: a transaction is open, and clients and operators could wait for its locks
    // forever.
    const query = (text: string, values?: unknown[]) =>
      this.#call(nameOf(text), () => {
        if (this.#restarts !== since) throw new Error('the connection was lost');
        return this.#reached(() => connection.query(text, values));
      });
    return new Proxy(connection, {
      get: (_, name) => {
        if (name === 'query') return query;
        if (name !== 'release') return undefined;
        return (broken?: Error) => {
          // The transaction of a lost connection is rolled back.
          if (broken !== undefined) void connection.query('rollback');
          connection.release();
        };
      },
    });
  }
}

const nameOf = (text: string): string => `query ${text.trim().slice(0, 60).replace(/\s+/g, ' ')}`;
