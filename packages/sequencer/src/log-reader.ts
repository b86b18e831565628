import type pg from 'pg';
import { query } from './database.ts';
import { assertFollows, type LogBatch, type LogTip, tipOf } from './log-batch.ts';

const READ = `
select n, format, epoch, first_position as "firstPosition", count, time_ms as "timeMs",
       previous_hash as "previousHash", hash, payload
from log_batch where n > $1 and n <= $2 order by n limit $3`;

const PAGE_BYTES = 4_000_000;
const PAGE_ROWS = 2_000;
/** A number that no batch will reach, as Postgres integers have no infinity. */
const LAST_N = Number.MAX_SAFE_INTEGER;

/**
 * The batches after `tip` up to and including `throughN`, as far as the log reaches at the moment. Throws LogDamaged or
 * LogTooNew at a batch that does not continue the chain or has a newer format, and ConnectionLost if the connection is
 * lost or a page takes longer than `responseMs`.
 */
export async function* readBatches(
  client: pg.Client,
  tip: LogTip,
  throughN: number,
  responseMs?: number,
): AsyncGenerator<LogBatch> {
  const readPage = (after: number, limit: number): Promise<LogBatch[]> =>
    query<LogBatch>(client, READ, [after, Math.min(throughN, LAST_N), limit], responseMs);
  let last = tip;
  let limit = 100;
  let page = readPage(last.n, limit);
  for (;;) {
    const batches = await page;
    if (batches.length === 0) return;
    const bytes = batches.reduce((sum, batch) => sum + batch.payload.length, 0);
    const end = batches[batches.length - 1] as LogBatch;
    limit = Math.max(1, Math.min(PAGE_ROWS, Math.floor((PAGE_BYTES * batches.length) / bytes)));
    // The database reads the next page while the caller applies this one.
    page = readPage(end.n, limit);
    page.catch(() => {});
    for (const batch of batches) {
      assertFollows(last, batch);
      last = tipOf(batch);
      yield batch;
    }
  }
}
