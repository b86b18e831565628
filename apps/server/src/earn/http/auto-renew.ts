import type { Handler } from '../services.ts';
import { setAutoRenew } from '../stakes/unlock.ts';

export const earnAutoRenew: Handler<'earnAutoRenew'> = async ({ services, session, body }) => {
  await setAutoRenew(services, session.owner, body.stake_id, body.on);
  return { message: 'success' };
};
