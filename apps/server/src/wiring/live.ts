import { freezeNoteOf } from '../auth/security/freeze-note.ts';
import { Metrics } from '../http/metrics.ts';
import type { Ground } from '../kit/ground.ts';
import type { Instruments } from '../kit/instruments.ts';
import type { LedgerAudit } from '../kit/ledger-audit.ts';
import { ConsoleStream } from '../stream/console-stream.ts';
import { Stream } from '../stream/stream.ts';
import type { AnsweringParts } from './answering.ts';
import { databaseFlushes, databaseHealth } from './database/database.ts';
import { Readiness } from './process/readiness.ts';
import type { Services } from './services.ts';

type Below = Pick<
  Services,
  'core' | 'instruments' | 'sessions' | 'staffSessions' | 'ledgerAudit' | 'marketFeeds' | 'indexFeed'
>;

/** Opens the streams, readiness, metrics and health. */
export async function openLive(
  below: Below,
  { settings, source, marketData, openOrders, clock, projected, log }: AnsweringParts,
  { pool, onClose }: Ground,
) {
  const { instruments, sessions, staffSessions, ledgerAudit } = below;
  const { mode, publicOrigin, rates } = settings;
  const stream = new Stream({
    core: () => below.core,
    marketData,
    openOrders,
    instruments,
    sessions,
    freezeOf: (owner) => freezeNoteOf(pool, owner),
    mode,
    clock,
    publicOrigin,
    limits: { requestsPerSecond: rates.perAddressPerSecond },
  });
  const consoleStream = new ConsoleStream({ sessions: staffSessions, publicOrigin });
  const readiness = new Readiness({
    isCurrent: () => source.isCurrent(),
    position: () => source.position,
    projectedPosition: () => projected.position,
    askDatabase: () => pool.query('select 1'),
    log,
  });
  onClose(() => readiness.close());
  const metrics = new Metrics({
    position: () => source.position,
    projectedPosition: () => projected.position,
    stalledMs: () => readiness.stalledMs(),
    streamClients: () => stream.size,
    assetSums: () => (source.isCurrent() ? assetSums(ledgerAudit, instruments) : []),
    marketFeeds: () => below.marketFeeds,
    indexSources: () =>
      instruments.perpetuals().flatMap(({ market, base, quote }): [string, number][] => {
        const used = below.indexFeed.usedSources(market);
        return used === undefined ? [] : [[`${base.code}-${quote.code}`, used]];
      }),
    behindMs: () => source.behindMs(),
    isReady: () => source.isCurrent(),
    flushes: await databaseFlushes(pool),
  });
  const health = {
    behindMs: () => source.behindMs(),
    streamClients: () => stream.size,
    database: () => databaseHealth(pool),
  };
  return { stream, consoleStream, services: { isReady: () => readiness.isReady(), health, metrics } };
}

const assetSums = (ledger: LedgerAudit, instruments: Instruments) =>
  [...(ledger.known()?.byAsset.values() ?? [])].map(
    ({ asset, allUnits }) => [instruments.asset(asset).code, allUnits] as const,
  );
