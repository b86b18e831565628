import type { endpoints, QueryOf } from '@vitrine/contract';
import type { Session } from '../../http/session.ts';
import { findAsset } from '../../kit/find.ts';
import type { LinesBrowse } from '../../projections/browsing.ts';
import { browsed, browsedSize, readDays } from '../../wallet/http/browsed.ts';
import { lineOnWire } from '../../wallet/http/statement.ts';
import type { Handler, Services } from '../services.ts';

type Filter = Pick<QueryOf<typeof endpoints.ledger>, 'name' | 'wallet' | 'cause' | 'from' | 'to'>;

export const ledger: Handler<'ledger'> = async ({ services, session, query }) => {
  const { cursor, limit } = query;
  const filter = linesFilter(services, session, query);
  const { rows, turned } = browsed(await services.browsing.lines({ ...filter, cursor, limit: browsedSize(limit) }));
  return { lines: rows.map((line) => lineOnWire(services.instruments, line)), ...turned };
};

/** Selects the lines of a list or an export. Throws unknown_coin and invalid_request. */
export function linesFilter(
  services: Services,
  { owner }: Session,
  { name, wallet, cause, from, to }: Filter,
): Omit<LinesBrowse, 'cursor' | 'limit'> {
  return {
    owner,
    asset: name === undefined ? undefined : findAsset(services, name).asset,
    wallet,
    cause,
    ...readDays({ from, to }),
  };
}
