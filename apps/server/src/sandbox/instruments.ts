import type { AssetId, Command, ListMarket, MarketId, RegisterAsset, SetFeeSchedule } from '@vitrine/core';
import { assetUnits, MAX_UNITS, parseDecimal, priceTicks, ratePpm, sizeLots } from '@vitrine/money';
import type { Coin } from '../projections/tables/coins.ts';
import { TapeError } from './tape-error.ts';

/** A coin that the sandbox lists, and its market against USDT. Amounts are decimal strings in whole coins. */
export interface SandboxCoin extends Omit<Coin, 'code' | 'image' | 'rank'> {
  readonly code: string;
  /**
   * The number of decimals that amounts of the coin have: few enough that the total in custody stays below 2^53 units.
   */
  readonly scale: number;
  readonly tick: string;
  readonly lot: string;
  /** The closing price on `priceDate`, where the simulated history ends and the live market begins. */
  readonly price: string;
  readonly priceDate: string;
  /** Standard deviation of a year's log returns. */
  readonly yearlyVolatility: number;
  /** How strongly the coin moves with the whole market; 1 means as strongly as the market itself. */
  readonly beta: number;
  /** Mean turnover per day in USDT, and mean number of trades per second. */
  readonly dailyTurnover: number;
  readonly printsPerSecond: number;
  /** The approximate distance of the maker's closest quotes, in ten-thousandths of the price. */
  readonly spreadBps: number;
}

type Row = readonly [
  code: string,
  fullName: string,
  type: Coin['type'],
  flags: string,
  scale: number,
  tick: string,
  lot: string,
  price: string,
  priceDate: string,
  yearlyVolatility: number,
  beta: number,
  dailyTurnover: number,
  printsPerSecond: number,
  spreadBps: number,
];

const FEBRUARY = '2026-02-18';
const JUNE = '2025-06-17';

/**
 * Ticks follow those of large exchanges, but are finer for coins whose price has fallen since those ticks were set.
 * Lots are coarsened until tick × lot is a whole number of 10^-6 USDT. Flags: h home ticker, s proof of stake, w proof
 * of work, i innovation. The last column is `spreadBps`, the house's spread.
 */
const rows: readonly Row[] = [
  ['BTC', 'Bitcoin', 'MAIN', 'hw', 8, '0.1', '0.00001', '66461', FEBRUARY, 0.5, 1, 240e6, 1.2, 0.6],
  ['ETH', 'Ethereum', 'MAIN', 'hs', 8, '0.01', '0.0001', '1955.91', FEBRUARY, 0.65, 1.2, 120e6, 0.8, 0.8],
  ['SOL', 'Solana', 'MAIN', 'hs', 6, '0.001', '0.001', '81.61', FEBRUARY, 0.8, 1.35, 40e6, 0.4, 2],
  ['XRP', 'XRP', 'MAIN', 'h', 6, '0.00001', '0.1', '1.4219', FEBRUARY, 0.75, 1.15, 30e6, 0.3, 2],
  ['BNB', 'BNB', 'MAIN', 's', 8, '0.01', '0.0001', '604.8', FEBRUARY, 0.55, 0.9, 20e6, 0.25, 2],
  ['DOGE', 'Dogecoin', 'MAIN', 'w', 4, '0.000001', '1', '0.09855', FEBRUARY, 0.85, 1.3, 15e6, 0.2, 3],
  ['ADA', 'Cardano', 'MAIN', 's', 6, '0.00001', '0.1', '0.2735', FEBRUARY, 0.8, 1.25, 8e6, 0.14, 3],
  ['TRX', 'TRON', 'MAIN', 's', 6, '0.00001', '0.1', '0.2788', FEBRUARY, 0.45, 0.6, 7e6, 0.12, 3],
  ['AVAX', 'Avalanche', 'MAIN', 's', 6, '0.001', '0.001', '8.86', FEBRUARY, 0.85, 1.35, 5e6, 0.1, 4],
  ['LINK', 'Chainlink', 'ETH', '', 6, '0.001', '0.001', '8.58', FEBRUARY, 0.8, 1.3, 5e6, 0.1, 4],
  ['DOT', 'Polkadot', 'MAIN', 's', 6, '0.001', '0.001', '3.719', JUNE, 0.8, 1.25, 3e6, 0.07, 4],
  ['LTC', 'Litecoin', 'ALT', 'w', 8, '0.01', '0.0001', '53.32', FEBRUARY, 0.65, 0.95, 4e6, 0.08, 4],
  ['BCH', 'Bitcoin Cash', 'ALT', 'w', 8, '0.01', '0.0001', '558', FEBRUARY, 0.7, 1, 4e6, 0.08, 4],
  ['UNI', 'Uniswap', 'ETH', '', 6, '0.001', '0.001', '3.403', FEBRUARY, 0.9, 1.35, 2.5e6, 0.06, 5],
  ['ATOM', 'Cosmos', 'ALT', 's', 6, '0.001', '0.001', '4.021', JUNE, 0.8, 1.2, 2e6, 0.05, 5],
  ['ETC', 'Ethereum Classic', 'ALT', 'w', 6, '0.001', '0.001', '16.47', JUNE, 0.75, 1.1, 2e6, 0.05, 5],
  ['FIL', 'Filecoin', 'ALT', 'i', 6, '0.001', '0.001', '2.393', JUNE, 0.85, 1.25, 2e6, 0.05, 5],
  ['NEAR', 'NEAR Protocol', 'ALT', 'si', 6, '0.0001', '0.01', '1.017', FEBRUARY, 0.9, 1.35, 2e6, 0.05, 5],
  ['XLM', 'Stellar', 'ALT', '', 5, '0.00001', '0.1', '0.2519', JUNE, 0.75, 1.1, 2e6, 0.05, 5],
  ['POL', 'Polygon', 'ETH', 'si', 6, '0.00001', '0.1', '0.1943', JUNE, 0.85, 1.25, 1.5e6, 0.05, 5],
  ['USDC', 'USD Coin', 'ETH', '', 6, '0.0001', '0.01', '0.9998', FEBRUARY, 0.004, 0, 6e6, 0.08, 1],
  // The exchange's own token, which points convert into. It exists only here, so its price is a play price.
  ['VIT', 'Vitrine', 'ALT', 'i', 6, '0.00001', '0.1', '0.25', FEBRUARY, 0.6, 0.8, 0.5e6, 0.03, 8],
];

export const sandboxCoins: readonly SandboxCoin[] = rows.map(
  ([
    code,
    fullName,
    type,
    flags,
    scale,
    tick,
    lot,
    price,
    priceDate,
    yearlyVolatility,
    beta,
    dailyTurnover,
    printsPerSecond,
    spreadBps,
  ]) => ({
    code,
    fullName,
    type,
    home: flags.includes('h'),
    pos: flags.includes('s'),
    pow: flags.includes('w'),
    innovation: flags.includes('i'),
    scale,
    tick,
    lot,
    price,
    priceDate,
    yearlyVolatility,
    beta,
    dailyTurnover,
    printsPerSecond,
    spreadBps,
  }),
);

const QUOTE_CODE = 'USDT';
export const QUOTE_ASSET: AssetId = 1;
const QUOTE_SCALE = 6;
/**
 * The maximum scale of USDT: with more decimals, all USDT in custody would no longer fit, since 2^53 units are only 90
 * million USDT at scale 8.
 */
const MAX_QUOTE_SCALE = 8;

/** A market as the sandbox lists it. Amounts are in units of its two assets. */
export interface SandboxMarket {
  readonly coin: SandboxCoin;
  readonly market: MarketId;
  readonly base: AssetId;
  readonly listing: ListMarket;
  /** The size of one tick, in whole coins of quote per whole coin of base. */
  readonly tickSize: number;
  /** The size of one lot, in whole coins of base. */
  readonly lotSize: number;
  /** Quote units in one whole USDT. */
  readonly quoteUnit: number;
}

/** The decimal places of a coin's prices and volumes in a recording. */
export interface RecordedPrecision {
  readonly priceScale: number;
  readonly volumeScale: number;
}

export interface SandboxListing {
  readonly quoteScale: number;
  readonly markets: readonly SandboxMarket[];
}

/**
 * All markets with their rules. A recorded coin gets the recording's tick and lot, and USDT gets the scale that they
 * need, so that nothing is rounded. If scale 8 is not enough, the coin's lot is coarser, and its volumes are rounded to
 * that lot.
 */
export function listSandbox(recorded: ReadonlyMap<string, RecordedPrecision> = new Map()): SandboxListing {
  const coins = sandboxCoins.map((coin) => ({ coin, steps: stepsOf(coin, recorded.get(coin.code)) }));
  const quoteScale = Math.max(QUOTE_SCALE, ...coins.map(({ steps }) => steps.tickScale + steps.lotScale));
  return { quoteScale, markets: coins.map(({ coin, steps }, i) => listed(coin, steps, i, quoteScale)) };
}

interface Steps {
  readonly tickScale: number;
  readonly lotScale: number;
}

function stepsOf(coin: SandboxCoin, recorded: RecordedPrecision | undefined): Steps {
  if (recorded === undefined) return { tickScale: decimals(coin.tick), lotScale: decimals(coin.lot) };
  const tickScale = recorded.priceScale;
  if (tickScale > MAX_QUOTE_SCALE)
    throw new TapeError(
      `The prices of ${coin.code} in TAPE have ${tickScale} decimals; at most ${MAX_QUOTE_SCALE} are supported: use another recording.`,
    );
  return { tickScale, lotScale: Math.min(recorded.volumeScale, MAX_QUOTE_SCALE - tickScale, coin.scale) };
}

/** Decimal places of a power of ten. */
const decimals = (step: string): number => step.split('.')[1]?.length ?? 0;

const MIN_NOTIONAL_USDT = 5;
const MAX_NOTIONAL_USDT = 5_000_000;
const MAX_OPEN_ORDERS = 200;
const BAND_PPM = 200_000;
const PEGGED_BAND_PPM = 50_000;

function listed(coin: SandboxCoin, { tickScale, lotScale }: Steps, index: number, quoteScale: number): SandboxMarket {
  const quoteUnit = 10 ** quoteScale;
  const price = Number(coin.price);
  // The minimum size is worth about a dollar, so that in practice only the minimum order value matters.
  const minSize = 10 ** Math.ceil(Math.log10(1 / price));
  const lotsPerCoin = 10 ** lotScale;
  const listing: ListMarket = {
    kind: 'ListMarket',
    market: index + 1,
    base: QUOTE_ASSET + 1 + index,
    quote: QUOTE_ASSET,
    tickLotUnits: assetUnits(10 ** (quoteScale - tickScale - lotScale)),
    lotUnits: assetUnits(10 ** (coin.scale - lotScale)),
    minSizeLots: sizeLots(Math.max(1, Math.round(minSize * lotsPerCoin))),
    maxSizeLots: sizeLots(Math.round((MAX_NOTIONAL_USDT * 2 * lotsPerCoin) / price)),
    minNotionalUnits: assetUnits(MIN_NOTIONAL_USDT * quoteUnit),
    maxNotionalUnits: assetUnits(MAX_NOTIONAL_USDT * quoteUnit),
    bandPpm: ratePpm(coin.beta === 0 ? PEGGED_BAND_PPM : BAND_PPM),
    maxOpenOrders: MAX_OPEN_ORDERS,
    referenceTicks: priceTicks(parseDecimal(coin.price, tickScale) ?? Math.round(price * 10 ** tickScale)),
    status: 'open',
  };
  return {
    coin,
    market: listing.market,
    base: listing.base,
    listing,
    tickSize: 10 ** -tickScale,
    lotSize: 10 ** -lotScale,
    quoteUnit,
  };
}

/** Fee rates by tier: the base rates, then five tiers with lower rates. */
export const feeTiers: readonly { readonly makerPpm: number; readonly takerPpm: number }[] = [
  { makerPpm: 800, takerPpm: 1000 },
  { makerPpm: 700, takerPpm: 900 },
  { makerPpm: 600, takerPpm: 800 },
  { makerPpm: 450, takerPpm: 650 },
  { makerPpm: 300, takerPpm: 500 },
  { makerPpm: 150, takerPpm: 350 },
];

/** The commands that register every asset, list every market and set the fees, in the order that the core requires. */
export function listingCommands({ quoteScale, markets }: SandboxListing): readonly Command[] {
  const quote: RegisterAsset = { kind: 'RegisterAsset', asset: QUOTE_ASSET, code: QUOTE_CODE, scale: quoteScale };
  const assets = markets.map(
    ({ base, coin }): RegisterAsset => ({ kind: 'RegisterAsset', asset: base, code: coin.code, scale: coin.scale }),
  );
  const fees = feeTiers.map(
    ({ makerPpm, takerPpm }, tier): SetFeeSchedule => ({
      kind: 'SetFeeSchedule',
      tier,
      makerPpm: ratePpm(makerPpm),
      takerPpm: ratePpm(takerPpm),
    }),
  );
  return [quote, ...assets, ...fees, ...markets.map(({ listing }) => listing)];
}

/** Descriptions of the coins, in display order. */
export function coinDescriptions(): readonly Coin[] {
  const quote: Coin = {
    code: QUOTE_CODE,
    fullName: 'Tether',
    image: imageOf(QUOTE_CODE),
    type: 'MAIN',
    home: false,
    pos: false,
    pow: false,
    innovation: false,
    rank: 0,
  };
  const coins = sandboxCoins.map(
    ({ code, fullName, type, home, pos, pow, innovation }, i): Coin => ({
      code,
      fullName,
      image: imageOf(code),
      type,
      home,
      pos,
      pow,
      innovation,
      rank: i + 1,
    }),
  );
  return [quote, ...coins];
}

const imageOf = (code: string): string => `/coins/${code.toLowerCase()}.svg`;

/** The highest amount of an asset that can be in custody, in whole coins. */
export const custodyLimit = (scale: number): number => MAX_UNITS / 10 ** scale;
