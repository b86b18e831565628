import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';

export const getPasskeys: Handler<typeof endpoints.passkeys> = async ({ services, session }) => {
  const passkeys = await services.access.passkeys.of(session.userId);
  return {
    passkeys: passkeys.map(({ id, name, createdAtMs, usedAtMs }) => ({
      id,
      name,
      created_at: createdAtMs,
      used_at: usedAtMs ?? 0,
    })),
  };
};
