import type { endpoints } from '@vitrine/contract';
import { kindOf, statusWordsOf } from '../http/kyc-words.ts';
import type { Handler } from '../services.ts';

export const decideKyc: Handler<typeof endpoints.decideKyc> = async ({ services, session, body, audit }) => {
  const decisions = body.decisions.map(({ img_type, approve, reason = '', note = '' }) => ({
    kind: kindOf(img_type),
    approve,
    reason,
    note,
  }));
  const { before, after, isVerified } = await services.kycReviews.decide(body.uid, body.revision, decisions, session);
  audit({
    before: statusWordsOf(before),
    after: isVerified ? [...statusWordsOf(after), 'Verified'] : statusWordsOf(after),
    reason: decisions
      .map(({ reason }) => reason)
      .filter((reason) => reason !== '')
      .join(', '),
  });
  return { message: 'success', verified: isVerified };
};
