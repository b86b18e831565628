import type { endpoints } from '@vitrine/contract';
import { deviceOf } from '../account/signed-in.ts';
import type { Handler } from '../handler.ts';

export const makeFrozenObjection: Handler<typeof endpoints.frozenObjection> = async (call) => {
  const { services, body } = call;
  const { owner } = await services.access.signIns.prove({ email: body.username }, body.password, deviceOf(call));
  const { reason, rule, endsAtMs } = await services.people.objections.makeAgainstFreeze(owner, body.text);
  return { message: 'success', reason, rule, ends_at: endsAtMs };
};
