import { pageSize } from '../../http/paging.ts';
import type { StaffSession } from '../../http/staff-session.ts';
import { ApiError } from '../../kit/api-error.ts';
import { isOwn, refuseOwn } from '../../staff/members/staff-member.ts';
import type { Hold } from '../holds/hold-row.ts';
import type { Handler, Services } from '../services.ts';

const RELEASE_HOLD = 'release_referral_hold';
const LEAST_ANSWER = 3;

interface Release {
  readonly id: number;
  readonly answer: string;
}

export const consoleReferralHolds: Handler<'consoleReferralHolds'> = async ({ services, session, query }) => {
  const isOpen = query.state !== 'decided';
  const { referralHolds } = services;
  const [holds, open] = await Promise.all([
    referralHolds.list({ isOpen, limit: pageSize(query.limit) }),
    referralHolds.open(),
  ]);
  return { holds: holds.map((hold) => onWire(hold, session)), open };
};

export const consoleDenyHold: Handler<'consoleDenyHold'> = async (call) => {
  const { services, session, body } = call;
  const hold = await decidable(services, session, body.id);
  const answer = demandAnswer(body.answer);
  await services.referralHolds.deny(hold.id, session.email, answer);
  call.audit({ ...aboutHold(hold), after: { state: 'denied' }, reason: answer });
  return { message: 'success' };
};

export const consoleAskToReleaseHold: Handler<'consoleAskToReleaseHold'> = async (call) => {
  const { services, session, body } = call;
  const hold = await decidable(services, session, body.id);
  const parameters: Release = { id: hold.id, answer: demandAnswer(body.answer) };
  const about = {
    ...aboutHold(hold),
    after: { state: 'released', answer: parameters.answer },
    reason: body.reason,
  };
  const approval = await services.approvals.ask(session, { kind: RELEASE_HOLD, parameters, ...about });
  call.audit({ ...about, after: { ...about.after, approval } });
  return { approval };
};

/** Registers the action executed when a release is approved. */
export function registerReleases({ approvals, referralHolds }: Services): void {
  approvals.register<Release>(RELEASE_HOLD, {
    roles: ['compliance'],
    execute: async ({ id, answer }, { approvedBy, transaction }) => {
      // Not permitted for the operator's own account, but a different operator may approve the release.
      if (isOfOperator(await referralHolds.one(id, transaction), approvedBy)) throw new ApiError('not_permitted');
      await referralHolds.release(transaction, id, approvedBy.email, answer);
    },
  });
}

/** Errors: unknown_hold, hold_ended, own_account. */
async function decidable({ referralHolds }: Services, session: StaffSession, id: number): Promise<Hold> {
  const hold = await referralHolds.one(id);
  for (const { email } of [hold.inviterFile, hold.friendFile]) refuseOwn(email, session);
  if (hold.state !== 'held') throw new ApiError('hold_ended');
  return hold;
}

function demandAnswer(text: string): string {
  const answer = text.trim();
  if (answer.length < LEAST_ANSWER) throw new ApiError('answer_empty');
  return answer;
}

const isOfOperator = ({ inviterFile, friendFile }: Hold, session: StaffSession): boolean =>
  isOwn(inviterFile.email, session) || isOwn(friendFile.email, session);

const aboutHold = ({ id, friendFile, signals }: Hold) => ({
  subject: `client ${friendFile.uid}`,
  before: { hold: id, state: 'held', signals: signals.map(({ signal }) => signal).join(', ') },
});

function onWire(hold: Hold, session: StaffSession) {
  const { id, inviter, friend, inviterFile, friendFile, signals, weight, heldMs, endsMs, state, objections } = hold;
  const party = (owner: number, uid: string) => {
    const objection = objections.find((one) => one.owner === owner);
    return { uid, objection: objection?.text ?? '', objected_at: objection?.madeMs ?? 0 };
  };
  return {
    id,
    inviter: party(inviter, inviterFile.uid),
    friend: party(friend, friendFile.uid),
    signals: [...signals],
    weight,
    held_at: heldMs,
    ends_at: endsMs,
    state,
    decided_at: hold.decidedMs ?? 0,
    decided_by: hold.decidedBy,
    answer: hold.answer,
    may_decide: state === 'held' && !isOfOperator(hold, session),
  };
}
