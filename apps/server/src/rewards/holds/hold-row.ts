import type { ReferralSignal } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';

export interface HoldObjection {
  readonly owner: OwnerId;
  readonly text: string;
  readonly madeMs: number;
}

/** A client of a held referral, as operators see them. */
interface Party {
  readonly uid: string;
  readonly email: string;
}

/** A hold on the payments of a referral. Times are those of the exchange's clock. */
export interface Hold {
  readonly id: number;
  readonly inviter: OwnerId;
  readonly friend: OwnerId;
  readonly inviterFile: Party;
  readonly friendFile: Party;
  readonly signals: readonly { readonly signal: ReferralSignal; readonly weight: number }[];
  readonly reason: ReferralSignal;
  readonly weight: number;
  readonly heldMs: number;
  readonly endsMs: number;
  readonly state: 'held' | 'released' | 'denied';
  readonly decidedMs: number | undefined;
  /** The operator's email; empty if nobody objected. */
  readonly decidedBy: string;
  readonly answer: string;
  readonly objections: readonly HoldObjection[];
}

export interface HoldRow {
  readonly hold_id: string;
  readonly inviter: string;
  readonly friend: string;
  readonly inviter_file: Party;
  readonly friend_file: Party;
  readonly signals: Hold['signals'];
  readonly reason: ReferralSignal;
  readonly weight: number;
  readonly held_ms: string;
  readonly ends_ms: string;
  readonly state: Hold['state'];
  readonly decided_ms: string | null;
  readonly decided_by: string;
  readonly answer: string;
  readonly objections: readonly { readonly owner: number; readonly text: string; readonly made_ms: number }[];
}

const fileOf = (owner: string) => `(select json_build_object('uid', unique_id, 'email', person.email)
    from client join person on person.id = client.person_id where client.owner = ${owner})`;

/** SQL query: holds, as `h`. */
export const SELECT_HOLDS = `select h.*, r.inviter, ${fileOf('r.inviter')} as inviter_file, ${fileOf('h.friend')} as friend_file,
    (select coalesce(json_agg(json_build_object('signal', signal, 'weight', s.weight) order by s.weight desc, signal), '[]')
      from referral_signals s where s.friend = h.friend) as signals,
    (select coalesce(json_agg(json_build_object('owner', owner, 'text', text, 'made_ms', made_ms) order by objection_id), '[]')
      from referral_objections o where o.hold_id = h.hold_id) as objections
  from referral_holds h join referrals r on r.friend = h.friend`;

export const toHold = (row: HoldRow): Hold => ({
  id: Number(row.hold_id),
  inviter: Number(row.inviter),
  friend: Number(row.friend),
  inviterFile: row.inviter_file,
  friendFile: row.friend_file,
  signals: row.signals,
  reason: row.reason,
  weight: row.weight,
  heldMs: Number(row.held_ms),
  endsMs: Number(row.ends_ms),
  state: row.state,
  decidedMs: row.decided_ms === null ? undefined : Number(row.decided_ms),
  decidedBy: row.decided_by,
  answer: row.answer,
  objections: row.objections.map(({ owner, text, made_ms }) => ({ owner, text, madeMs: made_ms })),
});
