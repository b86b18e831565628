import { priceTicks, ratePpm, sizeLots } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import {
  ALICE,
  BOB,
  listing,
  opened,
  order,
  PERPETUAL,
  PerpetualExchange,
  terms,
  USDT,
} from '../../test/perpetual-exchange.ts';
import type { Command } from '../commands/all.ts';
import type { ListPerpetual } from '../commands/list-perpetual.ts';

const withAssets = (rules: number): PerpetualExchange => {
  const exchange = new PerpetualExchange();
  exchange.accept({ kind: 'ActivateRules', version: rules });
  exchange.accept({ kind: 'RegisterAsset', asset: 1, code: 'BTC', scale: 8 });
  exchange.accept({ kind: 'RegisterAsset', asset: USDT, code: 'USDT', scale: 6 });
  return exchange;
};

describe('a perpetual market', () => {
  test('[X1] [D4] cannot be listed before version 3 of the rules', () => {
    const exchange = withAssets(2);
    const commands: readonly Command[] = [
      listing(),
      { kind: 'ChangePerpetualTerms', market: PERPETUAL, ...terms },
      { kind: 'SetMarkPrice', market: PERPETUAL, markTicks: priceTicks(1) },
      { kind: 'SetLeverage', owner: ALICE, market: PERPETUAL, position: 'long', leverage: 1 },
      { kind: 'ChangeMargin', owner: ALICE, market: PERPETUAL, position: 'long', change: 'add', units: 1 as never },
      { kind: 'SettleFunding', market: PERPETUAL, payer: 'long', ratePpm: ratePpm(1) },
      order(ALICE, 'sell', 1, 1000, { reduceOnly: true }),
    ];
    for (const command of commands) expect(exchange.refuse(command)).toBe('malformed');
  });

  test.each<[string, Partial<ListPerpetual>]>([
    ['no mark price', { markTicks: priceTicks(0) }],
    ['a band over 100%', { bandPpm: ratePpm(1_000_001) }],
    ['too many open orders', { maxOpenOrders: 201 }],
    ['no leverage', { maxLeverage: 0 }],
    ['a leverage over 100', { maxLeverage: 101 }],
    ['no maintenance rate', { maintenancePpm: ratePpm(0) }],
    ['a maintenance rate over half of the initial margin', { maintenancePpm: ratePpm(25_001) }],
    ['an open interest below the position limit', { maxOpenInterestLots: sizeLots(9_999) }],
    ['margin in its own base asset', { base: USDT }],
  ])('[X1] [X2] with %s is malformed', (_name, over) => {
    expect(withAssets(3).refuse(listing(over))).toBe('malformed');
  });

  test('[X1] is listed only once, and is not a spot market', () => {
    const exchange = withAssets(3);
    const [event] = exchange.accept(listing());
    expect(event).toEqual({ ...listing(), kind: 'PerpetualListed' });
    expect(exchange.refuse(listing())).toBe('already_exists');
    expect(exchange.core.markets()).toEqual([]);
    expect(exchange.core.market(PERPETUAL)).toBeUndefined();
    expect(exchange.core.perpetuals()).toMatchObject([{ market: PERPETUAL, markTicks: 1000, maxLeverage: 20 }]);
    expect(exchange.core.quoteConvert(ALICE, 1, USDT, 5 as never)).toBe('unknown_market');
  });

  test('[X3] the mark price is the center of the price band, and is limited by the value of all lots', () => {
    const exchange = opened({ bandPpm: ratePpm(100_000) });
    exchange.mark(2000);
    expect(exchange.refuse(order(ALICE, 'buy', 1, 1799))).toBe('outside_price_band');
    exchange.accept(order(ALICE, 'buy', 1, 1800));
    const tooHigh = Math.floor(2 ** 50 / terms.maxOpenInterestLots) + 1;
    const setMark = { kind: 'SetMarkPrice', market: PERPETUAL } as const;
    exchange.accept({ ...setMark, markTicks: priceTicks(tooHigh - 1) });
    expect(exchange.refuse({ ...setMark, markTicks: priceTicks(0) })).toBe('malformed');
    expect(exchange.refuse({ ...setMark, market: 9, markTicks: priceTicks(5) })).toBe('unknown_market');
  });

  test('[X3] a mark price out of range is not set, and halts the market', () => {
    const exchange = opened();
    exchange.open(ALICE, BOB, 10, 1000);
    const events = exchange.mark(2 ** 50);
    expect(events).toEqual([{ kind: 'MarketStatusChanged', market: PERPETUAL, status: 'halted' }]);
    expect(exchange.core.perpetual(PERPETUAL)).toMatchObject({ markTicks: 1000, status: 'halted' });
    expect(exchange.refuse(order(ALICE, 'sell', 10, 1000, { reduceOnly: true }))).toBe('market_halted');
  });

  test.each([
    [100, 10_000],
    [101, 20_000],
    [200, 20_000],
    [201, 30_000],
    [900, 90_000],
  ])('[Y4] a position of %d lots at 1,000 has a maintenance rate of %d ppm', (lots, ppm) => {
    const exchange = opened({ maxPositionLots: sizeLots(10_000) });
    for (const side of ['long', 'short'] as const) for (const owner of [ALICE, BOB]) exchange.leverage(owner, side, 2);
    exchange.open(ALICE, BOB, lots, 1000);
    const maintenanceUnits = (lots * 1000 * ppm) / 1e6;
    expect(exchange.position(ALICE, 'long')).toMatchObject({ maintenancePpm: ppm, maintenanceUnits });
    exchange.mark(990);
    expect(exchange.position(ALICE, 'long')?.profitUnits).toBe(-10 * lots);
    expect(exchange.position(BOB, 'short')?.profitUnits).toBe(10 * lots);
  });

  test('[X6] the review of positions after a change of terms continues across ticks', () => {
    const exchange = opened({}, { stepsPerCommand: 1 });
    exchange.open(ALICE, BOB, 10, 1000);
    exchange.finish();
    const change = {
      kind: 'ChangePerpetualTerms',
      market: PERPETUAL,
      ...terms,
      maintenancePpm: ratePpm(20_000),
    } as const;
    exchange.accept(change);
    expect(exchange.position(ALICE, 'long')?.maintenancePpm).toBe(20_000);
    expect(exchange.position(BOB, 'short')?.maintenancePpm).toBe(10_000);
    expect(exchange.refuse(change)).toBe('market_busy');
    exchange.restart();
    exchange.finish();
    expect(exchange.position(BOB, 'short')?.maintenancePpm).toBe(20_000);
  });
});
