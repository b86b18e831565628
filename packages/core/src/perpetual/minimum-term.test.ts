import { assetUnits, priceTicks, ratePpm, sizeLots } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import { orderIn, trigger } from '../../test/exchange.ts';
import {
  ALICE,
  atMarket,
  BOB,
  CAROL,
  opened,
  order,
  PERPETUAL,
  type PerpetualExchange,
  reduce,
} from '../../test/perpetual-exchange.ts';
import type { SetMinimumTerm } from '../commands/set-minimum-term.ts';
import type { State } from '../state.ts';
import type { Perpetual } from './perpetual.ts';
import { perpetualColumns } from './perpetual-snapshot.ts';

const DAY_MS = 86_400_000;
const term = (days: number): SetMinimumTerm => ({ kind: 'SetMinimumTerm', market: PERPETUAL, days });

/** Sets the time, and applies a Tick with it, because the core checks each command at the time of the previous one. */
const setTime = (exchange: PerpetualExchange, timeMs: number): void => {
  exchange.timeMs = timeMs;
  exchange.accept({ kind: 'Tick' });
};

/** A market whose positions have a minimum term of this many days. */
const listed = (days: number) => {
  const exchange = opened({ status: 'halted' });
  exchange.accept(term(days));
  exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'open' });
  exchange.passPause();
  return exchange;
};

/** A market with a minimum term of 30 days in which Alice is long and Bob short, 10 lots at 1,000 with margin 1,000. */
const bound = () => {
  const exchange = listed(30);
  exchange.open(ALICE, BOB, 10, 1000);
  return exchange;
};

describe('[S1] setting the minimum term', () => {
  test('is malformed above 365 days and under older rules, and needs a perpetual that is not delisted', () => {
    const exchange = opened({ status: 'halted' });
    expect(exchange.accept(term(365))).toEqual([{ kind: 'MinimumTermSet', market: PERPETUAL, days: 365 }]);
    expect(exchange.core.perpetual(PERPETUAL)?.minTermDays).toBe(365);
    expect(exchange.refuse(term(366))).toBe('malformed');
    expect(exchange.refuse({ ...term(1), market: 9 })).toBe('unknown_market');
    expect(opened({}, {}, 4).refuse(term(1))).toBe('malformed');
    exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'delisted' });
    expect(exchange.refuse(term(0))).toBe('market_delisted');
  });

  test('makes it longer only while the market is not open and has neither orders nor positions', () => {
    const exchange = opened();
    const status = (to: 'open' | 'cancel_only') =>
      exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: to });
    expect(exchange.refuse(term(1))).toBe('market_open');
    const id = orderIn(exchange.accept(order(ALICE, 'buy', 10, 1000)));
    status('cancel_only');
    expect(exchange.refuse(term(1))).toBe('has_open_orders');
    exchange.accept({ kind: 'CancelOrder', owner: ALICE, order: id });
    exchange.accept(term(1));
    status('open');
    exchange.open(ALICE, BOB, 10, 1000);
    status('cancel_only');
    expect(exchange.refuse(term(2))).toBe('has_positions');
    exchange.accept(term(1));
  });

  test('makes it shorter for open positions too, and 0 ends it', () => {
    const exchange = bound();
    const opening = exchange.timeMs;
    exchange.accept(term(10));
    expect(exchange.position(ALICE, 'long')?.termEndsMs).toBe(opening + 10 * DAY_MS);
    exchange.accept(term(0));
    expect(exchange.position(ALICE, 'long')?.termEndsMs).toBe(0);
    exchange.accept(order(ALICE, 'sell', 10, 1000, reduce));
  });
});

test('[S2] the term begins with the last lot that was added; partial closes do not move its end; snapshots preserve it', () => {
  const exchange = bound();
  const first = exchange.timeMs + 30 * DAY_MS;
  // The first term has ended, so Alice may close the position. Adding one lot starts the term again for all her lots.
  setTime(exchange, first);
  const close = order(ALICE, 'sell', 1, 1000, reduce);
  expect(exchange.core.check(close)).toBeUndefined();
  exchange.open(ALICE, CAROL, 1, 1000);
  const ends = first + 30 * DAY_MS;
  expect(exchange.position(ALICE, 'long')).toMatchObject({ termEndsMs: ends, isBound: true });
  expect(exchange.position(BOB, 'short')).toMatchObject({ termEndsMs: first, isBound: false });
  exchange.restart();
  expect(exchange.position(ALICE, 'long')?.termEndsMs).toBe(ends);
  setTime(exchange, ends - 1);
  expect(exchange.refuse(close)).toBe('before_term_end');
  setTime(exchange, ends);
  exchange.accept(close);
  exchange.accept(order(CAROL, 'buy', 1, 1000));
  expect(exchange.figures(ALICE, 'long')).toEqual([10, 10_000, 1000]);
  expect(exchange.position(ALICE, 'long')?.termEndsMs).toBe(ends);
});

test('[S2] each fill of a resting order begins the term again', () => {
  const exchange = listed(30);
  exchange.accept(order(ALICE, 'buy', 10, 1000));
  exchange.accept(order(BOB, 'sell', 4, 1000));
  setTime(exchange, exchange.timeMs + 10 * DAY_MS);
  exchange.accept(order(BOB, 'sell', 6, 1000));
  expect(exchange.position(ALICE, 'long')?.termEndsMs).toBe(exchange.timeMs + 30 * DAY_MS);
});

test('a snapshot has the terms of more positions than a call can have arguments', () => {
  const exchange = bound();
  const { state } = exchange.core as unknown as { readonly state: State };
  const perpetual = state.perpetualById[PERPETUAL] as Perpetual;
  for (let slot = 0; slot < 300_000; slot++) perpetual.openedAt.set(slot, exchange.timeMs);
  expect(perpetualColumns(perpetual).perpetual?.term).toHaveLength(600_001);
});

test('[S2] a position that is opened again after it was closed has a term of its own', () => {
  const exchange = bound();
  setTime(exchange, exchange.timeMs + 30 * DAY_MS);
  exchange.accept(order(CAROL, 'buy', 10, 1000));
  exchange.accept(order(ALICE, 'sell', 10, 1000, reduce));
  expect(exchange.position(ALICE, 'long')).toBeUndefined();
  exchange.open(ALICE, CAROL, 1, 1000);
  expect(exchange.position(ALICE, 'long')?.termEndsMs).toBe(exchange.timeMs + 30 * DAY_MS);
  expect(exchange.refuse(order(ALICE, 'sell', 1, 1000, reduce))).toBe('before_term_end');
});

describe('[S3] before the end of the term', () => {
  test('a closing order and a take-profit are refused, for either side, and a stop is accepted', () => {
    const exchange = bound();
    expect(exchange.refuse(order(ALICE, 'sell', 10, 1000, reduce))).toBe('before_term_end');
    expect(exchange.refuse(atMarket(BOB, 'buy', 1, reduce))).toBe('before_term_end');
    const takeProfit = { ...reduce, ...trigger('take_profit', 1100) };
    expect(exchange.refuse(atMarket(ALICE, 'sell', 10, takeProfit))).toBe('before_term_end');
    exchange.accept(atMarket(ALICE, 'sell', 10, { ...reduce, ...trigger('stop', 950) }));
    exchange.accept(atMarket(BOB, 'buy', 10, { ...reduce, ...trigger('stop', 1050) }));
  });

  test('an opening order may have a stop-loss attached, but no take-profit', () => {
    const exchange = bound();
    const attached = (prices: object) => order(CAROL, 'buy', 5, 1000, prices);
    expect(exchange.refuse(attached({ takeProfitTicks: priceTicks(1100) }))).toBe('before_term_end');
    exchange.accept(attached({ stopLossTicks: priceTicks(900) }));
  });

  test.each([
    ['long', 1099, 'before_term_end'],
    ['long', 1100, undefined],
    ['long', 951, 'before_term_end'],
    ['long', 950, undefined],
    ['short', 901, 'before_term_end'],
    ['short', 900, undefined],
    ['short', 1049, 'before_term_end'],
    ['short', 1050, undefined],
  ] as const)(
    'a %s at 1,000 with margin 100 a lot closes early at mark price %i: refusal %s',
    (side, mark, refusal) => {
      const exchange = listed(30);
      const [owner, closing] = side === 'long' ? ([ALICE, 'sell'] as const) : ([BOB, 'buy'] as const);
      if (side === 'long') exchange.leverage(BOB, 'short', 2);
      else exchange.leverage(ALICE, 'long', 2);
      exchange.open(ALICE, BOB, 10, 1000);
      exchange.mark(mark);
      expect(exchange.core.check(order(owner, closing, 10, mark, reduce))).toBe(refusal);
    },
  );

  test('margin cannot be removed, whatever the profit is, but added', () => {
    const exchange = listed(30);
    exchange.leverage(BOB, 'short', 2);
    exchange.open(ALICE, BOB, 10, 1000);
    exchange.leverage(ALICE, 'long', 20);
    const change = (units: number, kind: 'add' | 'remove') =>
      ({
        kind: 'ChangeMargin',
        owner: ALICE,
        market: PERPETUAL,
        position: 'long',
        change: kind,
        units: assetUnits(units),
      }) as const;
    exchange.accept(change(200, 'add'));
    for (const mark of [1000, 1200]) {
      exchange.mark(mark);
      expect(exchange.refuse(change(100, 'remove'))).toBe('before_term_end');
      expect(exchange.position(ALICE, 'long')?.removableUnits).toBe(0);
    }
    setTime(exchange, exchange.timeMs + 30 * DAY_MS);
    // The initial margin is 1/20 of the value 12,000.
    expect(exchange.position(ALICE, 'long')?.removableUnits).toBe(600);
    exchange.accept(change(600, 'remove'));
    expect(exchange.figures(ALICE, 'long')).toEqual([10, 10_000, 600]);
  });

  test('an order that was accepted early stays, and cannot be amended', () => {
    const exchange = bound();
    exchange.mark(950);
    const id = orderIn(exchange.accept(order(ALICE, 'sell', 10, 1010, reduce)));
    exchange.mark(1000);
    const amendment = { kind: 'AmendOrder', owner: ALICE, order: id, openLots: sizeLots(5) } as const;
    expect(exchange.refuse(amendment)).toBe('before_term_end');
    const stop = orderIn(exchange.accept(atMarket(ALICE, 'sell', 10, { ...reduce, ...trigger('stop', 950) })));
    exchange.accept({ kind: 'AmendOrder', owner: ALICE, order: stop, triggerTicks: priceTicks(960) });
    exchange.accept(order(CAROL, 'buy', 10, 1010));
    expect(exchange.position(ALICE, 'long')).toBeUndefined();
  });
});

describe('[S4] the term does not keep', () => {
  test('a stop from closing the position', () => {
    const exchange = bound();
    exchange.accept(atMarket(ALICE, 'sell', 10, { ...reduce, ...trigger('stop', 990) }));
    exchange.accept(order(CAROL, 'buy', 20, 990));
    exchange.mark(990);
    exchange.finish();
    expect(exchange.position(ALICE, 'long')).toBeUndefined();
  });

  test('a position from being liquidated', () => {
    const exchange = bound();
    exchange.accept(order(CAROL, 'buy', 20, 905));
    exchange.mark(905);
    exchange.finish();
    expect(exchange.position(ALICE, 'long')).toBeUndefined();
    expect(exchange.position(BOB, 'short')?.termEndsMs).toBeGreaterThan(0);
  });

  test('operators from closing one position', () => {
    const exchange = bound();
    exchange.accept(order(CAROL, 'buy', 10, 1000));
    const distancePpm = ratePpm(0);
    exchange.accept({ kind: 'ClosePosition', owner: ALICE, market: PERPETUAL, position: 'long', distancePpm });
    expect(exchange.position(ALICE, 'long')).toBeUndefined();
  });

  test('an operator from closing all positions', () => {
    const exchange = bound();
    exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'cancel_only' });
    exchange.accept({ kind: 'ClosePositions', market: PERPETUAL, markTicks: priceTicks(1000) });
    exchange.finish();
    expect(exchange.core.perpetual(PERPETUAL)?.openInterestLots).toBe(0);
    exchange.restart();
  });
});
