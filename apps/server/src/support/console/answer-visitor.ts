import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const consoleAnswerVisitor: Handler<typeof endpoints.consoleAnswerVisitor> = async (call) => {
  const { services, session, body, audit } = call;
  audit({ subject: `visitor request ${body.id}` });
  await services.support.visitorRequests.answer(body.id, body.text, session.staffId);
  return { message: 'success' };
};
