import type { endpoints } from '@vitrine/contract';
import { submit } from '../../http/submit.ts';
import type { Handler } from '../services.ts';

export const sandboxClock: Handler<typeof endpoints.sandboxClock> = async ({ services, body }) => {
  const { position } = await submit(services, { kind: 'AdvanceClock', byMs: body.advanceSeconds * 1000 });
  return { message: 'success', time: services.clock(), position };
};
