import type { Command, Core } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Converts } from '../converts/converts.ts';
import { LimitConverts } from '../converts/limit-converts.ts';
import { LimitExecutor } from '../converts/limit-executor.ts';
import { ConvertQuotes } from '../converts/quotes.ts';
import type { People } from '../people/people.ts';
import { sessionSecret } from './session-secret.ts';
import type { Settings } from './settings.ts';

interface ConvertsParts {
  readonly settings: Settings;
  readonly pool: pg.Pool;
  readonly core: () => Core;
  readonly clock: () => TimeMs;
  readonly submit: (command: Command) => Promise<unknown>;
  readonly people: Pick<People, 'restrictions'>;
  readonly log: FastifyBaseLogger;
}

export function openConverts({ settings, pool, people, ...parts }: ConvertsParts): Converts {
  const limits = new LimitConverts(pool);
  const isRestricted = (owner: number) => people.restrictions.onTrade(owner) !== undefined;
  return {
    quotes: new ConvertQuotes(sessionSecret(settings)),
    limits,
    executor: new LimitExecutor({ ...parts, limits, isRestricted }),
  };
}
