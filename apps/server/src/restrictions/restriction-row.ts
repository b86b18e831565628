import type { RestrictionKind, RestrictionReason, StaffRole } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';

/** What an account may not do, why, and until when. Times are in milliseconds on the exchange's clock. */
export interface Restriction {
  readonly id: number;
  readonly owner: OwnerId;
  readonly uid: string;
  /** The client's email address. */
  readonly email: string;
  readonly kind: RestrictionKind;
  readonly reason: RestrictionReason;
  readonly rule: string;
  readonly setBy: string;
  readonly setByTeam: StaffRole;
  readonly setAtMs: number;
  readonly endsAtMs: number;
  readonly renewedBy: string;
  /** Everyone who requested or approved a renewal. */
  readonly renewers: readonly string[];
  readonly renewals: number;
  /** 0 while the restriction is in force. */
  readonly endedAtMs: number;
  readonly endedBy: string;
  readonly endReason: string;
  readonly hasOpenObjection: boolean;
}

export interface RestrictionRow {
  readonly id: string;
  readonly owner: string;
  readonly unique_id: string;
  readonly email: string;
  readonly kind: RestrictionKind;
  readonly reason: RestrictionReason;
  readonly rule: string;
  readonly set_by: string;
  readonly set_by_team: StaffRole;
  readonly set_at: Date;
  readonly ends_at: Date;
  readonly renewed_by: string;
  readonly renewers: readonly string[];
  readonly renewals: number;
  readonly ended_at: Date | null;
  readonly ended_by: string;
  readonly end_reason: string;
  readonly has_open_objection: boolean;
}

export const selectRestrictions = `select restriction.*, client.unique_id, person.email,
  exists (select from objection where restriction_id = restriction.id and outcome = 'open') as has_open_objection
  from restriction join client using (owner) join person on person.id = client.person_id`;

export const toRestriction = (row: RestrictionRow): Restriction => ({
  id: Number(row.id),
  owner: Number(row.owner),
  uid: row.unique_id,
  email: row.email,
  kind: row.kind,
  reason: row.reason,
  rule: row.rule,
  setBy: row.set_by,
  setByTeam: row.set_by_team,
  setAtMs: row.set_at.getTime(),
  endsAtMs: row.ends_at.getTime(),
  renewedBy: row.renewed_by,
  renewers: row.renewers,
  renewals: row.renewals,
  endedAtMs: row.ended_at?.getTime() ?? 0,
  endedBy: row.ended_by,
  endReason: row.end_reason,
  hasOpenObjection: row.has_open_objection,
});
