import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from './api-client.ts';
import { ExchangeProcess } from './exchange-process.ts';
import { auditAcknowledged, auditBalances, type Faults } from './kill-audit.ts';
import { OrderLoad } from './order-load.ts';

export interface KillPlan {
  /** The file of the server to start. */
  readonly server: string;
  readonly serverKills: number;
  readonly postgresKills: number;
  readonly ordersPerSecond: number;
  readonly onRound?: (line: string) => void;
}

export interface KillReport {
  readonly faults: Faults;
  readonly orders: number;
  readonly acknowledged: number;
  /** The number of requests that were in flight when something was killed. */
  readonly unanswered: number;
  /** Milliseconds from a kill until orders were accepted again: the longest time for each kind of kill. */
  readonly worstServerMs: number;
  readonly worstPostgresMs: number;
}

const CLIENTS = 4;
const DEPOSITS = { USDT: '50000', BTC: '1', ETH: '10', SOL: '500', XRP: '20000', DOGE: '200000' };

/** Kills the server and its database repeatedly under load, and audits all acknowledged orders and the balances. */
export async function killUnderLoad(plan: KillPlan): Promise<KillReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-kill-'));
  const exchange = await ExchangeProcess.on(dataDir, plan.server);
  const clients = Array.from({ length: CLIENTS }, () => new ApiClient(exchange.url, 32));
  const load = new OrderLoad(clients);
  const faults: Faults = [];
  const serverMs: number[] = [];
  const postgresMs: number[] = [];
  let unanswered = 0;
  try {
    await exchange.start();
    for (const client of clients) await client.open(DEPOSITS);
    for (let round = 0; round < plan.serverKills + plan.postgresKills; round += 1) {
      const ofServer = round < plan.serverKills;
      const from = load.sent.length;
      await load.unlock();
      const running = load.run(plan.ordersPerSecond, 10_000);
      // Varies the moment of the kill, so that it falls at different points of a batch or a snapshot.
      await sleep(700 + ((round * 271) % 900));
      const killedAt = performance.now();
      if (ofServer) await exchange.kill();
      else exchange.killPostgres();
      if (!ofServer) await sleep(30);
      load.stop();
      if (ofServer) await exchange.start();
      await running;
      await load.settled();
      const sent = load.sent.slice(from);
      unanswered += sent.filter(({ outcome }) => outcome.kind === 'unknown').length;
      const tookMs = (await takesOrders(exchange, load)) - killedAt;
      (ofServer ? serverMs : postgresMs).push(tookMs);
      faults.push(...(await auditAcknowledged(sent)));
      plan.onRound?.(
        `${ofServer ? 'server' : 'Postgres'} killed after ${sent.length} orders, serving again in ${Math.round(tookMs)} ms, ${faults.length} faults`,
      );
    }
    faults.push(...(await auditAcknowledged(load.sent)));
    faults.push(...(await auditBalances(clients, exchange.databaseUrl)));
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await exchange.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  return {
    faults,
    orders: load.sent.length,
    acknowledged: load.sent.filter(({ outcome }) => outcome.kind === 'acknowledged').length,
    unanswered,
    worstServerMs: Math.max(0, ...serverMs),
    worstPostgresMs: Math.max(0, ...postgresMs),
  };
}

/** Waits until an order of each client has been acknowledged again. Returns the time at which that happened. */
async function takesOrders(exchange: ExchangeProcess, load: OrderLoad): Promise<number> {
  for (;;) {
    await exchange.untilReady();
    try {
      await load.unlock();
      return performance.now();
    } catch {
      await sleep(20);
    }
  }
}
