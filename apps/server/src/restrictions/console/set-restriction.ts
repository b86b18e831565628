import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { restrictionItem } from './restriction-item.ts';

export const consoleSetRestriction: Handler<typeof endpoints.consoleSetRestriction> = async (call) => {
  const restriction = restrictionItem(await call.services.restrictions.set(call.body, call.session));
  const { id, kind, ends_at } = restriction;
  call.audit({ before: null, after: { restriction: id, kind, ends_at }, reason: call.body.rule });
  return { restriction };
};
