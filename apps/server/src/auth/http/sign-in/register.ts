import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { OUTSIDE_COOKIE } from './outside-account.ts';
import { knownDeviceOf } from './signed-in.ts';

export const register: Handler<typeof endpoints.register> = (call) =>
  call.services.access.registrations.register(call.body, knownDeviceOf(call), call.cookie(OUTSIDE_COOKIE));
