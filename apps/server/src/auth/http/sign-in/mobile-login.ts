import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { deviceOf, signInAnswer } from './signed-in.ts';

export const mobileLogin: Handler<typeof endpoints.mobileLogin> = async (call) => {
  const { mobile, password } = call.body;
  const { signIns } = call.services.access;
  return signInAnswer(call, await signIns.withPassword({ mobileNumber: mobile }, password, deviceOf(call)));
};
