import { ApiError } from '../../../kit/api-error.ts';
import { isDelisted, nameIn } from '../../../kit/instruments.ts';
import { marketCapOf } from '../../markets/market-cap.ts';
import type { Call, Handler, Services } from '../../services.ts';
import { marketRulesOnWire } from './market-rules.ts';
import { type RankedTicker, rankedTickers } from './ranked-instruments.ts';

/** The specification's text for an unknown value. */
const UNKNOWN = 'N/A';

export const markets: Handler<'markets'> = ({ services }) => ({
  markets: services.instruments.spot().map((instrument) => marketRulesOnWire(services, instrument)),
});

export const homeCoins: Handler<'homeCoins'> = ({ services }) => ({
  coinpair: rankedTickers(services)
    .filter(({ coin }) => coin.home)
    .map(({ instrument, coin, ticker }) => ({
      coin_id: instrument.base.asset,
      name: coin.code,
      coin_pair_name: nameIn.web(instrument),
      image: coin.image,
      value: ticker.close,
      percent: ticker.percent,
    })),
});

export const marketCoins: Handler<'marketCoins'> = ({ services }) => ({
  coinpair: rankedTickers(services).map(marketCoinOnWire),
});

export const sideCoins: Handler<'sideCoins'> = ({ services, query }) => ({
  coinpair: rankedTickers(services)
    .filter(({ coin }) => coin.type === query.pair_type)
    .map(marketCoinOnWire),
});

export const mainCoins: Handler<'mainCoins'> = ({ services }) => ({
  coinpair: rankedTickers(services)
    .filter(({ coin }) => coin.type === 'MAIN')
    .map(marketCoinOnWire),
});

const marketCoinOnWire = ({ instrument, coin, ticker }: RankedTicker) => ({
  id: instrument.base.asset,
  name: coin.code,
  full_name: coin.fullName,
  coin_pair_name: nameIn.web(instrument),
  image: coin.image,
  type: coin.type,
  value: ticker.close,
  percent: ticker.percent,
  amount: ticker.volume,
  volume: ticker.volume_usdt,
  high: ticker.high,
  low: ticker.low,
});

export const pairs: Handler<'pairs'> = async ({ services, session, query }) => {
  if (query.client_id !== undefined && query.client_id !== session?.uniqueId) throw new ApiError('not_yours');
  return { coinpair: await pairsFor(services, session), delisted: delistedPairs(services) };
};

/** The names of delisted pairs. A pair that was listed again is left out: its name refers to the new market. */
const delistedPairs = ({ instruments }: Services) =>
  instruments
    .all()
    .filter((one) => !one.isPerpetual && isDelisted(one) && instruments.byName('web', nameIn.web(one)) === one)
    .map((one) => ({ name: one.base.code, coin_pair_name: nameIn.web(one) }));

export const posPairs: Handler<'posPairs'> = async ({ services, session }) => ({
  coinpair: (await pairsFor(services, session)).filter(({ pos }) => pos),
});

export const powPairs: Handler<'powPairs'> = async ({ services, session }) => ({
  coinpair: (await pairsFor(services, session)).filter(({ pow }) => pow),
});

export const innovationPairs: Handler<'innovationPairs'> = async ({ services, session }) => ({
  coinpair: (await pairsFor(services, session)).filter(({ innovation }) => innovation),
});

/** All pairs in display order, with the client's stars if a client is signed in. */
async function pairsFor(services: Services, session: Call<'pairs'>['session']) {
  const stars = new Set(session && (await services.preferences.starsOf(session.owner)));
  return pairsOnWire(services, rankedTickers(services), stars);
}

const pairsOnWire = (services: Services, ranked: readonly RankedTicker[], stars: ReadonlySet<string>) =>
  Promise.all(
    ranked.map(async (each) =>
      pairOnWire(each, {
        isStarred: stars.has(each.coin.code),
        marketCap: (await marketCapOf(services, each.coin.code, each.instrument))?.text ?? UNKNOWN,
      }),
    ),
  );

interface PairFacts {
  readonly isStarred: boolean;
  readonly marketCap: string;
}

const pairOnWire = ({ instrument, coin, ticker }: RankedTicker, { isStarred, marketCap }: PairFacts) => ({
  coin_id: instrument.base.asset,
  coin_pair_name: nameIn.web(instrument),
  name: coin.code,
  full_name: coin.fullName,
  image: coin.image,
  favorite: isStarred ? coin.code : '',
  close: ticker.close,
  increase_in_value: ticker.percent,
  high: ticker.high,
  low: ticker.low,
  volume: ticker.volume,
  volume_usdt: ticker.volume_usdt,
  market_cap: marketCap,
  type: coin.type,
  pos: coin.pos,
  pow: coin.pow,
  innovation: coin.innovation,
});

export const favorites: Handler<'favorites'> = async ({ services, session }) => {
  const stars = await services.preferences.starsOf(session.owner);
  const byCoin = new Map(rankedTickers(services).map((ranked) => [ranked.coin.code, ranked]));
  const listed = stars.flatMap((star) => byCoin.get(star) ?? []);
  return { coinpair: await pairsOnWire(services, listed, new Set(stars)) };
};

export const addFavorite: Handler<'addFavorite'> = (call) => star(call, true);

export const removeFavorite: Handler<'removeFavorite'> = (call) => star(call, false);

async function star({ services, session, body }: Call<'addFavorite'>, isStarred: boolean) {
  const coin = [...services.instruments.assets()].find(({ asset }) => asset === body.coin_id);
  if (coin === undefined) throw new ApiError('unknown_coin', { coin: String(body.coin_id) });
  await services.preferences.star(session.owner, coin.code, isStarred);
  return { message: 'success' as const };
}
