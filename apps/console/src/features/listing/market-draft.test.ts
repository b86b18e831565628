import { expect, test } from 'vitest';
import { checkRules, choiceFault, timesText } from './market-draft.ts';
import { exampleOf } from './market-example.ts';

const pair = { base: { coin: 'TON', scale: 8 }, quote: { coin: 'USDT', scale: 6 } };
const draft = {
  tick: '0.0001',
  lot: '0.010',
  minimumAmount: '0.01',
  maximumAmount: '250000',
  minimumTotal: '5',
  maximumTotal: '1000000',
  referencePrice: '3.1842',
  bandPercent: '10',
  maximumSlippagePercent: '1.5',
  maximumOpenOrders: '200',
};

test('a complete market shows its smallest and largest order and its band at the reference price', () => {
  const { units, missing, faults } = checkRules(draft, pair);
  expect({ missing, faults }).toEqual({ missing: [], faults: [] });
  if (units === undefined) throw new Error('checkRules returned no units');
  expect(exampleOf(units, pair)).toEqual({
    orders: {
      smallest: { price: '3.1842', amount: '1.58', value: '5.031036' },
      largest: { price: '3.1842', amount: '250000', value: '796050' },
    },
    leastAmount: '1.58',
    centre: '3.1842',
    band: { low: '2.8658', high: '3.5026' },
  });
});

test('limits that allow no order at the reference price are reported', () => {
  const { faults } = checkRules({ ...draft, minimumAmount: '10', maximumTotal: '20' }, pair);
  expect(faults).toEqual([{ field: 'maximumTotal', reason: 'no_order_possible' }]);
});

test('an empty field is reported as missing, not as wrong', () => {
  const { missing, faults, units } = checkRules({ ...draft, minimumTotal: '', bandPercent: '' }, pair);
  expect({ missing, faults, units }).toEqual({
    missing: ['minimumTotal', 'bandPercent'],
    faults: [],
    units: undefined,
  });
});

test('a lot that is too fine for the tick is reported with coarser suggestions', () => {
  const { faults } = checkRules({ ...draft, lot: '0.001' }, pair);
  expect(faults).toEqual([
    { field: 'lot', reason: 'tick_times_lot', decimals: 6, suggestion: { lot: '0.01', tick: '0.001' } },
  ]);
  expect(timesText('0.0001', '0.001')).toBe('0.0000001');
});

test('an amount with valid decimals above the ledger’s limit is reported as too large, not as a fraction of a lot', () => {
  const reasonOf = (maximumAmount: string) => checkRules({ ...draft, maximumAmount }, pair).faults[0]?.reason;
  expect(reasonOf('9999999999999999')).toBe('too_large');
  expect(reasonOf('1.005')).toBe('not_whole_lots');
});

test('a market cannot allow more open orders per client than the API’s schema does', () => {
  const { faults, units } = checkRules({ ...draft, maximumOpenOrders: '10001' }, pair);
  expect({ faults, units }).toEqual({
    faults: [{ field: 'maximumOpenOrders', reason: 'orders_range', most: '10000' }],
    units: undefined,
  });
});

test('the default slippage of a market is from 0% to 50%, with at most four decimals', () => {
  const faultsOf = (maximumSlippagePercent: string) => checkRules({ ...draft, maximumSlippagePercent }, pair).faults;
  for (const percent of ['0', '0.0001', '50.0', '.5']) expect(faultsOf(percent)).toEqual([]);
  for (const percent of ['50.0001', '0.00001'])
    expect(faultsOf(percent)).toEqual([{ field: 'maximumSlippagePercent', reason: 'rate_range' }]);
});

test('a pair is refused if both coins are the same', () => {
  expect(choiceFault({ base: 'USDT', quote: 'USDT' }, [])).toBe('same_coin');
  expect(choiceFault({ base: '', quote: 'USDT' }, [])).toBeUndefined();
  expect(choiceFault({ base: 'TON', quote: 'USDT' }, [])).toBeUndefined();
});
