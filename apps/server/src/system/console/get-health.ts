import { isLastingObstacle } from '@vitrine/contract';
import { formatDecimal } from '@vitrine/money';
import { nameIn } from '../../kit/instruments.ts';
import type { Handler } from '../services.ts';

export const consoleHealth: Handler<'consoleHealth'> = async ({ services, session }) => {
  const { ledgerAudit, instruments, histories, health } = services;
  const [hash, sums, database, isReady, waiting, withdrawals, purchases, smsExceeded, delistings, faults] =
    await Promise.all([
      ledgerAudit.stateHash(),
      ledgerAudit.sums(),
      health.database(),
      services.isReady(),
      services.approvals.waitingFor(session),
      services.withdrawals.review.waiting(),
      services.purchaseReview.open(),
      services.security.smsLimits.exceeded(),
      services.delistings.underway(),
      services.earn.faults.open(),
    ]);
  return {
    time: Date.now(),
    ready: isReady,
    position: services.core.position,
    projected_position: histories.position,
    behind_ms: health.behindMs(),
    state_hash: hash === undefined ? null : { hash: hash.hash, position: hash.position },
    sums_position: sums.position,
    sums: [...sums.byAsset.values()].map(({ asset, allUnits, clientUnits }) => {
      const { code, scale } = instruments.asset(asset);
      return { coin: code, sum: formatDecimal(allUnits, scale), owed_to_clients: formatDecimal(clientUnits, scale) };
    }),
    stream_clients: health.streamClients(),
    database: {
      answers_in_ms: database.answersInMs ?? null,
      connections: database.connections,
      waiting: database.waiting,
      size_bytes: database.sizeBytes ?? null,
    },
    uptime_seconds: Math.round(process.uptime()),
    memory_bytes: process.memoryUsage.rss(),
    approvals_waiting: waiting,
    withdrawals_waiting: withdrawals,
    purchases_to_look_at: purchases,
    protected_markets: instruments
      .perpetuals()
      .filter(({ market }) => services.indexFeed.isProtected(market))
      .map(nameIn.web),
    blocked_delistings: [...delistings]
      .filter(([, obstacle]) => isLastingObstacle(obstacle))
      .map(([market]) => nameIn.web(instruments.byMarket(market))),
    earn_faults: faults.map(({ sinceMs, retryMs, ...fault }) => ({ ...fault, since: sinceMs, retry_at: retryMs })),
    text_messages_refused: smsExceeded.map(({ sinceMs, ...exceeded }) => ({ ...exceeded, since: sinceMs })),
  };
};
