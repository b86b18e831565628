import { fractionalPriceText } from '../../kit/instruments.ts';
import { type Guess, ROUND_MS } from '../games/guesses.ts';
import { SHIFT_HOURS, type Shift } from '../games/mining.ts';
import type { Handler, Services } from '../services.ts';
import { periodOf } from '../tasks/periods.ts';

const SHOWN_GUESSES = 24;

export const games: Handler<'games'> = async ({ services, session }) => {
  const { guesses, mining, clock } = services;
  const { owner } = session;
  const today = periodOf('daily', clock());
  const nextMs = guesses.nextMs;
  const shown = await guesses.newest(owner, SHOWN_GUESSES + 1);
  const next = shown.find(({ roundMs }) => roundMs === nextMs);
  return {
    guess: {
      coin: guesses.market?.base.code ?? '',
      next: { from: nextMs, to: nextMs + ROUND_MS, ...(next && { guess: next.direction }) },
      right_today: await guesses.right(owner, today),
      recent: shown
        .filter((one) => one !== next)
        .slice(0, SHOWN_GUESSES)
        .map((one) => guessOnWire(services, one)),
    },
    mining: {
      shift_hours: SHIFT_HOURS,
      hours_today: await mining.hours(owner, today),
      ...shiftOnWire(await mining.last(owner)),
    },
    time: clock(),
  };
};

function guessOnWire({ instruments }: Services, { roundMs, market, direction, result, fromTicks, toTicks }: Guess) {
  const one = instruments.byMarket(market);
  const text = (ticks: number) => fractionalPriceText(one, ticks);
  return {
    from: roundMs,
    to: roundMs + ROUND_MS,
    guess: direction,
    result,
    ...(fromTicks !== undefined && { from_price: text(fromTicks) }),
    ...(toTicks !== undefined && { to_price: text(toTicks) }),
  };
}

const shiftOnWire = (shift: Shift | undefined) => ({
  started_at: shift?.startedMs ?? 0,
  ends_at: shift?.endsMs ?? 0,
});

export const guess: Handler<'guess'> = async ({ services, session, body }) => {
  await services.guesses.make(session.owner, body.round, body.guess);
  return { message: 'success' };
};

export const startMining: Handler<'startMining'> = async ({ services, session }) =>
  shiftOnWire(await services.mining.start(session.owner));
