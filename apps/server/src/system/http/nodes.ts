import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const nodes: Handler<typeof endpoints.nodes> = ({ services, query }) => {
  const at = query.at ?? services.core.position;
  return { ...services.nodes.count(at), at };
};
