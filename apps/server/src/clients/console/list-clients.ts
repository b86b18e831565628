import { pageSize } from '../../http/paging.ts';
import { maskEmail, maskName } from '../../kit/masks.ts';
import { stateOf } from '../client-directory.ts';
import type { Handler } from '../services.ts';

export const consoleClients: Handler<'consoleClients'> = async ({ services, query }) => {
  const { search, state, limit } = query;
  const found = await services.clientDirectory.find({
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
