import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';

export const consoleWelcome: Handler<typeof endpoints.consoleWelcome> = ({ services, body, device }) => {
  if (body.password !== body.password_confirmation) throw new ApiError('password_mismatch');
  return services.staff.signIn.welcome(body.token, body.password, device);
};
