import { expect, test } from 'vitest';
import { checkRules, unchecked } from './market-draft.ts';
import { checkTerms, emptyTerms } from './perpetual-draft.ts';

const pair = { base: { coin: 'TON', scale: 8 }, quote: { coin: 'USDT', scale: 6 } };
const draft = {
  tick: '0.001',
  lot: '0.01',
  minimumAmount: '0.01',
  maximumAmount: '250000',
  minimumTotal: '5',
  maximumTotal: '1000000',
  referencePrice: '3.184',
  bandPercent: '10',
  maximumSlippagePercent: '1',
  maximumOpenOrders: '200',
};
const rules = checkRules(draft, pair, 'perpetual');
const terms = { ...emptyTerms, maximumPosition: '600000', maximumOpenInterest: '12000000' };

test('complete terms are correct; an empty field is missing, not wrong', () => {
  expect(checkTerms(terms, pair, rules)).toMatchObject({ missing: [], faults: [], terms: { maxLeverage: 20 } });
  expect(checkTerms({ ...terms, riskLimit: '', maximumPosition: '' }, pair, rules)).toMatchObject({
    missing: ['riskLimit', 'maximumPosition'],
    faults: [],
    terms: undefined,
  });
});

test('terms that the core would refuse are faults, once the rules of the market are correct', () => {
  const wrong = { ...terms, maintenancePercent: '3' };
  expect(checkTerms(wrong, pair, rules).faults).toEqual([
    { field: 'maintenancePercent', reason: 'maintenance_range', most: '2.5' },
  ]);
  expect(checkTerms({ ...terms, minimumTermDays: '366' }, pair, rules).faults).toEqual([
    { field: 'minimumTermDays', reason: 'term_range' },
  ]);
  expect(checkTerms(wrong, pair, unchecked(draft)).faults).toEqual([]);
});

test('a perpetual market allows fewer open orders than a spot market', () => {
  const many = { ...draft, maximumOpenOrders: '201' };
  expect(checkRules(many, pair).faults).toEqual([]);
  expect(checkRules(many, pair, 'perpetual').faults).toEqual([
    { field: 'maximumOpenOrders', reason: 'orders_range', most: '200' },
  ]);
});
