import type { Command, Converted, Core } from '@vitrine/core';
import { formatDecimal } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Instruments } from '../kit/instruments.ts';
import type { Notices } from '../notifications/notices.ts';
import type { Restrictions } from '../restrictions/restrictions.ts';
import type { Converts } from '../trading/convert/converts.ts';
import { LimitConverts } from '../trading/convert/limit-converts.ts';
import { LimitExecutor } from '../trading/convert/limit-executor.ts';
import { ConvertQuotes } from '../trading/convert/quotes.ts';
import { WaitingConverts } from '../trading/convert/waiting-converts.ts';
import { sessionSecret } from './session-secret.ts';
import type { Settings } from './settings.ts';

interface ConvertsParts {
  readonly settings: Settings;
  readonly pool: pg.Pool;
  readonly core: () => Core;
  readonly instruments: Instruments;
  readonly submit: (command: Command) => Promise<Outcome>;
  readonly notices: Notices;
  readonly restrictions: Restrictions;
  readonly log: FastifyBaseLogger;
}

export function openConverts({
  settings,
  pool,
  restrictions,
  instruments,
  notices,
  ...parts
}: ConvertsParts): Converts {
  const limits = new LimitConverts(pool);
  const waiting = new WaitingConverts();
  const isRestricted = (owner: number) => restrictions.onTrade(owner) !== undefined;
  const tell = ({ owner, from, to, spentUnits, receivedUnits }: Converted) => {
    const [given, got] = [instruments.asset(from), instruments.asset(to)];
    return notices.add(owner, 'limit_converted', {
      amount: formatDecimal(spentUnits, given.scale),
      from: given.code,
      receives: formatDecimal(receivedUnits, got.scale),
      to: got.code,
    });
  };
  return {
    quotes: new ConvertQuotes(sessionSecret(settings)),
    limits,
    waiting,
    executor: new LimitExecutor({ ...parts, instruments, limits, waiting, isRestricted, tell }),
  };
}
