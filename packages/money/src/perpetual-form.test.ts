import { describe, expect, test } from 'vitest';
import { type PerpetualTermsForm, perpetualTerms } from './perpetual-form.ts';
import { assetUnits, priceTicks } from './units.ts';

/** A tick of 0.001 USDT and a lot of 0.01 coins, at 3.184 USDT. */
const market = {
  units: { tickLotUnits: assetUnits(10), lotUnits: assetUnits(1_000_000), referenceTicks: priceTicks(3_184) },
  scales: { base: 8, quote: 6 },
};
const form: PerpetualTermsForm = {
  maximumLeverage: 50,
  maintenancePercent: '0.8',
  riskLimit: '50000',
  riskStep: '250000',
  riskStepPercent: '0.5',
  liquidationFeePercent: '0.25',
  maximumPosition: '600000',
  maximumOpenInterest: '12000000',
  minimumTermDays: 0,
};
const faultsOf = (changes: Partial<PerpetualTermsForm>) => {
  const read = perpetualTerms({ ...form, ...changes }, market);
  return 'faults' in read ? read.faults : [];
};

describe('[X2] the terms of a perpetual market', () => {
  test('in whole coins and per cent become units, lots and rates', () => {
    expect(perpetualTerms(form, market)).toEqual({
      terms: {
        maxLeverage: 50,
        maintenancePpm: 8_000,
        riskLimitUnits: 50_000_000_000,
        riskStepUnits: 250_000_000_000,
        riskStepPpm: 5_000,
        liquidationFeePpm: 2_500,
        maxPositionLots: 60_000_000,
        maxOpenInterestLots: 1_200_000_000,
        minTermDays: 0,
      },
    });
  });

  test('the maintenance margin is at most half of the initial margin at the maximum leverage', () => {
    expect(faultsOf({ maintenancePercent: '1' })).toEqual([]);
    expect(faultsOf({ maintenancePercent: '1.0001' })).toEqual([
      { field: 'maintenancePercent', reason: 'maintenance_range', most: '1' },
    ]);
    expect(faultsOf({ maintenancePercent: '0' })).toMatchObject([{ reason: 'maintenance_range' }]);
    expect(faultsOf({ maximumLeverage: 100 })).toEqual([
      { field: 'maintenancePercent', reason: 'maintenance_range', most: '0.5' },
    ]);
  });

  test('the minimum term is from 0 to 365 whole days', () => {
    for (const minimumTermDays of [0, 1, 365]) expect(faultsOf({ minimumTermDays })).toEqual([]);
    for (const minimumTermDays of [-1, 366, 1.5, Number.NaN])
      expect(faultsOf({ minimumTermDays })).toEqual([{ field: 'minimumTermDays', reason: 'term_range' }]);
  });

  test('leverage is from 3 to 100; rates are from 0% to 50%', () => {
    for (const maximumLeverage of [2, 101, 10.5, Number.NaN])
      expect(faultsOf({ maximumLeverage })).toMatchObject([{ field: 'maximumLeverage', reason: 'leverage_range' }]);
    expect(faultsOf({ riskStepPercent: '0', liquidationFeePercent: '50' })).toEqual([]);
    expect(faultsOf({ riskStepPercent: '50.0001', liquidationFeePercent: '-1' })).toEqual([
      { field: 'riskStepPercent', reason: 'rate_range' },
      { field: 'liquidationFeePercent', reason: 'rate_range' },
    ]);
  });

  test('tier limits are above zero, have at most the decimals of the quote coin, and fit into the ledger', () => {
    expect(faultsOf({ riskLimit: '0', riskStep: '0.0000001' })).toEqual([
      { field: 'riskLimit', reason: 'not_positive' },
      { field: 'riskStep', reason: 'total_decimals', decimals: 6 },
    ]);
    expect(faultsOf({ riskLimit: '9999999999999' })).toEqual([{ field: 'riskLimit', reason: 'too_large' }]);
  });

  test('[X3] the open interest limit is not below the position limit and leaves room for an eightfold price; both are whole lots', () => {
    expect(faultsOf({ maximumPosition: '0.005' })).toEqual([{ field: 'maximumPosition', reason: 'not_whole_lots' }]);
    expect(faultsOf({ maximumOpenInterest: '599999' })).toEqual([
      { field: 'maximumOpenInterest', reason: 'interest_below_position' },
    ]);
    const [fault] = faultsOf({ maximumOpenInterest: '100000000' });
    expect(fault).toEqual({ field: 'maximumOpenInterest', reason: 'interest_too_large', most: '44201472.47' });
    expect(faultsOf({ maximumOpenInterest: fault?.most ?? '' })).toEqual([]);
  });
});
