import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../../kit/api-error.ts';
import type { Handler } from '../../services.ts';
import { demandPassword } from '../demand-password.ts';
import { departToGoogle } from '../sign-in/google-redirect.ts';

export const beginGoogleConnection: Handler<typeof endpoints.beginGoogleConnection> = async (call) => {
  const { services, session, body } = call;
  await demandPassword(call, body.password);
  const connections = await services.access.connections.of(session.userId);
  if (connections.some(({ provider }) => provider === 'google')) throw new ApiError('connection_exists');
  return { location: await departToGoogle(call, session.userId) };
};
