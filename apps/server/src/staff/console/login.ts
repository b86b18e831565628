import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../http/handler.ts';

export const consoleLogin: Handler<typeof endpoints.consoleLogin> = ({ services, body, device }) =>
  services.staff.signIn.password(body.email, body.password, device);
