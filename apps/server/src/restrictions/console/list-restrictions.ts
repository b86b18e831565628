import type { endpoints } from '@vitrine/contract';
import { pageSize } from '../../http/paging.ts';
import type { Handler } from '../services.ts';
import { restrictionItem } from './restriction-item.ts';

export const consoleRestrictions: Handler<typeof endpoints.consoleRestrictions> = async ({ services, query }) => {
  const { restrictions } = services;
  const { state, kind, limit } = query;
  const filter = { isInForce: state !== 'ended', ...(kind && { kind }), limit: pageSize(limit) };
  return {
    restrictions: (await restrictions.list(filter)).map(restrictionItem),
    in_force: await restrictions.inForce(),
  };
};
