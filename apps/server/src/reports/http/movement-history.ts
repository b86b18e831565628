import type { endpoints, QueryOf } from '@vitrine/contract';
import type { Session } from '../../http/session.ts';
import { findAsset } from '../../kit/find.ts';
import type { SwapsBrowse } from '../../projections/browsing.ts';
import { browsed, browsedSize, readDays, swapOnWire } from '../../wallet/http/browsed.ts';
import type { Handler, Services } from '../services.ts';

type Filter = Pick<QueryOf<typeof endpoints.movementHistory>, 'kind' | 'name' | 'from' | 'to'>;

export const movementHistory: Handler<'movementHistory'> = async ({ services, session, query }) => {
  const { cursor, limit } = query;
  const filter = swapsFilter(services, session, query);
  const { rows, turned } = browsed(await services.browsing.swaps({ ...filter, cursor, limit: browsedSize(limit) }));
  return { swaps: rows.map((swap) => swapOnWire(services.instruments, swap)), ...turned };
};

/** Selects the conversions or transfers of a list or an export. Throws unknown_coin and invalid_request. */
export function swapsFilter(
  services: Services,
  { owner }: Session,
  { kind, name, from, to }: Filter,
): Omit<SwapsBrowse, 'cursor' | 'limit'> {
  return {
    owner,
    cause: kind === 'convert' ? 'convert' : 'between_wallets',
    asset: name === undefined ? undefined : findAsset(services, name).asset,
    ...readDays({ from, to }),
  };
}
