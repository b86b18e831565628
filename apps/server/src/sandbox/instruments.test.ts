import { MAX_UNITS } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import { custodyLimit, feeTiers, listingCommands, listSandbox, sandboxCoins } from './instruments.ts';

const { markets, quoteScale } = listSandbox();
const byCode = (code: string) => {
  const found = markets.find(({ coin }) => coin.code === code);
  if (found === undefined) throw new Error(code);
  return found;
};

describe('the sandbox’s list of markets', () => {
  test.each(markets)(
    '$coin.code: tick × lot is a whole number of USDT units, and the lot is a whole number of base units',
    ({ coin, listing }) => {
      const [tick, lot] = [coin.tick, coin.lot].map((text) => BigInt(Math.round(Number(text) * 1e12)));
      expect(((tick as bigint) * (lot as bigint) * 10n ** BigInt(quoteScale)) % 10n ** 24n).toBe(0n);
      expect(BigInt(listing.tickLotUnits)).toBe(
        ((tick as bigint) * (lot as bigint) * 10n ** BigInt(quoteScale)) / 10n ** 24n,
      );
      expect(BigInt(listing.lotUnits) * 10n ** 12n).toBe((lot as bigint) * 10n ** BigInt(coin.scale));
      expect(Number.isInteger(listing.lotUnits) && listing.lotUnits >= 1 && listing.tickLotUnits >= 1).toBe(true);
    },
  );

  test.each(markets)('$coin.code: bounds are in order, reachable and below 2^53', ({ coin, listing }) => {
    const notionalOf = (lots: number) => BigInt(lots) * BigInt(listing.referenceTicks) * BigInt(listing.tickLotUnits);
    expect(listing.referenceTicks * Number(coin.tick)).toBeCloseTo(Number(coin.price), 8);
    expect(listing.minSizeLots).toBeGreaterThan(0);
    expect(notionalOf(listing.minSizeLots)).toBeLessThan(BigInt(listing.minNotionalUnits) * 3n);
    expect(notionalOf(listing.maxSizeLots)).toBeGreaterThan(BigInt(listing.maxNotionalUnits));
    expect(notionalOf(listing.maxSizeLots)).toBeLessThan(BigInt(MAX_UNITS));
    expect(BigInt(listing.maxSizeLots) * BigInt(listing.lotUnits)).toBeLessThan(BigInt(MAX_UNITS));
    expect(Number(coin.tick) / Number(coin.price)).toBeLessThan(0.0005);
  });

  test('asset scales leave room for all amounts that custody can hold: USDT 6, BTC 8, ETH 8, XRP 6, DOGE 4', () => {
    expect(quoteScale).toBe(6);
    const scales = Object.fromEntries(sandboxCoins.map(({ code, scale }) => [code, scale]));
    expect(scales).toMatchObject({ BTC: 8, ETH: 8, XRP: 6, DOGE: 4, USDC: 6 });
    for (const { scale, price } of sandboxCoins) expect(custodyLimit(scale) * Number(price)).toBeGreaterThan(1e9);
  });

  test('BTC has the tick and lot of the specification', () => {
    expect(byCode('BTC')).toMatchObject({
      tickSize: 0.1,
      lotSize: 0.00001,
      listing: { tickLotUnits: 1, lotUnits: 1000, referenceTicks: 664_610 },
    });
  });

  test('a recording determines tick, lot and the scale of USDT, so that nothing is rounded', () => {
    const listing = listSandbox(new Map([['BTC', { priceScale: 2, volumeScale: 5 }]]));
    expect(listing.quoteScale).toBe(7);
    expect(listing.markets[0]?.listing).toMatchObject({ tickLotUnits: 1, lotUnits: 1000, referenceTicks: 6_646_100 });
    expect(listing.markets[1]?.listing.tickLotUnits).toBe(10);
    expect(() => listSandbox(new Map([['BTC', { priceScale: 9, volumeScale: 0 }]]))).toThrow('use another recording');
    expect(listSandbox(new Map([['BTC', { priceScale: 2, volumeScale: 8 }]])).quoteScale).toBe(8);
  });

  test('the listing commands name every asset and market once, and fees fall with volume', () => {
    const commands = listingCommands(listSandbox());
    expect(commands.filter(({ kind }) => kind === 'RegisterAsset')).toHaveLength(23);
    expect(commands.filter(({ kind }) => kind === 'ListMarket')).toHaveLength(22);
    expect(commands.filter(({ kind }) => kind === 'SetFeeSchedule')).toHaveLength(6);
    expect(feeTiers[0]).toEqual({ makerPpm: 800, takerPpm: 1000 });
    for (let i = 1; i < feeTiers.length; i += 1) {
      const [lower, upper] = [feeTiers[i - 1], feeTiers[i]];
      if (!lower || !upper) throw new Error('a fee tier is missing');
      expect([upper.makerPpm < lower.makerPpm, upper.takerPpm < lower.takerPpm]).toEqual([true, true]);
      expect(upper.makerPpm).toBeLessThanOrEqual(upper.takerPpm);
    }
  });
});
