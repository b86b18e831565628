import type { endpoints } from '@vitrine/contract';
import { stateOf } from '../client-directory.ts';
import { maskEmail, maskName } from '../masks.ts';
import type { Handler } from '../../http/handler.ts';
import { pageSize } from '../../http/paging.ts';

export const consoleClients: Handler<typeof endpoints.consoleClients> = async ({ services, query }) => {
  const { search, state, limit } = query;
  const found = await services.people.directory.find({
    ...(search && { search }),
    ...(state && { state }),
    limit: pageSize(limit),
  });
  return {
    clients: found.map((client) => ({
      uid: client.uid,
      email: maskEmail(client.email),
      name: maskName(client.name),
      state: stateOf(client.restrictions, services.core.isFrozen(client.owner)),
      restrictions: [...client.restrictions],
      verified: client.isVerified,
      joined_at: client.joinedAtMs,
      signed_in_at: client.signedInAtMs,
    })),
  };
};
