import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { aboutClient } from './restriction-item.ts';

export const consoleAssignObjection: Handler<typeof endpoints.consoleAssignObjection> = async (call) => {
  const { services, session, body } = call;
  const restriction = await services.objections.assign(body.id, body.take, session);
  call.audit({ subject: aboutClient(restriction), after: { assigned_to: body.take ? session.email : '' } });
  return { message: 'success' };
};
