import { describe, expect, test } from 'vitest';
import { perpetualFlow, perpetualPreparation, TRADERS, USDT } from '../perpetual-flow.ts';
import { type Seeded, seeded } from '../seeded.ts';
import { Oracle } from './oracle.ts';
import {
  bankruptcyPrice,
  CLEARING,
  closingOrders,
  duePositions,
  isBusy,
  isDue,
  liquidationPrice,
  markOf,
  type Perpetual,
  rateOf,
  unitOf,
} from './oracle-perpetual.ts';
import { perpetualHold } from './oracle-perpetual-fills.ts';
import type { OracleMarket, OracleState } from './oracle-state.ts';
import { positions } from './perpetual-vocabulary.ts';

const sum = (numbers: Iterable<bigint>): bigint => [...numbers].reduce((total, n) => total + n, 0n);

const perpetualsOf = (s: OracleState): { m: OracleMarket; p: Perpetual }[] =>
  s.markets.flatMap((m) => (m.perpetual === undefined ? [] : [{ m, p: m.perpetual }]));

/** The lots of all longs less those of all shorts: 0 unless positions are being closed ([Q4]). */
const surplus = (p: Perpetual): bigint => sum(p.owners.map(({ long, short }) => long.lots - short.lots));

/** Invariants that hold after every command. */
const checkInvariants = (s: OracleState): void => {
  const quote = [...s.accounts].filter(([key]) => key.endsWith(` ${USDT}`));
  // [L1], [L3]
  expect(sum(quote.map(([, each]) => BigInt(each.available) + BigInt(each.held)))).toBe(0n);
  for (const [key, { available, held }] of s.accounts) {
    if (Number(key.split(' ')[0]) >= 1000 && available < 0)
      throw new Error(`account ${key} has a negative available balance: ${available}`);
    if (held < 0) throw new Error(`account ${key} has a negative hold: ${held}`);
  }
  // [Y2]: all held units are margin or held for an order.
  const perpetuals = perpetualsOf(s);
  for (const owner of TRADERS) {
    const margins = perpetuals.flatMap(({ p }) =>
      p.owners.filter((each) => each.owner === owner).flatMap(({ long, short }) => [long.margin, short.margin]),
    );
    const ofOrders = s.orders.filter((o) => o.owner === owner && s.market(o.market)?.perpetual !== undefined);
    const held = sum([...margins, ...ofOrders.map((o) => BigInt(o.held))]);
    expect(BigInt(s.account(owner, 'future', USDT).held)).toBe(held);
  }
  // [X5]
  const clearing = sum(
    perpetuals.map(
      ({ m, p }) =>
        sum(p.owners.flatMap(({ long, short }) => [short.cost, -long.cost])) +
        (p.visit?.unpaid ?? 0n) +
        (p.visit?.kind === 'closing' ? p.visit.mark * unitOf(m, surplus(p)) : 0n),
    ),
  );
  expect(BigInt(s.account(CLEARING, 'future', USDT).available)).toBe(clearing);
  for (const { m, p } of perpetuals) checkPerpetual(s, m, p);
};

const checkPerpetual = (s: OracleState, m: OracleMarket, p: Perpetual): void => {
  if (p.visit?.kind !== 'closing') expect(surplus(p)).toBe(0n);
  for (const each of p.owners)
    for (const position of positions) {
      const x = each[position];
      if (x.lots === 0n) {
        expect([x.cost, x.margin, x.rate]).toEqual([0n, 0n, 0n]);
        // [Z6]
        if (!isBusy(s, m)) expect(closingOrders(s, m, each.owner, position)).toEqual([]);
        continue;
      }
      expect(x.margin >= 0n && x.cost >= unitOf(m, x.lots)).toBe(true);
      if (p.visit?.kind !== 'review') expect(x.rate).toBe(rateOf(p.terms, x));
      // [Y5]: the definition and the liquidation price agree.
      const price = liquidationPrice(m, x, position);
      const mark = markOf(m);
      expect(isDue(m, x, position)).toBe(price !== undefined && (position === 'long' ? mark <= price : mark >= price));
      const bankruptcy = bankruptcyPrice(m, x, position);
      expect(bankruptcy >= 1n).toBe(true);
    }
  // [V1]
  if (!isBusy(s, m) && m.status !== 'halted') expect(duePositions(m, p)).toEqual([]);
  // [Z1]
  for (const o of s.orders.filter((each) => each.market === m.id && each.place === 'resting'))
    expect(BigInt(o.held) >= perpetualHold(m, p, o, o.price, o.open)).toBe(true);
};

/** The time that passes before a command: sometimes enough for an opening pause ([X8]) to end. */
const passed = (random: Seeded): number => (random.chance(5) ? random.below(20_000) : random.below(5));

const run = (seed: number, commands: number, outcomes: Map<string, number>): void => {
  const random = seeded(seed);
  const oracle = new Oracle(seed % 4 === 3 ? {} : { stepsPerCommand: 2 + (seed % 5) });
  let time = 1_700_000_000_000;
  const next = perpetualFlow(random, oracle.state, { references: false });
  const preparation = perpetualPreparation(random);
  for (let i = 0; i < commands; i++) {
    time += passed(random);
    oracle.startBatch(time);
    const command = preparation.shift() ?? next();
    const events = oracle.apply(command);
    checkInvariants(oracle.state);
    for (const event of events) {
      const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      count(event.kind);
      if (event.kind === 'CommandRefused') count(`refused ${event.refusal}`);
      if (event.kind === 'OrderEnded') count(`ended ${event.end} ${event.refusal ?? ''}`.trim());
      if (event.kind === 'MarketStatusChanged' && command.kind !== 'SetMarketStatus') count('given up');
      if (event.kind === 'PositionSettled') count(`settled ${event.means}`);
    }
  }
  expect(oracle.hash()).toMatch(/^[0-9a-f]{64}$/);
};

const isIdle = (s: OracleState): boolean =>
  !s.markets.some((m) => isBusy(s, m)) && !s.orders.some((o) => o.place === 'fired') && s.sweeps.length === 0;

/** The state without the counters of commands, events and log positions. */
const contentOf = (s: OracleState) => ({
  accounts: s.accounts,
  orders: [...s.orders].sort((a, b) => a.id - b.id).map(({ entered: _, ...o }) => o),
  perpetuals: perpetualsOf(s).map(({ p, m }) => ({ p, last: m.last, trades: m.trades, status: m.status })),
});

/**
 * Runs the same commands with few and with many steps per command, each followed by Ticks until nothing is pending: the
 * content must then be the same.
 */
const runDivided = (seed: number, commands: number): void => {
  const random = seeded(seed);
  const [whole, divided] = [new Oracle(), new Oracle({ stepsPerCommand: 1 + (seed % 3) })];
  const next = perpetualFlow(random, whole.state, { references: false });
  const preparation = perpetualPreparation(random);
  let time = 1_700_000_000_000;
  for (let i = 0; i < commands; i++) {
    time += passed(random);
    const command = preparation.shift() ?? next();
    for (const oracle of [whole, divided]) {
      oracle.startBatch(time);
      oracle.apply(command);
      // At least one Tick, so that an opening pause ends at the same command, whether there is more to do or not.
      for (let ticks = 0; ticks < 1 || (!isIdle(oracle.state) && ticks < 3000); ticks++) oracle.apply({ kind: 'Tick' });
    }
    expect(contentOf(divided.state)).toEqual(contentOf(whole.state));
  }
};

describe('the oracle of perpetuals', () => {
  const outcomes = new Map<string, number>();
  const seeds = Number(process.env.CORE_SEEDS ?? 10);

  test.each(Array.from({ length: seeds }, (_, i) => i + 1))(
    '[L1] [L3] [X5] [Y2] [Y5] [Z1] [Z6] [V1] seed %i: all sums agree and no client is below zero',
    (seed) => run(seed, 1200, outcomes),
  );

  test.each(Array.from({ length: Math.ceil(seeds / 2) }, (_, i) => i + 1))(
    '[B1] [X6] seed %i: commands split into few steps give the same result as commands of many steps',
    (seed) => runDivided(seed, 400),
  );

  test('the random flows reach every event, refusal and end of perpetuals', () => {
    if (process.env.CORE_OUTCOMES !== undefined) console.log([...outcomes].sort());
    for (const outcome of [
      'LeverageSet',
      'MarginChanged',
      'LiquidationStarted',
      'FundingSettled',
      'FundingEnded',
      'PerpetualTermsChanged',
      'MinimumTermSet',
      'refused before_term_end',
      'settled own_position',
      'settled insurance_fund',
      'settled deleveraging',
      'OrderTriggered',
      'PositionClosed',
      'refused has_positions',
      'refused mark_price_changed',
      'refused market_delisted',
      'refused no_position',
      'refused has_open_orders',
      'refused above_position_limit',
      'refused below_initial_margin',
      'refused would_liquidate',
      'refused market_busy',
      'ended would_liquidate',
      'ended beyond_bankruptcy',
      'ended position_closed',
      'ended open_interest_limit',
      'ended liquidated',
      'ended beyond_protection',
    ])
      expect([...outcomes.keys()]).toContain(outcome);
  });
});
