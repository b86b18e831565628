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
import { systemOwners } from '../index.ts';
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
