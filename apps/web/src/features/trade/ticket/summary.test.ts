import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feeOf, sizeForPercent, summarise, walkNotional } from './summary.ts';
import { btcContext, ticket } from './testing/ticket-fixture.ts';

describe('a limit buy', () => {
  const form = ticket({ price: '64180.0', size: '0.0992' });
  const summary = summarise(form, btcContext);

  it('shows the total that follows from amount and price, to the last digit', () => {
    expect(summary.amountText).toBe('0.0992');
    expect(summary.totalText).toBe('6366.656');
  });

  it('rests, so it expects the maker fee and is bounded by the taker fee', () => {
    expect(summary.role).toBe('maker');
    expect(summary.fee?.toFixed()).toBe('5.093325');
    expect(summary.bound?.toFixed()).toBe('6373.022656');
    expect(summary.hold?.toFixed()).toBe('6373.022656');
  });

  it('pays at most the maker fee when it is post-only', () => {
    expect(summarise({ ...form, postOnly: true }, btcContext).bound?.toFixed()).toBe('6371.749325');
  });

  it('is a taker at the best ask or above', () => {
    expect(summarise({ ...form, price: '64182.7' }, btcContext).role).toBe('taker');
  });

  it('buys whole lots for a typed total and keeps the typed text', () => {
    const byTotal = summarise(ticket({ price: '64180.0', size: '1000', sizedBy: 'total' }), btcContext);
    expect(byTotal.amountText).toBe('0.01558');
    expect(byTotal.totalText).toBe('1000');
    expect(byTotal.notional?.toFixed()).toBe('999.9244');
  });

  it('has no amounts until price and size are given', () => {
    expect(summarise(ticket({ size: '1', sizedBy: 'total' }), btcContext).amount).toBeUndefined();
    expect(summarise(ticket({ price: '64180' }), btcContext).notional).toBeUndefined();
  });
});

describe('a limit sell', () => {
  it('receives at least the notional less the higher fee and holds the coin', () => {
    const summary = summarise(ticket({ side: 'SELL', price: '65000', size: '0.5' }), btcContext);
    expect(summary.bound?.toFixed()).toBe('32467.5');
    expect(summary.hold?.toFixed()).toBe('0.5');
    expect(summary.share).toBe(33.33);
  });
});

describe('a market buy', () => {
  it('by total spends the budget, fee included', () => {
    const summary = summarise(ticket({ kind: 'market', size: '10000', sizedBy: 'total' }), btcContext);
    expect(summary.budget?.toFixed()).toBe('10000');
    expect(summary.bound?.toFixed()).toBe('10000');
    expect(summary.amount?.toFixed()).toBe('0.15564');
  });

  it('by amount walks the book and is bounded by the maximum slippage', () => {
    const summary = summarise(ticket({ kind: 'market', size: '1' }), btcContext);
    expect(summary.notional?.toFixed()).toBe('64183.2');
    expect(summary.average?.toFixed()).toBe('64183.2');
    expect(summary.hold?.toFixed()).toBe(new Big('64824.527').plus('64.824527').toFixed());
  });

  it('says when the known part of the book cannot fill it', () => {
    expect(summarise(ticket({ kind: 'market', size: '2' }), btcContext).beyondBook).toBe(true);
  });

  it('measures slippage from the best price', () => {
    expect(summarise(ticket({ kind: 'market', size: '1.5' }), btcContext).slippagePercent).toBeCloseTo(0.001, 3);
  });
});

describe('an OCO buy', () => {
  const form = ticket({ kind: 'oco', price: '60000', trigger: '66000', size: '0.1' });

  it('reserves for the more expensive leg: a stop without a limit at the edge of the band', () => {
    expect(summarise(form, btcContext).hold?.toFixed()).toBe('7267.26');
    expect(summarise({ ...form, stopPrice: '66010' }, btcContext).hold?.toFixed()).toBe('6607.601');
  });

  it('fits the balance at 100%', () => {
    const sized = { ...form, ...sizeForPercent(form, btcContext, 100) };
    const { hold } = summarise(sized, btcContext);
    expect(hold?.lte(btcContext.available?.quote ?? 0)).toBe(true);
  });
});

describe('a percentage of the available balance', () => {
  it('sells whole lots', () => {
    expect(sizeForPercent(ticket({ side: 'SELL' }), btcContext, 25)).toEqual({ size: '0.375', sizedBy: 'amount' });
  });

  it('never uses more than is available, for any price, percentage and balance', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000_000 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 10 ** 12 }),
        fc.constantFrom('limit' as const, 'market' as const),
        (ticks, percent, units, kind) => {
          const form = ticket({ kind, price: new Big(ticks).times('0.1').toFixed() });
          const quote = new Big(units).div(10 ** 6).toFixed();
          const context = { ...btcContext, available: { base: '0', quote } };
          const sized = sizeForPercent(form, context, percent);
          const { hold } = summarise({ ...form, ...sized }, context);
          expect(hold === undefined || hold.lte(quote)).toBe(true);
        },
      ),
    );
  });

  it('is undefined without a balance or a price', () => {
    expect(sizeForPercent(ticket(), btcContext, 50)).toBeUndefined();
    expect(sizeForPercent(ticket({ price: '1' }), { ...btcContext, available: undefined }, 50)).toBeUndefined();
  });
});

describe('arithmetic of the ticket', () => {
  it('rounds a fee up to the last unit of USDT', () => {
    expect(feeOf(new Big('0.000001'), '0.1').toFixed()).toBe('0.000001');
    expect(feeOf(new Big('1000'), '0').toFixed()).toBe('0');
  });

  it('rounds the amount that a notional buys at the last level down to whole lots', () => {
    expect(walkNotional([['3', '1']], new Big('1'), '0.1').amount.toFixed()).toBe('0.3');
  });
});
