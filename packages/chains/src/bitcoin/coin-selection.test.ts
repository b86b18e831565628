import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FeeTooHigh, InsufficientFunds } from '../chain-errors.ts';
import { selectCoins, type Wanted } from './coin-selection.ts';
import { dustLimit, feeOf, inputFee, mostInputs } from './fees.ts';

/** A P2WPKH script, the kind of our own addresses, and a P2PKH script. */
const own = Uint8Array.of(0, 20, ...new Uint8Array(20));
const other = Uint8Array.of(0x76, 0xa9, 20, ...new Uint8Array(20), 0x88, 0xac);

test('dust limits are those of Bitcoin Core', () => {
  const limits = { p2pkh: other, p2wpkh: own, p2sh: new Uint8Array(23).fill(0xa9, 0, 1), p2tr: taproot() };
  expect(Object.entries(limits).map(([kind, script]) => [kind, dustLimit(script)])).toEqual([
    ['p2pkh', 546n],
    ['p2wpkh', 294n],
    ['p2sh', 540n],
    ['p2tr', 330n],
  ]);
});

test('a transaction of one input and two outputs, all P2WPKH, has the size of real ones in blocks', () => {
  // 141 virtual bytes at 1 satoshi each, with a signature of 72 bytes including its type.
  expect(feeOf(1, [own, own], 1000)).toBe(141n);
});

test('for any coins and any payment, nothing is lost and the fee is correct', () => {
  const amount = fc.bigInt({ min: 1n, max: 5_000_000n });
  const wanted = fc.record({ amount, feeRate: fc.integer({ min: 1000, max: 300_000 }), maxFee: amount });
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 40 }), wanted, (amounts, each) => {
      const want: Wanted = { ...each, to: other, changeTo: own };
      const coins = amounts.map((value, id) => ({ amount: value, id }));
      const all = coins.filter((coin) => coin.amount > inputFee(each.feeRate));
      const mostUsable = sumOf(all) - feeOf(all.length, [other], each.feeRate);
      try {
        const { coins: chosen, fee, change } = selectCoins(coins, want);
        expect(new Set(chosen.map(({ id }) => id)).size).toBe(chosen.length);
        expect(sumOf(chosen)).toBe(each.amount + fee + change);
        expect(change === 0n || change >= dustLimit(own)).toBe(true);
        expect(fee <= each.maxFee).toBe(true);
        const outputs = change === 0n ? [other] : [other, own];
        expect(fee >= feeOf(chosen.length, outputs, each.feeRate)).toBe(true);
        // The fee exceeds the required one by at most the cost of a change output plus its dust limit.
        const most = feeOf(chosen.length, [other, own], each.feeRate) + dustLimit(own);
        expect(fee < most).toBe(true);
      } catch (error) {
        if (error instanceof InsufficientFunds) expect(mostUsable < each.amount).toBe(true);
        else expect(error).toBeInstanceOf(FeeTooHigh);
      }
    }),
    { numRuns: 2000 },
  );
});

test('a payment above the sum of the largest coins that fit into one transaction is refused', () => {
  const coins = Array.from({ length: mostInputs + 100 }, () => ({ amount: 10_000n }));
  const want = { to: other, changeTo: own, feeRate: 1000, maxFee: 1_000_000n };
  expect(selectCoins(coins, { ...want, amount: 9000n * BigInt(mostInputs) }).coins.length).toBeLessThanOrEqual(
    mostInputs,
  );
  expect(() => selectCoins(coins, { ...want, amount: 10_000n * BigInt(mostInputs) })).toThrow(InsufficientFunds);
});

function taproot(): Uint8Array {
  return Uint8Array.of(0x51, 32, ...new Uint8Array(32));
}

function sumOf(coins: readonly { readonly amount: bigint }[]): bigint {
  return coins.reduce((sum, { amount }) => sum + amount, 0n);
}
