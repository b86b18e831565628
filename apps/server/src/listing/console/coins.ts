import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, endpoints } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import { findAsset } from '../../kit/find.ts';
import type { Coin } from '../../projections/tables/coins.ts';
import { LIST_COIN, type ListCoinParameters } from '../listing-approvals.ts';
import type { Handler } from '../services.ts';
import { coinView } from './listing-view.ts';

export const consoleCoins: Handler<typeof endpoints.consoleCoins> = ({ services }) => {
  const views = [...services.instruments.assets()].map(({ code }) => coinView(services, code));
  return { coins: views.sort((a, b) => a.rank - b.rank || (a.coin < b.coin ? -1 : 1)) };
};

export const consoleAskForCoin: Handler<typeof endpoints.consoleAskForCoin> = async (call) => {
  const { services, session, body } = call;
  const { coin, scale, reason, ...described } = body;
  if (services.instruments.assetByCode(coin) !== undefined) throw new ApiError('listed_already', { name: coin });
  const parameters: ListCoinParameters = { scale, description: descriptionOf(coin, described, '') };
  const [subject, after] = [`coin ${coin}`, { coin, scale, ...described }];
  const approval = await services.approvals.ask(session, {
    kind: LIST_COIN,
    subject,
    parameters,
    before: null,
    after,
    reason,
  });
  call.audit({ subject, after: { approval, after }, reason });
  return { approval };
};

export const consoleDescribeCoin: Handler<typeof endpoints.consoleDescribeCoin> = async (call) => {
  const { services, body } = call;
  const { coin, reason, ...described } = body;
  const { code } = findAsset(services, coin);
  const before = services.coins.byCode(code);
  const after = descriptionOf(code, described, before.image);
  if (services.coins.isDescribed(code) && isDeepStrictEqual(before, after)) throw new ApiError('nothing_to_change');
  await services.coins.describe([after]);
  call.audit({ subject: `coin ${code}`, before, after, reason });
  return { coin: coinView(services, code) };
};

type Described = Omit<BodyOf<typeof endpoints.consoleDescribeCoin>, 'coin' | 'reason'>;

const descriptionOf = (code: string, { full_name, ...rest }: Described, image: string): Coin => ({
  code,
  fullName: full_name,
  image,
  ...rest,
});
