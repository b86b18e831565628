import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const consoleLogin: Handler<typeof endpoints.consoleLogin> = ({ services, body, device }) =>
  services.staff.signIn.password(body.email, body.password, device);
