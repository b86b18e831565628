import { assetUnits, priceTicks, ratePpm, sizeLots } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import {
  ALICE,
  BOB,
  BTC,
  Exchange,
  limit,
  listing,
  MARKET,
  opened,
  plainRules,
  trigger,
  USDT,
} from '../../test/exchange.ts';
import { seeded } from '../../test/seeded.ts';
import type { MarketStatus } from '../index.ts';
import type { Command } from './all.ts';

const status = (value: 'open' | 'cancel_only' | 'halted' | 'delisted', market = MARKET): Command => ({
  kind: 'SetMarketStatus',
  market,
  status: value,
});

describe('a change of status that expects another one', () => {
  test('[M8] is refused by the status that the market has', () => {
    const exchange = opened();
    const to = (value: MarketStatus, expected: MarketStatus) =>
      ({ kind: 'SetMarketStatus', market: MARKET, status: value, expected }) as const;
    expect(exchange.refuse(to('open', 'cancel_only'))).toBe('market_open');
    exchange.accept(to('halted', 'open'));
    expect(exchange.refuse(to('cancel_only', 'open'))).toBe('market_halted');
    exchange.accept(to('cancel_only', 'halted'));
    expect(exchange.refuse(to('open', 'halted'))).toBe('market_cancel_only');
    exchange.accept(status('delisted'));
    expect(exchange.refuse(to('open', 'open'))).toBe('market_delisted');
    expect(exchange.refuse({ ...to('open', 'open'), market: 40 })).toBe('unknown_market');
  });

  test('[M8] is malformed under older rules', () => {
    const exchange = new Exchange();
    exchange.accept({ kind: 'ActivateRules', version: 4 });
    expect(exchange.refuse({ kind: 'SetMarketStatus', market: MARKET, status: 'open', expected: 'open' })).toBe(
      'malformed',
    );
  });
});

describe('delisting a spot market', () => {
  test('[Q1] under older rules the status and ClosePositions are malformed', () => {
    const exchange = new Exchange();
    exchange.accept({ kind: 'ActivateRules', version: 3 });
    exchange.accept({ kind: 'RegisterAsset', asset: BTC, code: 'BTC', scale: 8 });
    exchange.accept({ kind: 'RegisterAsset', asset: USDT, code: 'USDT', scale: 6 });
    exchange.accept(listing());
    expect(exchange.refuse(status('delisted'))).toBe('malformed');
    expect(exchange.refuse(status('delisted', 77))).toBe('malformed');
    expect(exchange.refuse({ kind: 'ClosePositions', market: MARKET, markTicks: priceTicks(1) })).toBe('malformed');
    exchange.accept({ kind: 'ActivateRules', version: 4 });
    exchange.accept(status('delisted'));
    exchange.verify();
  });

  test('[Q1] a market cannot be listed as delisted, and an unknown market cannot be delisted', () => {
    const exchange = opened();
    expect(exchange.refuse(listing({ market: 40, status: 'delisted' }))).toBe('malformed');
    expect(exchange.refuse(status('delisted', 40))).toBe('unknown_market');
  });

  test.each([
    ['resting', { priceTicks: priceTicks(99) }],
    ['waiting', { ...trigger('stop', 104), priceTicks: priceTicks(104) }],
  ] as const)('[Q1] a market with a %s order is not delisted until the order has ended', (_place, over) => {
    const exchange = opened();
    const [accepted] = exchange.accept({ ...limit(ALICE, 'buy', 5, 99), ...over });
    const order = accepted?.kind === 'OrderAccepted' ? accepted.order : 0;
    exchange.accept(status('cancel_only'));
    expect(exchange.refuse(status('delisted'))).toBe('has_open_orders');
    exchange.restart();
    expect(exchange.refuse(status('delisted'))).toBe('has_open_orders');
    exchange.accept({ kind: 'CancelOrder', owner: ALICE, order });
    expect(exchange.accept(status('delisted'))).toEqual([
      { kind: 'MarketStatusChanged', market: MARKET, status: 'delisted' },
    ]);
    exchange.verify();
  });

  test('[Q2] every later command that names the market is refused, and balances stay', () => {
    const exchange = opened();
    exchange.accept(limit(ALICE, 'buy', 5, 100));
    exchange.accept(limit(BOB, 'sell', 5, 100));
    exchange.accept(status('delisted'));
    exchange.restart();
    const market = MARKET;
    const commands: Command[] = [
      limit(ALICE, 'buy', 5, 99),
      {
        kind: 'PlaceOco',
        owner: ALICE,
        market,
        side: 'sell',
        sizeLots: sizeLots(5),
        priceTicks: priceTicks(103),
        stopTriggerTicks: priceTicks(97),
      },
      { kind: 'CancelAllOrders', owner: ALICE, market },
      status('open'),
      status('cancel_only'),
      status('halted'),
      status('delisted'),
      { kind: 'SetReferencePrice', market, referenceTicks: priceTicks(100) },
      { kind: 'ChangeMarketRules', market, ...plainRules, bandPpm: ratePpm(50_000) },
    ];
    for (const command of commands)
      expect([command.kind, exchange.refuse(command)]).toEqual([command.kind, 'market_delisted']);
    expect(exchange.refuse(listing())).toBe('already_exists');
    expect(exchange.refuse({ kind: 'CancelOrder', owner: ALICE, order: 1 })).toBe('unknown_order');
    exchange.accept({ kind: 'CancelAllOrders', owner: ALICE });
    exchange.accept({ kind: 'FreezeOwner', owner: ALICE });
    exchange.verify();
  });

  test('[Q1] a market with an unfinished order is not delisted until the order has ended', () => {
    const exchange = opened({}, undefined, { stepsPerCommand: 2 });
    for (let i = 0; i < 6; i++) exchange.accept(limit(BOB, 'sell', 1, 100));
    exchange.accept(limit(ALICE, 'buy', 6, 100));
    expect(exchange.refuse(status('delisted'))).toBe('market_busy');
    while (exchange.core.nextDueMs() !== undefined) exchange.accept({ kind: 'Tick' });
    exchange.accept(status('delisted'));
    exchange.verify();
  });

  test('[K1] a conversion does not use a delisted market, but one of the same pair that was listed later', () => {
    const exchange = opened();
    const convert: Command = {
      kind: 'Convert',
      owner: ALICE,
      from: BTC,
      to: USDT,
      units: assetUnits(5),
      minUnits: assetUnits(0),
    };
    exchange.accept(status('delisted'));
    expect(exchange.refuse(convert)).toBe('unknown_market');
    exchange.accept(listing({ market: 9 }));
    exchange.accept({ ...limit(BOB, 'buy', 50, 100), market: 9 });
    const events = exchange.accept(convert);
    expect(events.find(({ kind }) => kind === 'OrderFilled')).toMatchObject({ market: 9 });
    exchange.verify();
  });

  test('[Q1] a market delisted at a random moment has no orders, and accepts none', () => {
    const { below } = seeded(7);
    const exchange = opened();
    let delisted = false;
    for (let i = 0; i < 300; i++) {
      const owner = below(2) === 0 ? ALICE : BOB;
      const events =
        below(3) === 0
          ? exchange.do({ kind: 'CancelAllOrders', owner, market: MARKET })
          : exchange.do(limit(owner, below(2) === 0 ? 'buy' : 'sell', 1 + below(4), 97 + below(7)));
      if (delisted) expect(events).toEqual([{ kind: 'CommandRefused', refusal: 'market_delisted' }]);
      if (i > 100 && below(4) === 0) delisted ||= exchange.do(status('delisted'))[0]?.kind === 'MarketStatusChanged';
    }
    expect(delisted).toBe(true);
    expect([...exchange.core.openOrders(ALICE), ...exchange.core.openOrders(BOB)]).toEqual([]);
    exchange.verify();
  });
});
