import { pageSize } from '../../http/paging.ts';
import type { Handler } from '../services.ts';
import { aboutClient, restrictionItem } from './restriction-item.ts';

export const consoleRestrictions: Handler<'consoleRestrictions'> = async ({ services, query }) => {
  const { restrictions } = services;
  const { state, kind, limit } = query;
  const filter = { isInForce: state !== 'ended', ...(kind && { kind }), limit: pageSize(limit) };
  return {
    restrictions: (await restrictions.list(filter)).map(restrictionItem),
    in_force: await restrictions.inForce(),
  };
};

export const consoleSetRestriction: Handler<'consoleSetRestriction'> = async (call) => {
  const restriction = restrictionItem(await call.services.restrictions.set(call.body, call.session));
  const { id, kind, ends_at } = restriction;
  call.audit({ before: null, after: { restriction: id, kind, ends_at }, reason: call.body.rule });
  return { restriction };
};

export const consoleEndRestriction: Handler<'consoleEndRestriction'> = async (call) => {
  const { services, session, body } = call;
  const { restrictions } = services;
  const before = await restrictions.one(body.id);
  call.audit({ subject: aboutClient(before), before: { kind: before.kind, in_force: true }, reason: body.reason });
  const after = await restrictions.end(body.id, body.reason, session);
  call.audit({ after: { kind: after.kind, in_force: false } });
  return { restriction: restrictionItem(after) };
};
