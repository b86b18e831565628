import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, endpoints } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import { findAsset } from '../../kit/find.ts';
import type { Coin } from '../../projections/tables/coins.ts';
import { tableView } from '../../settings/network-rows.ts';
import { type CoinListing, demandOwnName, demandOwnNameAndCode, demandScaleOfNetworks } from '../list.ts';
import { DESCRIBE_COIN, type DescribeCoinParameters, LIST_COIN } from '../listing-approvals.ts';
import type { Handler } from '../services.ts';
import { askForApproval } from './ask-for-approval.ts';
import { coinView } from './listing-view.ts';

export const consoleCoins: Handler<'consoleCoins'> = ({ services }) => {
  const views = [...services.instruments.assets()].map(({ code }) => coinView(services, code));
  return {
    coins: views.sort((a, b) => a.rank - b.rank || (a.coin < b.coin ? -1 : 1)),
    coin_networks: tableView(services.exchangeSettings.current().coinNetworks),
    settings_version: services.exchangeSettings.version(),
  };
};

/** Purchases credit USDT in units of 10^-6. */
const USDT_SCALE = 6;

export const consoleAskForCoin: Handler<'consoleAskForCoin'> = async (call) => {
  const { services, session, body } = call;
  const { coin, scale, icon, reason: _, ...described } = body;
  if (services.instruments.assetByCode(coin) !== undefined) throw new ApiError('listed_already', { name: coin });
  if (coin === 'USDT' && scale !== USDT_SCALE) throw new ApiError('listing_invalid', { reason: 'usdt_scale' });
  demandOwnNameAndCode(services, descriptionOf(coin, described, ''));
  demandScaleOfNetworks(services, coin, scale);
  const image = icon === undefined ? '' : await services.coinIcons.take(session.staffId, icon);
  const parameters: CoinListing = { scale, description: descriptionOf(coin, described, image) };
  return askForApproval(call, {
    kind: LIST_COIN,
    subject: `coin ${coin}`,
    parameters,
    before: null,
    after: { coin, scale, ...described, icon: image },
  });
};

export const consoleAskToDescribeCoin: Handler<'consoleAskToDescribeCoin'> = async (call) => {
  const { services, session, body } = call;
  const { coin, icon, reason: _, ...described } = body;
  const { code } = findAsset(services, coin);
  const { coins } = services;
  const before = coins.isDescribed(code) ? coins.byCode(code) : undefined;
  const same = descriptionOf(code, described, before?.image ?? '');
  if (icon === undefined && isDeepStrictEqual(before, same)) throw new ApiError('nothing_to_change');
  demandOwnName(services, same);
  const after = icon === undefined ? same : { ...same, image: await services.coinIcons.take(session.staffId, icon) };
  const parameters: DescribeCoinParameters = { before, after };
  return askForApproval(call, {
    kind: DESCRIBE_COIN,
    subject: `coin ${code}`,
    parameters,
    before: before ? shown(before) : null,
    after: shown(after),
  });
};

export const consoleCoinIcon: Handler<'consoleCoinIcon'> = async ({ services, query, show }) => {
  const jpeg = await services.coinIcons.readAny(query.id);
  show('image/jpeg');
  return jpeg;
};

type Described = Omit<BodyOf<typeof endpoints.consoleAskToDescribeCoin>, 'coin' | 'icon' | 'reason'>;

/** A coin's description in wire format. */
const shown = ({ code: _, image: icon, fullName: full_name, ...rest }: Coin) => ({ full_name, ...rest, icon });

const descriptionOf = (code: string, { full_name, ...rest }: Described, image: string): Coin => ({
  code,
  fullName: full_name,
  image,
  ...rest,
});
