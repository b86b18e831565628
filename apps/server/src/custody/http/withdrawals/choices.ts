import { withdrawingPrincipal } from '../../../auth/http/session-principal.ts';
import type { Handler } from '../../services.ts';
import { setOneStep, setOnlySaved } from '../../withdrawals/change-choices.ts';

export const setOnlySavedAddresses: Handler<'setOnlySavedAddresses'> = async (call) => ({
  message: 'saved',
  until: await setOnlySaved(call.services, withdrawingPrincipal(call), call.body.is_on),
});

export const setOneStepWithdrawal: Handler<'setOneStepWithdrawal'> = async (call) => ({
  message: 'saved',
  from: await setOneStep(call.services, withdrawingPrincipal(call), call.body.is_on),
});
