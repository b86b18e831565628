import type { Handler } from '../../services.ts';

export const consoleVisitorRequests: Handler<'consoleVisitorRequests'> = async ({ services, query }) => {
  const { visitorRequests } = services.support;
  const requests = await visitorRequests.list(query.which);
  return {
    requests: requests.map(({ id, atMs, email, uid, text, answeredAtMs, answeredBy, answer }) => ({
      id,
      at: atMs,
      email,
      uid: uid ?? '',
      text,
      answered_at: answeredAtMs ?? null,
      answered_by: answeredBy,
      answer,
    })),
    waiting: await visitorRequests.waiting(),
  };
};

export const consoleAnswerVisitor: Handler<'consoleAnswerVisitor'> = async (call) => {
  const { services, session, body, audit } = call;
  audit({ subject: `visitor request ${body.id}` });
  await services.support.visitorRequests.answer(body.id, body.text, session.staffId);
  return { message: 'success' };
};
