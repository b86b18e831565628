import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../http/handler.ts';
import { pageSize } from '../../http/paging.ts';
import { restrictionItem } from './restriction-item.ts';

export const consoleRestrictions: Handler<typeof endpoints.consoleRestrictions> = async ({ services, query }) => {
  const { restrictions } = services.people;
  const { state, kind, limit } = query;
  const filter = { isInForce: state !== 'ended', ...(kind && { kind }), limit: pageSize(limit) };
  return {
    restrictions: (await restrictions.list(filter)).map(restrictionItem),
    in_force: await restrictions.inForce(),
  };
};
