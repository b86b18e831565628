import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { aboutClient } from './restriction-item.ts';

export const consoleAnswerObjection: Handler<typeof endpoints.consoleAnswerObjection> = async (call) => {
  const { services, session, body } = call;
  const restriction = await services.objections.answer(body.id, body.keep, body.answer, session);
  call.audit({
    subject: aboutClient(restriction),
    before: { kind: restriction.kind, in_force: true },
    after: { kind: restriction.kind, in_force: restriction.endedAtMs === 0 },
    reason: body.answer,
  });
  return { message: 'success' };
};
