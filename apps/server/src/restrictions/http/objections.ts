import { deviceOf } from '../../auth/http/sign-in/signed-in.ts';
import type { Handler } from '../services.ts';

export const makeObjection: Handler<'makeObjection'> = async ({ services, session, body }) => {
  const id = await services.objections.make(session.owner, body.restriction_id, body.text);
  return { message: 'success', objection_id: id };
};

export const makeFrozenObjection: Handler<'makeFrozenObjection'> = async (call) => {
  const { access, objections } = call.services;
  const { username = '', password = '', ticket, text } = call.body;
  const owner =
    ticket === undefined
      ? await access.signIns.objectorBy(username, password, deviceOf(call))
      : await access.signIns.objectorOf(ticket);
  const { reason, rule, endsAtMs } = await objections.makeAgainstFreeze(owner, text);
  return { message: 'success', reason, rule, ends_at: endsAtMs };
};
