import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const consoleAuditVerify: Handler<typeof endpoints.consoleAuditVerify> = async ({ services }) => {
  const verdict = await services.audit.verify();
  return {
    holds: verdict.holds,
    entries: verdict.entries,
    head: verdict.holds ? verdict.head : null,
    broken_at: verdict.holds ? null : verdict.brokenAt,
  };
};
