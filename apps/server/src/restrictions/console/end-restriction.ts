import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { aboutClient, restrictionItem } from './restriction-item.ts';

export const consoleEndRestriction: Handler<typeof endpoints.consoleEndRestriction> = async (call) => {
  const { services, session, body } = call;
  const { restrictions } = services;
  const before = await restrictions.one(body.id);
  call.audit({ subject: aboutClient(before), before: { kind: before.kind, in_force: true }, reason: body.reason });
  const after = await restrictions.end(body.id, body.reason, session);
  call.audit({ after: { kind: after.kind, in_force: false } });
  return { restriction: restrictionItem(after) };
};
