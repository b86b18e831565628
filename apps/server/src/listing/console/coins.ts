import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, endpoints } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import { findAsset } from '../../kit/find.ts';
import type { Coin } from '../../projections/tables/coins.ts';
import { demandOwnName } from '../list.ts';
import {
  DESCRIBE_COIN,
  type DescribeCoinParameters,
  LIST_COIN,
  type ListCoinParameters,
} from '../listing-approvals.ts';
import type { Call, Handler } from '../services.ts';
import { coinView } from './listing-view.ts';

export const consoleCoins: Handler<typeof endpoints.consoleCoins> = ({ services }) => {
  const views = [...services.instruments.assets()].map(({ code }) => coinView(services, code));
  return { coins: views.sort((a, b) => a.rank - b.rank || (a.coin < b.coin ? -1 : 1)) };
};

/** The purchases of USDT count in millionths. */
const USDT_SCALE = 6;

export const consoleAskForCoin: Handler<typeof endpoints.consoleAskForCoin> = (call) => {
  const { services, body } = call;
  const { coin, scale, reason: _, ...described } = body;
  if (services.instruments.assetByCode(coin) !== undefined) throw new ApiError('listed_already', { name: coin });
  if (coin === 'USDT' && scale !== USDT_SCALE) throw new ApiError('listing_invalid', { reason: 'usdt_scale' });
  const description = descriptionOf(coin, described, '');
  demandOwnName(services.coins, description);
  const parameters: ListCoinParameters = { scale, description };
  return ask(call, coin, { kind: LIST_COIN, parameters, before: null, after: { coin, scale, ...described } });
};

export const consoleAskToDescribeCoin: Handler<typeof endpoints.consoleAskToDescribeCoin> = (call) => {
  const { services, body } = call;
  const { coin, reason: _, ...described } = body;
  const { code } = findAsset(services, coin);
  const { coins } = services;
  const before = coins.isDescribed(code) ? coins.byCode(code) : undefined;
  const after = descriptionOf(code, described, before?.image ?? '');
  if (isDeepStrictEqual(before, after)) throw new ApiError('nothing_to_change');
  demandOwnName(coins, after);
  const parameters: DescribeCoinParameters = { before, after };
  return ask(call, code, {
    kind: DESCRIBE_COIN,
    parameters,
    before: before ? shown(before) : null,
    after: shown(after),
  });
};

/** Requests approval; returns its number. */
async function ask(
  call: Call<typeof endpoints.consoleAskForCoin | typeof endpoints.consoleAskToDescribeCoin>,
  coin: string,
  wish: { readonly kind: string; readonly parameters: unknown; readonly before: unknown; readonly after: unknown },
): Promise<{ approval: number }> {
  const { reason } = call.body;
  const subject = `coin ${coin}`;
  const approval = await call.services.approvals.ask(call.session, { ...wish, subject, reason });
  call.audit({ subject, before: wish.before, after: { approval, after: wish.after }, reason });
  return { approval };
}

type Described = Omit<BodyOf<typeof endpoints.consoleAskToDescribeCoin>, 'coin' | 'reason'>;

/** With the names of the wire. */
const shown = ({ code: _, image: __, fullName: full_name, ...rest }: Coin): Described => ({ full_name, ...rest });

const descriptionOf = (code: string, { full_name, ...rest }: Described, image: string): Coin => ({
  code,
  fullName: full_name,
  image,
  ...rest,
});
