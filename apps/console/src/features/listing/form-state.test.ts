import { expect, test } from 'vitest';
import { emptyState, fieldsOf, stateOfFields } from './form-state.ts';

test('what is typed is the same after saving and loading it, including sources that are not used', () => {
  const state = {
    base: 'TON',
    rules: { tick: '0.01', bandPercent: '', maximumLeverage: '50' },
    sources: { okx: 'TON-USDT', kraken: undefined, bitstamp: '' },
    fees: { taker: '0.1' },
  };
  expect(stateOfFields(fieldsOf(state))).toEqual(state);
  expect(Object.keys(stateOfFields(fieldsOf(state)).sources)).toContain('kraken');
  expect(stateOfFields(fieldsOf(emptyState))).toEqual(emptyState);
});

test('fields that the form does not have are ignored', () => {
  const fields = [
    { field: 'formerField', text: '1' },
    { field: 'lot', text: '2' },
  ];
  expect(stateOfFields(fields)).toEqual({ ...emptyState, rules: { lot: '2' } });
});
