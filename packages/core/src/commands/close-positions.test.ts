import { assetUnits, priceTicks, ratePpm } from '@vitrine/money';
import { expect, test } from 'vitest';
import {
  ALICE,
  BOB,
  CAROL,
  DAVE,
  listing,
  opened,
  order,
  PERPETUAL,
  terms,
  USDT,
} from '../../test/perpetual-exchange.ts';
import { type CoreEvent, systemOwners } from '../index.ts';
import type { Command } from './all.ts';

const market = PERPETUAL;
const close: Command = { kind: 'ClosePositions', market, markTicks: priceTicks(1000) };
const status = (value: 'open' | 'cancel_only' | 'halted' | 'delisted'): Command => ({
  kind: 'SetMarketStatus',
  market,
  status: value,
});

test('[Q3] positions are closed only in a cancel-only market without orders', () => {
  const exchange = opened();
  exchange.open(ALICE, BOB, 10, 1000);
  exchange.accept(order(CAROL, 'buy', 5, 990));
  expect(exchange.refuse(close)).toBe('market_open');
  exchange.accept(status('halted'));
  expect(exchange.refuse(close)).toBe('market_halted');
  exchange.accept(status('cancel_only'));
  expect(exchange.refuse(close)).toBe('has_open_orders');
  expect(exchange.refuse({ ...close, market: 77 })).toBe('unknown_market');
  expect(exchange.refuse({ ...close, markTicks: priceTicks(0) })).toBe('malformed');
  exchange.accept({ kind: 'CancelAllOrders', owner: CAROL, market });
  expect(exchange.refuse(status('delisted'))).toBe('has_positions');
  for (const markTicks of [999, 1001].map(priceTicks))
    expect(exchange.refuse({ ...close, markTicks })).toBe('mark_price_changed');
  exchange.accept(close);
  exchange.accept(status('delisted'));
  expect(exchange.refuse(close)).toBe('market_delisted');
});

test('[Q4] both sides are closed at the mark price without a fee, and profits equal losses', () => {
  const exchange = opened();
  exchange.accept({ kind: 'SetFeeSchedule', tier: 0, makerPpm: ratePpm(0), takerPpm: ratePpm(0) });
  exchange.open(ALICE, BOB, 10, 1000);
  exchange.open(CAROL, BOB, 20, 1010);
  exchange.mark(1007);
  exchange.accept(status('cancel_only'));
  const events = exchange.accept({ ...close, markTicks: priceTicks(1007) });
  expect(events[0]).toEqual({ kind: 'ClosingStarted', market, markTicks: 1007 });
  expect(events.filter(({ kind }) => kind === 'PositionClosed')).toMatchObject([
    { owner: ALICE, position: 'long', notionalUnits: 10_070 },
    { owner: BOB, position: 'short', sizeLots: 30 },
    { owner: CAROL, position: 'long', priceTicks: 1007, sizeLots: 20 },
  ]);
  expect([ALICE, BOB, CAROL].map((owner) => exchange.balance(owner))).toEqual([
    [1_000_070, 0],
    [999_990, 0],
    [999_940, 0],
  ]);
  expect(exchange.balance(systemOwners.clearing)).toEqual([0, 0]);
  expect(exchange.core.perpetual(PERPETUAL)).toMatchObject({ openInterestLots: 0 });
});

test('[Q4] [B1] closing in few steps continues with Ticks at its first mark price, through restarts, new marks and a halt', () => {
  const exchange = opened({}, { stepsPerCommand: 1 });
  exchange.open(ALICE, BOB, 10, 1000);
  exchange.open(CAROL, DAVE, 20, 1000);
  exchange.finish();
  exchange.accept(status('cancel_only'));
  exchange.accept(close);
  expect(exchange.refuse(close)).toBe('market_busy');
  expect(exchange.refuse(status('delisted'))).toBe('market_busy');
  exchange.restart();
  exchange.accept({ kind: 'SetMarkPrice', market, markTicks: priceTicks(900) });
  exchange.restart();
  exchange.accept(status('halted'));
  exchange.finish();
  for (const owner of [ALICE, BOB, CAROL, DAVE]) {
    expect(exchange.core.positions(owner)).toEqual([]);
    expect(exchange.balance(owner)).toEqual([1_000_000, 0]);
  }
  expect(exchange.balance(systemOwners.clearing)).toEqual([0, 0]);
  exchange.accept(status('delisted'));
});

test('[Q3] [V6] a position that has lost its margin is first taken over by the fund, then closed like the others', () => {
  const exchange = opened();
  exchange.deposit(systemOwners.insurance, 100_000);
  exchange.leverage(ALICE, 'long', 20);
  exchange.open(ALICE, BOB, 10, 1000);
  exchange.accept(status('cancel_only'));
  const events = exchange.mark(940);
  expect(events.some((event) => event.kind === 'PositionSettled' && event.means === 'insurance_fund')).toBe(true);
  expect(exchange.refuse(close)).toBe('mark_price_changed');
  exchange.accept({ ...close, markTicks: priceTicks(940) });
  exchange.finish();
  expect(exchange.core.perpetual(PERPETUAL)).toMatchObject({ openInterestLots: 0 });
  expect(exchange.balance(systemOwners.clearing)).toEqual([0, 0]);
  expect(exchange.balance(BOB)).toEqual([1_000_600, 0]);
  exchange.accept(status('delisted'));
});

/** The command that closes all positions at this price, which is not the mark price. */
const settleAt = (ticks: number, markTicks = 1000): Command => ({
  kind: 'ClosePositions',
  market,
  markTicks: priceTicks(markTicks),
  settlementTicks: priceTicks(ticks),
});

const settlementsIn = (events: readonly CoreEvent[]) =>
  events.flatMap((e) =>
    e.kind === 'PositionSettled' ? [[e.owner, e.means, e.counterOwner, e.sizeLots, e.priceTicks, e.feeUnits]] : [],
  );

/** Alice is long with a margin of 500 and bankrupt at 950; Bob is short. 10 lots each, at 1,000. */
const withPositions = (settings = {}) => {
  const exchange = opened({}, settings);
  exchange.leverage(ALICE, 'long', 20);
  exchange.open(ALICE, BOB, 10, 1000);
  exchange.finish();
  return exchange;
};

test('[Q3] a settlement price below the liquidation price of a solvent position closes it, without liquidating it', () => {
  const exchange = withPositions();
  // At a mark price of 955, 50 units are left, which is less than the maintenance margin of 96.
  expect(exchange.position(ALICE, 'long')?.liquidationTicks).toBeGreaterThan(955);
  exchange.accept(status('cancel_only'));
  const events = exchange.accept(settleAt(955));
  expect(events.map(({ kind }) => kind)).toEqual([
    'ClosingStarted',
    'PositionClosed',
    'PositionChanged',
    'PositionClosed',
    'PositionChanged',
  ]);
  expect(events[0]).toEqual({ kind: 'ClosingStarted', market, markTicks: 955 });
  expect([ALICE, BOB].map((owner) => exchange.balance(owner))).toEqual([
    [999_550, 0],
    [1_000_450, 0],
  ]);
  expect(exchange.core.perpetual(PERPETUAL)).toMatchObject({ openInterestLots: 0, markTicks: 1000 });
  exchange.accept(status('delisted'));
});

test('[Q3] a settlement price has to be known to the rules and be one that the core can calculate with', () => {
  const old = opened({}, {}, 4);
  old.open(ALICE, BOB, 10, 1000);
  old.accept(status('cancel_only'));
  expect(old.refuse(settleAt(955))).toBe('malformed');
  const exchange = withPositions();
  expect(exchange.refuse(settleAt(955))).toBe('market_open');
  exchange.accept(status('cancel_only'));
  expect(exchange.refuse(settleAt(2 ** 50))).toBe('exceeds_range');
  expect(exchange.refuse(settleAt(955, 1001))).toBe('mark_price_changed');
  expect(exchange.position(ALICE, 'long')?.sizeLots).toBe(10);
});

test('[Q5] a position that is bankrupt at the closing price is taken over by the fund, then deleveraged', () => {
  const exchange = withPositions();
  exchange.deposit(systemOwners.insurance, 65);
  exchange.accept(status('cancel_only'));
  const events = exchange.accept(settleAt(940));
  // The fund pays 10 for each lot, the distance from 950 to 940; its 65 pay for 6 lots.
  expect(settlementsIn(events)).toEqual([
    [ALICE, 'insurance_fund', systemOwners.insurance, 6, 950, 0],
    [ALICE, 'deleveraging', BOB, 4, 950, 0],
  ]);
  expect(events.filter(({ kind }) => kind === 'PositionClosed')).toMatchObject([
    { owner: BOB, position: 'short', sizeLots: 6, priceTicks: 940 },
    { owner: systemOwners.insurance, position: 'long', sizeLots: 6, priceTicks: 940 },
  ]);
  expect(exchange.balance(ALICE)).toEqual([999_500, 0]);
  expect(exchange.balance(BOB)).toEqual([1_000_000 + 4 * 50 + 6 * 60, 0]);
  expect(exchange.balance(systemOwners.insurance)).toEqual([5, 0]);
  expect(exchange.balance(systemOwners.clearing)).toEqual([0, 0]);
  exchange.accept(status('delisted'));
});

test('[Q5] [V5] a bankrupt position is first closed against the opposite position of its owner', () => {
  const exchange = withPositions();
  exchange.open(CAROL, ALICE, 4, 1000);
  exchange.deposit(systemOwners.insurance, 10_000);
  exchange.accept(status('cancel_only'));
  expect(settlementsIn(exchange.accept(settleAt(940)))).toEqual([
    [ALICE, 'own_position', ALICE, 4, 950, 0],
    [ALICE, 'insurance_fund', systemOwners.insurance, 6, 950, 0],
  ]);
  expect(exchange.balance(ALICE)).toEqual([999_500 + 200, 0]);
  expect(exchange.balance(CAROL)).toEqual([1_000_000 - 240, 0]);
  expect(exchange.balance(systemOwners.insurance)).toEqual([9_940, 0]);
});

test('[Q5] [B1] closing at a settlement price in few steps gives the same result, even after restarts', () => {
  const run = (settings: object, restarts: boolean) => {
    const exchange = opened({}, settings);
    for (const owner of [ALICE, CAROL]) exchange.leverage(owner, 'long', 20);
    exchange.open(ALICE, BOB, 7, 1000);
    exchange.open(CAROL, DAVE, 9, 1010);
    exchange.deposit(systemOwners.insurance, 123);
    exchange.finish();
    exchange.accept(status('cancel_only'));
    const events = exchange.accept(settleAt(930));
    while (exchange.isDue()) {
      expect(exchange.core.perpetual(PERPETUAL)?.isClosing).toBe(true);
      if (restarts) exchange.restart();
      events.push(...exchange.accept({ kind: 'Tick' }));
    }
    const owners = [ALICE, BOB, CAROL, DAVE, systemOwners.insurance, systemOwners.clearing];
    return { balances: owners.map((owner) => exchange.balance(owner)), settled: settlementsIn(events) };
  };
  const all = run({}, false);
  expect(all.settled.length).toBeGreaterThan(2);
  expect(all.balances.at(-1)).toEqual([0, 0]);
  expect(run({ stepsPerCommand: 1 }, true)).toEqual(all);
  expect(run({ stepsPerCommand: 3 }, true)).toEqual(all);
});

test('[Q3] a halted market is closed at a settlement price, and a liquidation that the halt interrupted is abandoned', () => {
  const exchange = withPositions({ stepsPerCommand: 1 });
  expect(exchange.mark(940).map(({ kind }) => kind)).toContain('LiquidationStarted');
  exchange.accept(status('halted'));
  expect(exchange.core.nextDueMs()).toBeUndefined();
  expect(exchange.refuse({ ...close, markTicks: priceTicks(940) })).toBe('market_halted');
  exchange.accept(settleAt(960, 940));
  exchange.finish();
  expect([ALICE, BOB].map((owner) => exchange.balance(owner))).toEqual([
    [999_600, 0],
    [1_000_400, 0],
  ]);
  exchange.restart();
  exchange.accept(status('delisted'));
});

test('[Q5] if nobody can take over a bankrupt position, the closing is abandoned, and continues once the fund can pay', () => {
  const exchange = opened({ riskStepPpm: ratePpm(0), liquidationFeePpm: ratePpm(0) }, { stepsPerCommand: 1 });
  exchange.open(ALICE, BOB, 120, 1000);
  exchange.finish();
  exchange.mark(1080);
  exchange.finish();
  exchange.leverage(CAROL, 'long', 20);
  exchange.accept(order(CAROL, 'buy', 20, 1079));
  exchange.finish();
  exchange.mark(1000);
  exchange.finish();
  // This leaves Bob a margin of 1,800: his short is bankrupt at 1,015.
  exchange.accept({ kind: 'SettleFunding', market, payer: 'short', ratePpm: ratePpm(85_000) });
  exchange.finish();
  expect(exchange.position(BOB, 'short')?.bankruptcyTicks).toBe(1015);
  // New terms require the liquidation of 20 of Alice's lots. Carol buys them: her long is bankrupt at 1,025.
  const stricter = { ...terms, liquidationFeePpm: ratePpm(0), riskStepPpm: ratePpm(300_000) };
  exchange.accept({ kind: 'ChangePerpetualTerms', market, ...stricter });
  exchange.mark(1085);
  for (let ticks = 0; exchange.position(CAROL, 'long') === undefined; ticks++) {
    expect(ticks).toBeLessThan(20);
    exchange.accept({ kind: 'Tick' });
  }
  exchange.accept(status('halted'));
  expect(exchange.position(CAROL, 'long')?.bankruptcyTicks).toBe(1025);
  // Between 1,015 and 1,025, both are bankrupt. Alice's long takes over 100 of Bob's lots, Carol's none.
  exchange.accept(settleAt(1020, 1085));
  const events = exchange.finish();
  expect(settlementsIn(events)).toEqual([[BOB, 'deleveraging', ALICE, 100, 1015, 0]]);
  expect(events.at(-1)).toEqual({ kind: 'MarketStatusChanged', market, status: 'halted' });
  expect(exchange.core.perpetual(PERPETUAL)).toMatchObject({ openInterestLots: 20, isClosing: false });
  exchange.deposit(systemOwners.insurance, 200);
  exchange.accept(settleAt(1020, 1085));
  expect(settlementsIn(exchange.finish())).toEqual([
    [BOB, 'insurance_fund', systemOwners.insurance, 20, 1015, 0],
    [CAROL, 'insurance_fund', systemOwners.insurance, 20, 1025, 0],
  ]);
  expect(exchange.balance(systemOwners.insurance)).toEqual([0, 0]);
  expect(exchange.balance(systemOwners.clearing)).toEqual([0, 0]);
  exchange.accept(status('delisted'));
});

test('[Q2] every later command that names the perpetual is refused', () => {
  const exchange = opened();
  exchange.accept(status('delisted'));
  exchange.restart();
  const commands: Command[] = [
    order(ALICE, 'buy', 5, 1000),
    order(ALICE, 'sell', 5, 1000, { reduceOnly: true }),
    { kind: 'CancelAllOrders', owner: ALICE, market },
    { kind: 'SetMarkPrice', market, markTicks: priceTicks(1001) },
    { kind: 'SetMarkPrice', market, markTicks: priceTicks(2 ** 50) },
    { kind: 'ChangePerpetualTerms', market, ...terms },
    { kind: 'SetLeverage', owner: ALICE, market, position: 'long', leverage: 3 },
    { kind: 'ChangeMargin', owner: ALICE, market, position: 'long', change: 'add', units: assetUnits(5) },
    { kind: 'SettleFunding', market, payer: 'long', ratePpm: ratePpm(10) },
    status('open'),
    close,
  ];
  for (const command of commands)
    expect([command.kind, exchange.refuse(command)]).toEqual([command.kind, 'market_delisted']);
  expect(exchange.refuse(listing())).toBe('already_exists');
  expect(exchange.refuse(listing({ market: 40, status: 'delisted' }))).toBe('malformed');
  expect(exchange.core.balance(ALICE, 'future', USDT).availableUnits).toBe(1_000_000);
});
