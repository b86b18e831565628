import { type CallResponse, call } from '../../lib/api.ts';
import type { AuditFilter } from './audit-page.tsx';

const PAGE = 1_000;

/**
 * Saves the entries that match the filter as JSON Lines, oldest first, each as the server returns it; returns their
 * number.
 */
export async function exportTrail(filter: AuditFilter): Promise<number> {
  const entries: CallResponse<'GET /api/v3/console/audit'>['entries'] = [];
  for (let before: number | undefined; ; ) {
    const page = await call('GET /api/v3/console/audit', {
      query: { ...filter, limit: PAGE, ...(before === undefined ? {} : { before }) },
    });
    entries.push(...page.entries);
    before = page.entries.at(-1)?.id;
    if (!page.more || before === undefined) break;
  }
  const lines = entries.reverse().map((entry) => `${JSON.stringify(entry)}\n`);
  save(new Blob(lines, { type: 'application/jsonl' }), 'audit-trail.jsonl');
  return entries.length;
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
