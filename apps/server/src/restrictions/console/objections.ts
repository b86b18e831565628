import { pageSize } from '../../http/paging.ts';
import { mayAnswer } from '../objections.ts';
import type { Handler } from '../services.ts';
import { aboutClient, restrictionItem } from './restriction-item.ts';

export const consoleObjections: Handler<'consoleObjections'> = async ({ services, session, query }) => {
  const { objections } = services;
  const found = await objections.list({ isOpen: query.state !== 'answered', limit: pageSize(query.limit) });
  return {
    objections: found.map(({ objection, restriction }) => ({
      id: objection.id,
      uid: restriction.uid,
      made_at: objection.madeAtMs,
      text: objection.text,
      outcome: objection.outcome,
      assigned_to: objection.assignedTo,
      answered_at: objection.answeredAtMs,
      answered_by: objection.answeredBy,
      answer: objection.answer,
      may_answer: objection.outcome === 'open' && mayAnswer(restriction, session),
      restriction: restrictionItem(restriction),
    })),
    open: await objections.open(),
  };
};

export const consoleAssignObjection: Handler<'consoleAssignObjection'> = async (call) => {
  const { services, session, body } = call;
  const restriction = await services.objections.assign(body.id, body.take, session);
  call.audit({ subject: aboutClient(restriction), after: { assigned_to: body.take ? session.email : '' } });
  return { message: 'success' };
};

export const consoleAnswerObjection: Handler<'consoleAnswerObjection'> = async (call) => {
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
