import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const consoleSession: Handler<typeof endpoints.consoleSession> = ({ session }) => {
  const { staffId, name, email, roles, expiresAtMs, decidesFromMs } = session;
  return {
    staff: { id: staffId, name, email, roles: [...roles] },
    expires_at: expiresAtMs,
    decides_from: decidesFromMs,
  };
};
