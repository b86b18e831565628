import type { Handler } from '../../services.ts';

const PAGE = 100;

export const consoleAudit: Handler<'consoleAudit'> = async ({ services, query }) => {
  const { staff_id, action, subject, before, limit = PAGE } = query;
  const found = await services.audit.read({
    ...(staff_id === undefined ? {} : { staffId: staff_id }),
    ...(action === undefined ? {} : { action }),
    ...(subject === undefined ? {} : { subject }),
    ...(before === undefined ? {} : { before }),
    limit: limit + 1,
  });
  return {
    entries: found.slice(0, limit).map((entry) => ({
      id: entry.id,
      at: entry.atMs,
      staff_id: entry.staffId,
      staff_email: entry.staffEmail,
      ip: entry.ip,
      action: entry.action,
      phase: entry.phase,
      subject: entry.subject,
      details: { ...entry.details },
      hash: entry.hash,
    })),
    more: found.length > limit,
  };
};

export const consoleAuditVerify: Handler<'consoleAuditVerify'> = async ({ services }) => {
  // Only the newest anchor is compared: its hash covers every entry before it. `npm run audit:verify` compares all
  // anchors.
  const anchor = services.core.auditAnchor;
  const verdict = await services.audit.verify(anchor === undefined ? [] : [anchor]);
  return {
    holds: verdict.holds,
    entries: verdict.entries,
    head: verdict.holds ? verdict.head : null,
    broken_at: verdict.holds ? null : verdict.brokenAt,
  };
};
