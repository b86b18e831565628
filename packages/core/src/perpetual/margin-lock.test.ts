import { assetUnits } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import { ALICE, BOB, opened, PERPETUAL, type PerpetualExchange } from '../../test/perpetual-exchange.ts';
import type { ChangeMargin } from '../commands/change-margin.ts';

const FUND = 4;

const margin = (change: 'add' | 'remove', units: number): ChangeMargin => ({
  kind: 'ChangeMargin',
  owner: ALICE,
  market: PERPETUAL,
  position: 'long',
  change,
  units: assetUnits(units),
});

const leverageOf = (leverage: number) =>
  ({ kind: 'SetLeverage', owner: ALICE, market: PERPETUAL, position: 'long', leverage }) as const;

/** A long of 100 lots at 1,000 with leverage 3. */
function exchangeWithLong(): PerpetualExchange {
  const exchange = opened();
  exchange.deposit(FUND, 500_000);
  exchange.leverage(ALICE, 'long', 3);
  exchange.leverage(BOB, 'short', 3);
  exchange.open(ALICE, BOB, 100, 1_000);
  return exchange;
}

describe('margin and leverage while a market is not open', () => {
  test.each(['cancel_only', 'halted'] as const)('[J1] margin can be added, but not removed (%s)', (status) => {
    const exchange = exchangeWithLong();
    exchange.leverage(ALICE, 'long', 20);
    exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status });
    const refusal = status === 'halted' ? 'market_halted' : 'market_cancel_only';
    expect(exchange.refuse(margin('remove', 1))).toBe(refusal);
    exchange.accept(margin('add', 1));
    exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'open' });
    exchange.accept(margin('remove', 1));
  });

  test.each(['cancel_only', 'halted'] as const)('[Y3] leverage can be lowered, but not raised (%s)', (status) => {
    const exchange = exchangeWithLong();
    exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status });
    expect(exchange.refuse(leverageOf(4))).toBe(status === 'halted' ? 'market_halted' : 'market_cancel_only');
    exchange.accept(leverageOf(3));
    exchange.accept(leverageOf(2));
    // Without a position on that side, any leverage is accepted.
    exchange.accept({ ...leverageOf(20), position: 'short' });
    exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'open' });
    exchange.accept(leverageOf(4));
  });

  test('[J1] the margin covers the loss at the next mark price, so that the insurance fund pays nothing', () => {
    const exchange = exchangeWithLong();
    const before = exchange.balance(FUND)[0];
    exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'cancel_only' });
    exchange.refuse(leverageOf(20));
    const { removableUnits = 0 } = exchange.position(ALICE, 'long') ?? {};
    if (removableUnits > 0) exchange.refuse(margin('remove', removableUnits));
    for (const mark of [971, 943, 916, 890, 865, 840, 816, 800]) {
      exchange.mark(mark);
      exchange.finish();
    }
    exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'open' });
    exchange.finish();
    expect(exchange.balance(FUND)[0]).toBeGreaterThanOrEqual(before);
    expect(exchange.figures(ALICE, 'long')?.[0]).toBe(100);
  });
});

test('[J1] [Y3] under rules 4, margin can be removed and leverage raised while a market is cancel_only, as in old logs', () => {
  const exchange = opened({}, {}, 4);
  exchange.leverage(ALICE, 'long', 3);
  exchange.leverage(BOB, 'short', 3);
  exchange.open(ALICE, BOB, 100, 1_000);
  exchange.accept({ kind: 'SetMarketStatus', market: PERPETUAL, status: 'cancel_only' });
  exchange.accept(leverageOf(20));
  exchange.accept(margin('remove', 1));
});
