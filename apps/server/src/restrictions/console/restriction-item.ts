import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { Restriction } from '../restriction-row.ts';

type RestrictionItem = ResponseOf<typeof endpoints.consoleSetRestriction>['restriction'];

/** A restriction as operators see it. */
export const restrictionItem = (restriction: Restriction): RestrictionItem => ({
  id: restriction.id,
  uid: restriction.uid,
  kind: restriction.kind,
  reason: restriction.reason,
  rule: restriction.rule,
  set_by: restriction.setBy,
  set_at: restriction.setAtMs,
  ends_at: restriction.endsAtMs,
  renewed_by: restriction.renewedBy,
  renewals: restriction.renewals,
  ended_at: restriction.endedAtMs,
  ended_by: restriction.endedBy,
  end_reason: restriction.endReason,
  objection_open: restriction.hasOpenObjection,
});

/** The restriction's client, as the subject of an entry in the audit trail. */
export const aboutClient = ({ uid }: Pick<Restriction, 'uid'>): string => `client ${uid}`;
