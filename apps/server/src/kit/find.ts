import type { AssetView, MarketId } from '@vitrine/core';
import { ApiError } from './api-error.ts';
import { type Instrument, type Instruments, isDelisted } from './instruments.ts';

interface HasInstruments {
  readonly instruments: Instruments;
}

/** The market with this pair name in the web dialect, even if it was delisted. Throws unknown_market. */
export function findMarket({ instruments }: HasInstruments, name: string): Instrument {
  const instrument = instruments.byName('web', name);
  if (instrument === undefined) throw new ApiError('unknown_market', { name });
  return instrument;
}

/** The ids of all markets that have had this pair name, for a client's history. Throws unknown_market. */
export const findMarkets = (has: HasInstruments, name: string): readonly MarketId[] =>
  has.instruments.namesakes(findMarket(has, name)).map(({ market }) => market);

/** Like `findMarket`, but throws market_delisted if the market was delisted. */
export function findListedMarket(has: HasInstruments, name: string): Instrument {
  const instrument = findMarket(has, name);
  if (isDelisted(instrument)) throw new ApiError('market_delisted');
  return instrument;
}

/** The market in which a coin trades for USDT, if any. */
export function marketOfCoin({ instruments }: HasInstruments, coin: string): Instrument | undefined {
  const asset = instruments.assetByCode(coin);
  return asset && instruments.byCoin(asset.asset);
}

/**
 * Like `marketOfCoin`, but throws market_delisted if the coin's market was delisted, and unknown_coin if the coin never
 * had one.
 */
export function findMarketOfCoin(has: HasInstruments, coin: string): Instrument {
  const instrument = marketOfCoin(has, coin);
  if (instrument !== undefined) return instrument;
  const { instruments } = has;
  const [asset, { usdt }] = [instruments.assetByCode(coin), instruments];
  const isTraded = ({ base, quote, isPerpetual }: Instrument) => base === asset && quote === usdt && !isPerpetual;
  throw instruments.all().some(isTraded) ? new ApiError('market_delisted') : new ApiError('unknown_coin', { coin });
}

/**
 * The market whose candles are requested: a coin's spot market, or a perpetual market. Throws unknown_coin,
 * market_delisted or unknown_market.
 */
export const findCharted = (has: HasInstruments, symbol: string): Instrument =>
  symbol.includes('-') ? findMarket(has, symbol) : findMarketOfCoin(has, symbol);

/** An asset by its code. Throws unknown_coin. */
export function findAsset({ instruments }: HasInstruments, code: string): AssetView {
  const asset = instruments.assetByCode(code);
  if (asset === undefined) throw new ApiError('unknown_coin', { coin: code });
  return asset;
}
