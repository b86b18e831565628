import { assetUnits, ratePpm } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import { ALICE, BOB, CAROL, DAVE, opened, order, PERPETUAL, reduce } from '../../test/perpetual-exchange.ts';
import type { ChangeMargin } from '../commands/change-margin.ts';
import type { SettleFunding } from '../commands/settle-funding.ts';

const FUND = 4;

const funding = (payer: 'long' | 'short', ppm: number): SettleFunding => ({
  kind: 'SettleFunding',
  market: PERPETUAL,
  payer,
  ratePpm: ratePpm(ppm),
});

const margin = (owner: number, change: 'add' | 'remove', units: number): ChangeMargin => ({
  kind: 'ChangeMargin',
  owner,
  market: PERPETUAL,
  position: 'long',
  change,
  units: assetUnits(units),
});

describe('funding', () => {
  test('[G2] [G3] payments are rounded up, receivers’ shares by lots are rounded down, and the remainder goes to the fund', () => {
    const exchange = opened();
    exchange.open(ALICE, BOB, 7, 1000);
    exchange.open(ALICE, CAROL, 3, 1000);
    const events = exchange.accept(funding('long', 150));
    // 10,000 × 150 ppm is 1.5: 2 are paid. 7/10 and 3/10 of 2 are 1.4 and 0.6.
    expect(exchange.figures(ALICE, 'long')).toEqual([10, 10_000, 998]);
    expect(exchange.balance(BOB)).toEqual([1_000_000 - 700 + 1, 700]);
    expect(exchange.balance(CAROL)).toEqual([1_000_000 - 300, 300]);
    expect(exchange.fund()).toBe(1);
    expect(events).toEqual([
      { kind: 'FundingStarted', market: PERPETUAL, payer: 'long', ratePpm: 150, markTicks: 1000 },
      {
        kind: 'FundingSettled',
        ...{ owner: ALICE, market: PERPETUAL, position: 'long' },
        paidUnits: 2,
        receivedUnits: 0,
        marginUnits: 998,
      },
      {
        kind: 'FundingSettled',
        ...{ owner: BOB, market: PERPETUAL, position: 'short' },
        paidUnits: 0,
        receivedUnits: 1,
        marginUnits: 700,
      },
      {
        kind: 'FundingSettled',
        ...{ owner: CAROL, market: PERPETUAL, position: 'short' },
        paidUnits: 0,
        receivedUnits: 0,
        marginUnits: 300,
      },
      { kind: 'FundingEnded', market: PERPETUAL, collectedUnits: 2, restUnits: 1 },
    ]);
  });

  test.each([
    // The payment of each row: 10,000 × 0.01%; 10,030 × 0.01% = 1.003; 6,979 × 0.5% = 34.895; 0.001; 3,150 × 10%, of
    // which 300 come from the margin.
    [10, 1000, 100, 1, 999],
    [10, 1003, 100, 2, 998],
    [7, 997, 5000, 35, 665],
    [1, 1000, 1, 1, 99],
    [3, 1050, 100_000, 315, 0],
  ])('[G2] %d lots at a mark of %d pay at %d ppm: %d, which leaves a margin of %d', (lots, mark, ppm, paid, left) => {
    const exchange = opened();
    exchange.open(ALICE, BOB, lots, 1000);
    exchange.mark(mark);
    const [available] = exchange.balance(BOB);
    exchange.accept(funding('long', ppm));
    expect(exchange.balance(BOB)[0]).toBe(available + paid);
    expect(exchange.figures(ALICE, 'long')).toEqual([lots, lots * 1000 + Math.max(0, paid - lots * 100), left]);
    expect(exchange.fund()).toBe(0);
  });

  test('[G2] [G3] a payer pays at most the position’s margin, and the fund pays nothing', () => {
    const exchange = opened();
    exchange.deposit(FUND, 1000);
    exchange.leverage(ALICE, 'long', 20);
    exchange.open(ALICE, BOB, 10, 1000);
    exchange.accept(order(CAROL, 'buy', 10, 1000));
    // 10% of 10,000 is more than the margin of 500. Alice is then liquidated, and Carol takes her lots at cost.
    exchange.accept(funding('long', 100_000));
    expect(exchange.balance(BOB)).toEqual([999_000 + 500, 1000]);
    expect(exchange.fund()).toBe(1000);
    expect(exchange.position(ALICE, 'long')).toBeUndefined();
    expect(exchange.balance(ALICE)).toEqual([999_500, 0]);
  });

  test('[G2] a payer pays at most the margin less the loss, so that the fund takes over lots at the mark price', () => {
    const exchange = opened();
    exchange.deposit(FUND, 10_000);
    exchange.leverage(ALICE, 'long', 20);
    exchange.open(ALICE, BOB, 10, 1000);
    exchange.mark(970);
    // Margin 500 less loss 300: Alice can pay at most 200 in funding. Her equity at 970 is then zero, so the fund takes
    // over her lots at exactly what they are worth, 9,700.
    exchange.accept(funding('long', 100_000));
    expect(exchange.balance(BOB)).toEqual([999_000 + 200, 1000]);
    expect(exchange.figures(FUND, 'long')).toEqual([10, 9700, 9700]);
    expect(exchange.balance(FUND)).toEqual([300, 9700]);
    expect(exchange.balance(ALICE)).toEqual([999_500, 0]);
  });

  test.each([
    ['long', 1200, 1200, 10_700],
    ['short', 800, 800, 9700],
  ] as const)('[G2] once the margin of a %s is used up, the rest is paid from its profit', (payer, mark, due, cost) => {
    const exchange = opened();
    const [long, short] = payer === 'long' ? [ALICE, BOB] : [BOB, ALICE];
    exchange.leverage(ALICE, payer, 20);
    exchange.leverage(BOB, payer === 'long' ? 'short' : 'long', 1);
    exchange.open(long, short, 10, 1000);
    exchange.mark(mark);
    const events = exchange.accept(funding(payer, 100_000));
    // 500 is paid from the margin, the rest from a profit of 2,000.
    expect(exchange.figures(ALICE, payer)).toEqual([10, cost, 0]);
    expect(exchange.balance(BOB)).toEqual([990_000 + due, 10_000]);
    expect(events.find(({ kind }) => kind === 'PositionChanged')).toMatchObject({
      owner: ALICE,
      costUnits: cost,
      marginUnits: 0,
      realizedUnits: due - 500,
    });
    exchange.accept(order(BOB, payer === 'long' ? 'buy' : 'sell', 10, mark, reduce));
    exchange.accept(order(ALICE, payer === 'long' ? 'sell' : 'buy', 10, mark, reduce));
    expect(exchange.balance(ALICE)).toEqual([1_000_000 + 2000 - due, 0]);
    expect(exchange.balance(BOB)).toEqual([1_000_000 - 2000 + due, 0]);
  });

  test('[G1] [B1] a funding settlement continues across ticks at the mark price of its start, before anything else', () => {
    const exchange = opened({}, { stepsPerCommand: 1 });
    exchange.open(ALICE, BOB, 7, 1000);
    exchange.open(DAVE, CAROL, 3, 1000);
    exchange.finish();
    exchange.accept(funding('short', 1000));
    exchange.mark(1020);
    expect(exchange.refuse(funding('short', 1000))).toBe('market_busy');
    expect(exchange.refuse(order(ALICE, 'buy', 1, 1000))).toBe('market_busy');
    for (let ticks = 0; exchange.core.nextDueMs() !== undefined; ticks++) {
      expect(ticks).toBeLessThan(20);
      exchange.restart();
      exchange.do({ kind: 'Tick' });
    }
    expect(exchange.figures(BOB, 'short')).toEqual([7, 7000, 693]);
    expect(exchange.balance(ALICE)).toEqual([999_300 + 7, 700]);
    expect(exchange.balance(DAVE)).toEqual([999_700 + 3, 300]);
  });

  test('[G1] an invalid funding settlement is refused', () => {
    const exchange = opened();
    expect(exchange.refuse(funding('long', 0))).toBe('malformed');
    expect(exchange.refuse(funding('long', 100_001))).toBe('malformed');
    expect(exchange.refuse({ ...funding('long', 1), market: 9 })).toBe('unknown_market');
    exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'halted' });
    expect(exchange.refuse(funding('long', 1))).toBe('market_halted');
  });
});

describe('margin changes', () => {
  test('[J1] [J2] added margin moves the liquidation price away', () => {
    const exchange = opened();
    exchange.open(ALICE, BOB, 10, 1000);
    expect(exchange.position(ALICE, 'long')?.liquidationTicks).toBe(909);
    const [event] = exchange.accept(margin(ALICE, 'add', 1000));
    expect(event).toMatchObject({ kind: 'MarginChanged', change: 'add', units: 1000, marginUnits: 2000 });
    expect(exchange.balance(ALICE)).toEqual([998_000, 2000]);
    // Liquidated where value × 0.99 ≤ 8,000: at 808 and below.
    expect(exchange.position(ALICE, 'long')?.liquidationTicks).toBe(808);
    expect(exchange.refuse(margin(ALICE, 'add', 18_001))).toBe('above_maximum');
    expect(exchange.refuse(margin(CAROL, 'add', 1))).toBe('no_position');
    expect(exchange.refuse(margin(ALICE, 'add', 0))).toBe('malformed');
  });

  test('[J2] only available units can be added', () => {
    const exchange = opened();
    exchange.accept({
      kind: 'Transfer',
      by: ALICE,
      purpose: 'between_wallets',
      legs: [
        { owner: ALICE, wallet: 'future', asset: 2, units: assetUnits(-998_500) },
        { owner: ALICE, wallet: 'spot', asset: 2, units: assetUnits(998_500) },
      ],
    });
    exchange.open(ALICE, BOB, 10, 1000);
    expect(exchange.refuse(margin(ALICE, 'add', 501))).toBe('exceeds_balance');
    exchange.accept(margin(ALICE, 'add', 500));
  });

  test('[J3] a removal must leave the initial margin plus the loss; profit cannot be removed', () => {
    const exchange = opened();
    exchange.open(ALICE, BOB, 10, 1000);
    expect(exchange.refuse(margin(ALICE, 'remove', 1))).toBe('below_initial_margin');
    exchange.accept(margin(ALICE, 'add', 500));
    exchange.mark(980);
    // The loss is 200: 300 can be removed.
    expect(exchange.refuse(margin(ALICE, 'remove', 301))).toBe('below_initial_margin');
    exchange.mark(1010);
    // The initial margin is 1,010 at this mark.
    expect(exchange.refuse(margin(ALICE, 'remove', 491))).toBe('below_initial_margin');
    exchange.accept(margin(ALICE, 'remove', 490));
    expect(exchange.balance(ALICE)).toEqual([998_990, 1010]);
    exchange.accept(order(BOB, 'buy', 10, 1000, reduce));
    exchange.accept(order(ALICE, 'sell', 10, 1000, reduce));
    expect(exchange.balance(ALICE)).toEqual([1_000_000, 0]);
  });

  test('[J3] a removal must leave a higher-tier position more than its maintenance margin', () => {
    const exchange = opened({ riskStepPpm: ratePpm(100_000) });
    for (const [owner, side] of [
      [ALICE, 'long'],
      [BOB, 'short'],
    ] as const)
      exchange.leverage(owner, side, 5);
    exchange.open(ALICE, BOB, 120, 1000);
    // In tier 1, the rate of 11% requires a maintenance margin of 13,200, although leverage 20 requires an initial
    // margin of only 6,000.
    exchange.leverage(ALICE, 'long', 20);
    expect(exchange.refuse(margin(ALICE, 'remove', 10_800))).toBe('below_initial_margin');
    exchange.accept(margin(ALICE, 'remove', 10_799));
    expect(exchange.figures(ALICE, 'long')).toEqual([120, 120_000, 13_201]);
    expect(exchange.core.nextDueMs()).toBeUndefined();
  });
});
