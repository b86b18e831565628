import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';
import { OUTSIDE_COOKIE } from './outside-account.ts';

export const register: Handler<typeof endpoints.register> = ({ services, body, device, cookie }) =>
  services.access.registrations.register(body, device, cookie(OUTSIDE_COOKIE));
