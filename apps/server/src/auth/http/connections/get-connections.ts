import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';

export const getConnections: Handler<typeof endpoints.connections> = async ({ services, session }) => {
  const connections = await services.access.connections.of(session.userId);
  return {
    connections: connections.map(({ provider, label, connectedAtMs }) => ({
      provider,
      label,
      connected_at: connectedAtMs,
    })),
  };
};
