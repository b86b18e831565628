import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const consoleAccess: Handler<typeof endpoints.consoleAccess> = async ({ services, session }) => {
  const { sessions, passkeys, recoveryCodes } = services.staff;
  const { staffId } = session;
  return {
    sessions: (await sessions.of(staffId)).map(({ id, ip, userAgent, createdAtMs, seenAtMs }) => ({
      id,
      ip,
      user_agent: userAgent,
      created_at: createdAtMs,
      seen_at: seenAtMs,
      current: id === session.id,
    })),
    passkeys: (await passkeys.of(staffId)).map(({ id, name, createdAtMs, usedAtMs }) => ({
      id,
      name,
      created_at: createdAtMs,
      used_at: usedAtMs ?? null,
    })),
    recovery_codes_left: await recoveryCodes.left(staffId),
  };
};
