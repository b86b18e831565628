import { deviceName } from '../../../kit/device-name.ts';
import type { Handler } from '../../services.ts';

const PAGE_SIZE = 20;

export const getSecurityEvents: Handler<'securityEvents'> = async ({ services, session, query }) => {
  const limit = query.limit ?? PAGE_SIZE;
  const page = query.before === undefined ? { limit } : { limit, before: query.before };
  const events = await services.securityEvents.of(session.owner, page);
  const last = events.at(-1);
  return {
    events: events.map(({ id, atMs, kind, ip, userAgent, details }) => ({
      id,
      at: atMs,
      kind,
      details,
      ip,
      ...deviceName(userAgent),
    })),
    ...(last === undefined || events.length < limit ? {} : { next_before: last.id }),
  };
};
