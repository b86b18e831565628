import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FeeTooHigh, InsufficientFunds } from '../chain-errors.ts';
import { chooseFees, type GasFees, type GasMarket, legacyMarket, marketOf1559, raisedFees } from './evm-fees.ts';

const GWEI = 1_000_000_000n;
const price = fc.bigInt(0n, 10_000n * GWEI);
const gas = fc.bigInt(21_000n, 30_000_000n);
const money = fc.bigInt(0n, 10n ** 21n);
const market: fc.Arbitrary<GasMarket> = fc.oneof(
  fc.tuple(price, price).map(([baseFee, tip]) => marketOf1559(baseFee, tip)),
  price.map((gasPrice) => legacyMarket(gasPrice + 1n)),
);

describe('the gas price offered', () => {
  test('never exceeds the limit or the balance, and is never below what the network needs', () => {
    fc.assert(
      fc.property(market, gas, money, money, (asked, limit, maxFee, affordable) => {
        const fees = chosen(() => chooseFees(asked, limit, maxFee, affordable));
        if (fees === 'too high') return limit * asked.needed.cap > maxFee;
        if (fees === 'too poor') return limit * asked.needed.cap > affordable;
        expect(limit * fees.cap <= maxFee && limit * fees.cap <= affordable).toBe(true);
        expect(fees.cap >= asked.needed.cap && fees.cap <= asked.wanted.cap).toBe(true);
        return fees.tip <= fees.cap;
      }),
    );
  });

  test('covers a doubled base fee, or at least a rise by an eighth', () => {
    const { needed, wanted } = marketOf1559(80n * GWEI, 2n * GWEI);
    expect(needed.cap).toBe(92n * GWEI + 1n);
    expect(wanted.cap).toBe(162n * GWEI + 1n);
    expect(needed.tip).toBe(2n * GWEI);
  });

  test('is a single price on a legacy network', () => {
    const fees = chooseFees(legacyMarket(3n * GWEI), 21_000n, 10n ** 18n, 10n ** 18n);
    expect(fees).toEqual({ style: 'legacy', cap: 3_300_000_000n, tip: 3_300_000_000n });
  });
});

describe('the gas price of a replacement', () => {
  test('rises by at least an eighth in cap and tip, follows the network’s fees, and stays within the limit', () => {
    fc.assert(
      fc.property(market, market, gas, money, (before, now, limit, maxFee) => {
        const stuck = { ...before.needed, style: now.needed.style };
        const fees = chosen(() => raisedFees(stuck, now, limit, maxFee));
        if (typeof fees === 'string') return fees === 'too high';
        expect(fees.cap * 8n >= stuck.cap * 9n && fees.tip * 8n >= stuck.tip * 9n).toBe(true);
        expect(fees.cap > stuck.cap && fees.tip > stuck.tip).toBe(true);
        return fees.cap >= now.needed.cap && fees.tip <= fees.cap && limit * fees.cap <= maxFee;
      }),
    );
  });
});

function chosen(choose: () => GasFees): GasFees | 'too high' | 'too poor' {
  try {
    return choose();
  } catch (error) {
    if (error instanceof FeeTooHigh) return 'too high';
    if (error instanceof InsufficientFunds) return 'too poor';
    throw error;
  }
}
