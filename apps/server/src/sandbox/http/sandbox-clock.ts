import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../http/handler.ts';
import { submit } from '../../http/submit.ts';

export const sandboxClock: Handler<typeof endpoints.sandboxClock> = async ({ services, body }) => {
  const { position } = await submit(services, { kind: 'AdvanceClock', byMs: body.advanceSeconds * 1000 });
  return { message: 'success', time: services.clock(), position };
};
