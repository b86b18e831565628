import type { Handler } from '../services.ts';

export const getSession: Handler<'session'> = async ({ services, session }) => {
  if (session === undefined) return { client: null, restrictions: [] };
  const [client, restrictions] = await Promise.all([
    services.accounts.view(session),
    services.restrictions.of(session.owner),
  ]);
  return {
    client,
    restrictions: restrictions
      .filter(({ endedAtMs }) => endedAtMs === 0)
      .map(({ kind, reason, endsAtMs }) => ({ kind, reason, ends_at: endsAtMs })),
  };
};
