import type { Handler } from '../services.ts';

export const listRestrictions: Handler<'restrictions'> = async ({ services, session }) => {
  const { restrictions, objections } = services;
  const [found, said] = await Promise.all([restrictions.of(session.owner), objections.of(session.owner)]);
  return {
    restrictions: found.map((restriction) => ({
      id: restriction.id,
      kind: restriction.kind,
      reason: restriction.reason,
      rule: restriction.rule,
      set_by: restriction.setByTeam,
      set_at: restriction.setAtMs,
      ends_at: restriction.endsAtMs,
      ended_at: restriction.endedAtMs,
      renewals: restriction.renewals,
      objections: said
        .filter(({ restrictionId }) => restrictionId === restriction.id)
        .map(({ id, madeAtMs, text, outcome, answeredAtMs, answer }) => ({
          id,
          made_at: madeAtMs,
          text,
          outcome,
          answered_at: answeredAtMs,
          answer,
        })),
    })),
  };
};
