import type pg from 'pg';
import type { Outside } from './outgoing-scene.ts';

/**
 * Stands between a program and the outside world, and can kill the program before any call: that call and all later
 * ones then fail. A kill after a call is the same as a kill before the next call.
 */
export class Faults {
  /** The number of points passed so far at which the program could have been killed. */
  passed = 0;
  isDead = false;
  readonly #diesAt: number;

  constructor(diesAt = Number.POSITIVE_INFINITY) {
    this.#diesAt = diesAt;
  }

  between({ pool, chain, signer }: Outside): Outside {
    return {
      pool: this.#around(pool, (client) => this.#around(client as pg.PoolClient)),
      chain: this.#around(chain),
      signer: this.#around(signer),
    };
  }

  /** Wraps an object so that the program can be killed before each call to it, except `release`. */
  #around<T extends object>(target: T, ofConnection: (client: unknown) => unknown = (client) => client): T {
    return new Proxy(target, {
      get: (_, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function' || name === 'release') return bound(member, target);
        return async (...parameters: unknown[]) => {
          this.#point();
          const result: unknown = await member.apply(target, parameters);
          return name === 'connect' ? ofConnection(result) : result;
        };
      },
    });
  }

  #point(): void {
    this.isDead ||= this.passed >= this.#diesAt;
    if (this.isDead) throw new Error('the process was killed');
    this.passed++;
  }
}

function bound(member: unknown, target: object): unknown {
  return typeof member === 'function' ? member.bind(target) : member;
}
