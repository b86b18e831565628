import { signalKinds } from '@vitrine/contract';
import { formatDecimal, trimZeros } from '@vitrine/money';
import { readIdCursor } from '../../http/paging.ts';
import { ACCOUNT_CHECK } from '../../kit/attempt-limits.ts';
import type { Hold } from '../holds/hold-row.ts';
import type { ReferralTerms } from '../referral/programmes.ts';
import type { Friend } from '../referral/referrals.ts';
import type { Handler } from '../services.ts';

const SHOWN_FRIENDS = 20;
const PERCENT_SCALE = 4;

export const getReferral: Handler<'getReferral'> = async ({ services, session, query }) => {
  const { referrals, programmes, feeCredits, referralHolds, instruments } = services;
  const { owner } = session;
  const limit = query.limit ?? SHOWN_FRIENDS;
  const friends = await referrals.friendsOf(owner, { limit: limit + 1, ...readIdCursor(query.cursor) });
  const shown = friends.slice(0, limit);
  const last = friends.length > limit ? shown.at(-1) : undefined;
  const [code, terms, credit, totals, share] = await Promise.all([
    referrals.codeOf(owner),
    programmes.current(),
    feeCredits.sums(owner),
    referrals.totals(owner),
    referrals.inviterShareOf(owner),
  ]);
  const holds = await referralHolds.ofFriends([owner, ...shown.map(({ friend }) => friend)]);
  const ownHold = holds.get(owner);
  const text = (units: number) => formatDecimal(units, instruments.usdt?.scale ?? 0);
  return {
    referral: {
      code,
      path: `/signup/${code}`,
      ...(terms && { terms: termsOnWire(terms) }),
      ...(share !== undefined && { inviter_percent: percentText(share) }),
      ...(ownHold && { own_hold: holdOnWire(ownHold, owner) }),
      credit: {
        granted: text(credit.granted),
        used: text(credit.used),
        left: text(credit.granted - credit.used),
        waiting: text(credit.waiting),
      },
      totals: {
        friends: totals.friends,
        verified: totals.verified,
        fees: text(totals.feeUnits),
        commission: text(totals.commissionUnits),
      },
      friends: shown.map((friend) => {
        const hold = holds.get(friend.friend);
        return { ...friendOnWire(friend, text), ...(hold && { hold: holdOnWire(hold, owner) }) };
      }),
      ...(last === undefined ? {} : { next_cursor: String(last.friend) }),
    },
  };
};

export const referralCode: Handler<'referralCode'> = async ({ services, query, device }) => {
  await services.access.limits.countFrom(device.ip, ACCOUNT_CHECK);
  return { known: await services.referrals.isKnown(query.code) };
};

export const referralTerms: Handler<'referralTerms'> = async ({ services }) => {
  const terms = await services.programmes.current();
  return terms === undefined ? {} : { terms: termsOnWire(terms) };
};

const percentText = (ppm: number): string => trimZeros(formatDecimal(ppm, PERCENT_SCALE));

export const termsOnWire = ({ joinedUsdt, bonusUsdt, bonusAboveUsdt, commissionPpm, isOpen }: ReferralTerms) => ({
  joined_usdt: String(joinedUsdt),
  bonus_usdt: String(bonusUsdt),
  bonus_above_usdt: String(bonusAboveUsdt),
  commission_percent: percentText(commissionPpm),
  is_open: isOpen,
});

const friendOnWire = (friend: Friend, text: (units: number) => string) => ({
  name: friend.firstLetter,
  joined_at: friend.joinedMs,
  verified_at: friend.verifiedMs ?? 0,
  bonus_at: friend.bonusMs ?? 0,
  fees: text(friend.feeUnits),
  commission: text(friend.commissionUnits),
  credit: text(friend.creditUnits),
  credit_waiting: text(friend.waitingUnits),
});

/** A hold as shown to one of the two clients: without any data of the other. */
function holdOnWire({ id, reason, heldMs, endsMs, state, decidedMs, answer, objections }: Hold, owner: number) {
  const own = objections.find((objection) => objection.owner === owner);
  return {
    id,
    reason: signalKinds[reason],
    held_at: heldMs,
    object_by: endsMs,
    state,
    decided_at: decidedMs ?? 0,
    answer,
    ...(own && { objection: { made_at: own.madeMs, text: own.text } }),
  };
}

export const objectToHold: Handler<'objectToHold'> = async ({ services, session, body }) => {
  await services.referralHolds.object(session.owner, body.hold_id, body.text);
  return { message: 'success' };
};
