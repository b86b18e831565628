import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Credit, commissionOf, foldFees, type PaidFee } from './fold-fees.ts';

/** A plain second computation: every fee is paid unit by unit from the credits that had been granted before it. */
function plainly(fees: readonly PaidFee[], credits: readonly Credit[]) {
  const left = credits.map(({ units }) => units);
  let [back, net] = [0, 0];
  for (const { position, feeUnits } of fees) {
    let owed = feeUnits;
    for (const [i, credit] of credits.entries()) {
      if (credit.position >= position) continue;
      const taken = Math.min(owed, left[i] ?? 0);
      left[i] = (left[i] ?? 0) - taken;
      owed -= taken;
      back += taken;
    }
    net += owed;
  }
  return { backUnits: back, netUnits: net };
}

const position = fc.integer({ min: 1, max: 60 });
const fees = fc
  .array(fc.record({ position, feeUnits: fc.integer({ min: 0, max: 1_000 }) }), { maxLength: 60 })
  .map((all) => all.sort((a, b) => a.position - b.position));
const credits = fc.array(fc.record({ position, units: fc.integer({ min: 1, max: 5_000 }) }), { maxLength: 5 });

test('fees are paid back to the last unit as in a plain computation, in whatever steps they are read', () => {
  fc.assert(
    fc.property(fees, credits, fc.array(position, { maxLength: 8 }), (all, granted, cuts) => {
      const ends = [...new Set(cuts), 60].sort((a, b) => a - b);
      let [from, used, back, net] = [0, 0, 0, 0];
      for (const to of ends) {
        const step = all.filter((fee) => fee.position > from && fee.position <= to);
        // A credit is granted at a position that no fold has passed.
        const known = granted.filter((credit) => credit.position <= to);
        const folded = foldFees(step, known, used);
        used += folded.backUnits;
        back += folded.backUnits;
        net += folded.netUnits;
        from = to;
      }
      expect({ backUnits: back, netUnits: net }).toEqual(plainly(all, granted));
    }),
  );
});

test('a credit pays back nothing that was paid at or before its own position', () => {
  const fee = { position: 7, feeUnits: 10 };
  expect(foldFees([fee], [{ position: 7, units: 100 }], 0)).toEqual({ backUnits: 0, netUnits: 10 });
  expect(foldFees([fee], [{ position: 6, units: 4 }], 0)).toEqual({ backUnits: 4, netUnits: 6 });
  expect(foldFees([fee], [{ position: 6, units: 4 }], 4)).toEqual({ backUnits: 0, netUnits: 10 });
});

test('the commissions of all days add up to the share of the sum, rounded down once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_000_003 })), fc.integer({ min: 0, max: 500_000 }), (days, ppm) => {
      let [sum, chosen] = [0, 0];
      for (const day of days) {
        sum += day;
        chosen += commissionOf(sum, ppm) - chosen;
      }
      expect(chosen).toBe(Math.floor((sum * ppm) / 1e6));
    }),
  );
});
