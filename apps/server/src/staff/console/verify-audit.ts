import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';

export const consoleAuditVerify: Handler<typeof endpoints.consoleAuditVerify> = async ({ services }) => {
  // The newest of the anchors: its hash covers every entry before it. `npm run audit:verify` looks at all of them.
  const anchor = services.core.auditAnchor;
  const verdict = await services.audit.verify(anchor === undefined ? [] : [anchor]);
  return {
    holds: verdict.holds,
    entries: verdict.entries,
    head: verdict.holds ? verdict.head : null,
    broken_at: verdict.holds ? null : verdict.brokenAt,
  };
};
