import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Credit, commissionOf, foldFees, type PaidFee } from './fold-fees.ts';

const fee = (fields: Partial<PaidFee>): PaidFee => ({
  position: 7,
  timeMs: 0,
  feeUnits: 10,
  volumeUnits: 50,
  isWithFriend: false,
  ...fields,
});

/** Naive reference implementation: refunds each fee unit by unit from the credits granted before it. */
function plainly(fees: readonly PaidFee[], credits: readonly Credit[]) {
  const left = credits.map(({ units }) => units);
  const net: { day: number; units: number }[] = [];
  const uncounted = new Map<number, number>();
  let back = 0;
  for (const { position, timeMs, feeUnits, volumeUnits, isWithFriend } of fees) {
    const day = Math.floor(timeMs / 86_400_000);
    const isPaidBack = () => owed < feeUnits;
    let owed = feeUnits;
    for (const [i, credit] of credits.entries()) {
      if (isWithFriend || credit.position >= position) continue;
      const taken = Math.min(owed, left[i] ?? 0);
      left[i] = (left[i] ?? 0) - taken;
      owed -= taken;
      back += taken;
    }
    if (!isWithFriend) net.push({ day, units: owed });
    if (volumeUnits > 0 && (isWithFriend || isPaidBack())) uncounted.set(day, (uncounted.get(day) ?? 0) + volumeUnits);
  }
  return { back, net, uncounted };
}

const DAY_MS = 86_400_000;
const CENT = 10_000;
const position = fc.integer({ min: 1, max: 60 });
const fees = fc
  .array(
    fc.record({
      position,
      feeUnits: fc.integer({ min: 0, max: 1_000 }),
      volumeUnits: fc.integer({ min: 0, max: 9 }),
      isWithFriend: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  // Ten positions make a day.
  .map((all) =>
    all
      .sort((a, b) => a.position - b.position)
      .map((fee): PaidFee => ({ ...fee, timeMs: Math.floor(fee.position / 10) * DAY_MS + fee.position })),
  );
const credits = fc.array(fc.record({ position, units: fc.integer({ min: 1, max: 5_000 }) }), { maxLength: 5 });

test('refunds match a naive computation to the unit, regardless of the batch sizes in which fees are read', () => {
  fc.assert(
    fc.property(fees, credits, fc.array(position, { maxLength: 8 }), (all, granted, cuts) => {
      const ends = [...new Set(cuts), 60].sort((a, b) => a - b);
      let [from, used, back, net, openDay, open] = [0, 0, 0, 0, 0, 0];
      const uncounted = new Map<number, number>();
      for (const to of ends) {
        const step = all.filter((fee) => fee.position > from && fee.position <= to);
        // Credits are granted only at positions that no fold has passed.
        const known = granted.filter((credit) => credit.position <= to);
        const folded = foldFees(step, known, used);
        used += folded.backUnits;
        back += folded.backUnits;
        net += folded.netUnits;
        if (folded.netUnits > 0) {
          open = (folded.lastDay === openDay ? open : 0) + folded.lastDayUnits;
          openDay = folded.lastDay;
        }
        for (const [day, units] of folded.uncounted) uncounted.set(day, (uncounted.get(day) ?? 0) + units);
        from = to;
      }
      const plain = plainly(all, granted);
      expect({ backUnits: back, netUnits: net, uncounted }).toEqual({
        backUnits: plain.back,
        netUnits: plain.net.reduce((sum, { units }) => sum + units, 0),
        uncounted: plain.uncounted,
      });
      const paid = plain.net.filter(({ units }) => units > 0);
      const lastDay = paid.at(-1)?.day ?? 0;
      if (openDay === lastDay)
        expect(open).toBe(paid.reduce((sum, { day, units }) => (day === lastDay ? sum + units : sum), 0));
    }),
  );
});

test('the fold makes a single pass over both lists', () => {
  let reads = 0;
  const many = Array.from({ length: 1_000 }, (_, n) => ({
    get position() {
      reads += 1;
      return n;
    },
    units: 1,
  }));
  const paid = Array.from({ length: 1_000 }, (_, n) => fee({ position: n }));
  foldFees(paid, many, 0);
  // Sorting 1,000 credits that are already in order takes 2 × 999 reads; the pass takes at most two reads per credit.
  expect(reads).toBeLessThan(6_000);
});

test('trades with the inviter or a friend get no refund, earn no commission, and do not count for tasks', () => {
  const washed = fee({ isWithFriend: true });
  expect(foldFees([washed], [{ position: 1, units: 100 }], 0)).toMatchObject({ backUnits: 0, netUnits: 0 });
  expect([...foldFees([washed, fee({})], [], 0).uncounted]).toEqual([[0, 50]]);
});

test('a credit does not refund fees paid at or before its own position', () => {
  const paid = fee({});
  expect(foldFees([paid], [{ position: 7, units: 100 }], 0)).toMatchObject({ backUnits: 0, netUnits: 10 });
  expect(foldFees([paid], [{ position: 6, units: 4 }], 0)).toMatchObject({ backUnits: 4, netUnits: 6 });
  expect(foldFees([paid], [{ position: 6, units: 4 }], 4)).toMatchObject({ backUnits: 0, netUnits: 10 });
});

test('the commissions of all days add up to the share of the sum, rounded down once to whole cents', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 10_000_003 })),
      fc.integer({ min: 0, max: 500_000 }),
      (days, ppm) => {
        let [sum, chosen] = [0, 0];
        for (const day of days) {
          sum += day;
          chosen += commissionOf(sum, ppm, CENT) - chosen;
        }
        expect(chosen).toBe(Math.floor((sum * ppm) / 1e6 / CENT) * CENT);
      },
    ),
  );
});
