import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const makeObjection: Handler<typeof endpoints.objections> = async ({ services, session, body }) => {
  const id = await services.objections.make(session.owner, body.restriction_id, body.text);
  return { message: 'success', objection_id: id };
};
