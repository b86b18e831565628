import { describe, expect, test } from 'vitest';
import { type MarketForm, marketUnits } from './market-form.ts';

const scales = { base: 8, quote: 6 };
const form: MarketForm = {
  tick: '0.001',
  lot: '0.01',
  minimumAmount: '0.05',
  maximumAmount: '250000',
  minimumTotal: '5',
  maximumTotal: '1000000',
  bandPercent: '10',
  maximumOpenOrders: 200,
  referencePrice: '3.184',
};
const faultsOf = (changes: Partial<MarketForm>, of = scales) => {
  const read = marketUnits({ ...form, ...changes }, of);
  return 'faults' in read ? read.faults.map(({ field, reason }) => `${field}: ${reason}`) : [];
};

describe('the rules of a market', () => {
  test('in whole coins become units, lots and ticks', () => {
    expect(marketUnits(form, scales)).toEqual({
      units: {
        // 0.001 × 0.01 USDT, in millionths of a USDT.
        tickLotUnits: 10,
        lotUnits: 1_000_000,
        minSizeLots: 5,
        maxSizeLots: 25_000_000,
        minNotionalUnits: 5_000_000,
        maxNotionalUnits: 1_000_000_000_000,
        bandPpm: 100_000,
        maxOpenOrders: 200,
        referenceTicks: 3184,
      },
    });
  });

  test('may have ticks and lots that are not powers of ten', () => {
    expect(
      marketUnits({ ...form, tick: '0.5', lot: '0.025', referencePrice: '3.5', minimumAmount: '0.05' }, scales),
    ).toMatchObject({
      units: { tickLotUnits: 12_500, lotUnits: 2_500_000, minSizeLots: 2, referenceTicks: 7 },
    });
  });

  test('a tick × lot with more decimals than the quote coin is refused, and a coarser lot and tick are suggested', () => {
    expect(marketUnits({ ...form, tick: '0.0001', lot: '0.001' }, scales)).toEqual({
      faults: [
        {
          field: 'lot',
          reason: 'tick_times_lot',
          decimals: 6,
          suggestion: { lot: '0.01', tick: '0.001' },
        },
      ],
    });
    const suggested = { lot: '0.01', tick: '0.0001', referencePrice: '3.1842' };
    expect(faultsOf(suggested)).toEqual([]);
    expect(marketUnits({ ...form, tick: '0.001', lot: '0.0001' }, { base: 8, quote: 2 })).toMatchObject({
      faults: [{ suggestion: { lot: '10', tick: '100' } }],
    });
  });

  test.each([
    [{ tick: '0' }, 'tick: not_positive'],
    [{ tick: '1e-3' }, 'tick: not_positive'],
    [{ lot: '0.000' }, 'lot: not_positive'],
    [{ lot: '0.000000001' }, 'lot: lot_decimals'],
    [{ minimumAmount: '0.055' }, 'minimumAmount: not_whole_lots'],
    [{ minimumAmount: '0' }, 'minimumAmount: not_positive'],
    [{ maximumAmount: '0.04' }, 'maximumAmount: maximum_below_minimum'],
    [{ minimumTotal: '5.0000001' }, 'minimumTotal: total_decimals'],
    [{ minimumTotal: '0' }, 'minimumTotal: not_positive'],
    [{ maximumTotal: '4' }, 'maximumTotal: maximum_below_minimum'],
    [{ maximumTotal: '99999999999999' }, 'maximumTotal: too_large'],
    [{ maximumAmount: '9999999999999999' }, 'maximumAmount: too_large'],
    [{ referencePrice: '9999999999999999' }, 'referencePrice: too_large'],
    [{ lot: '9999999999999999' }, 'lot: too_large'],
    [{ tick: '9999999999', lot: '9999999' }, 'lot: too_large'],
    [{ bandPercent: '0' }, 'bandPercent: band_range'],
    [{ bandPercent: '100.0001' }, 'bandPercent: band_range'],
    [{ bandPercent: '1.00001' }, 'bandPercent: band_range'],
    [{ maximumOpenOrders: 0 }, 'maximumOpenOrders: not_positive'],
    [{ referencePrice: '3.1845' }, 'referencePrice: not_whole_ticks'],
    [{ referencePrice: '0' }, 'referencePrice: not_positive'],
    [{ maximumAmount: '1' }, 'maximumAmount: no_order_possible'],
    [{ minimumTotal: '0.1', maximumTotal: '0.15' }, 'maximumTotal: no_order_possible'],
  ] as const)('%j is refused: %s', (changes, fault) => {
    expect(faultsOf(changes)).toEqual([fault]);
  });

  test('every invalid field is named', () => {
    expect(faultsOf({ minimumAmount: '0.001', bandPercent: '0', referencePrice: '' })).toEqual([
      'minimumAmount: not_whole_lots',
      'referencePrice: not_whole_ticks',
      'bandPercent: band_range',
    ]);
    expect(faultsOf({ tick: '', lot: '' })).toEqual(['tick: not_positive', 'lot: not_positive']);
  });
});
