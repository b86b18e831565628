import type pg from 'pg';
import type { Outside } from './outgoing-scene.ts';

/**
 * Between a program and what is outside of it: before anything that it does there it may end, as if killed; which is after
 * what it did before. From then on it reaches nothing any more.
 */
export class Faults {
  /** Points passed so far. */
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

  /** The same object, with a point before each call that waits for something. */
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
    if (this.isDead) throw new Error('killed');
    this.passed++;
  }
}

function bound(member: unknown, target: object): unknown {
  return typeof member === 'function' ? member.bind(target) : member;
}
