import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { printFigure } from './figures.ts';
import { type BenchClient, get } from './http-clients.ts';
import { middlePrice, ORDER_PATH, openTraders, order } from './order-clients.ts';
import { usedBetween, WatchedServer } from './processor-time.ts';
import { type ServerProcess, serverFile, startServer } from './server-process.ts';

const TURNS = 5;
const TURN_SECONDS = 4;
const WARM_UP_SECONDS = 4;
const CONNECTIONS = [64, 256];
/** The number of owners: half of them buy, half sell. */
const OWNERS = 1_000;
const PAIRS = OWNERS / 2;
/**
 * The pause at the end of an exchange's turn. Deferred work finishes in it, so that it counts toward the CPU time of
 * this turn, not of the next.
 */
const SETTLE_MS = 6_000;
/** CPU times below this are not printed. */
const LEAST_MICROS = 0.3;
const bareServerFile = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

/** One of the servers that are measured in turn. */
interface Side {
  readonly name: string;
  readonly server: ServerProcess;
  readonly requests: autocannon.Request[][];
  /**
   * Defined if the side is an exchange, whose turn ends when its histories have caught up; undefined for the bare
   * route.
   */
  readonly watched: WatchedServer | undefined;
}

/**
 * Compares the rate at which the real server acknowledges orders of 1,000 owners as durable and adds them to its
 * histories (including session check, embedded Postgres, projector and stream) with the rate of a bare Fastify route
 * that has the same body, schemas and response, under the same client. Arguments may name the server.ts files of other
 * working trees, which are measured as well.
 */
async function run(otherServers: readonly string[]): Promise<void> {
  const sides: Side[] = [];
  try {
    for (const file of [serverFile, ...otherServers]) sides.push(await openExchange(file));
    const bare = await startServer(bareServerFile, '/healthz');
    sides.push({ name: 'bare', server: bare, requests: (sides[0] as Side).requests, watched: undefined });
    for (const side of sides) await takeTurn(side, 64, WARM_UP_SECONDS);
    for (const connections of CONNECTIONS) await measure(sides, connections);
  } finally {
    for (const { watched } of sides) await watched?.close();
    await Promise.all(sides.map(({ server }) => server.stop()));
  }
}

async function openExchange(file: string): Promise<Side> {
  const server = await startServer(file, '/readyz', {
    HOUSE: 'off',
    TRUSTED_PROXIES: '1',
    RATE_PER_ADDRESS: '10000000',
    RATE_ORDERS_PER_SESSION: '10000000',
  });
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const flushes = /^vitrine_database_flushes 1$/m.test(metrics);
  console.log(`the database ${flushes ? 'flushes to disk' : 'does NOT flush to disk'} at every commit`);
  const price = await middlePrice(server.url);
  const { buyers, sellers } = await openTraders(server.url, PAIRS, price);
  const requests = [...Array(PAIRS).keys()].map((pair) => [
    request(buyers[pair] as BenchClient, order('BUY', price)),
    request(sellers[pair] as BenchClient, order('SELL', price)),
  ]);
  return { name: file, server, requests, watched: await WatchedServer.watch(server) };
}

/** The sides take turns, so that other load affects all alike; the median turn of each side is reported. */
async function measure(sides: readonly Side[], connections: number): Promise<void> {
  const taken = sides.map((side) => ({ side, turns: [] as Turn[] }));
  for (let turn = 0; turn < TURNS; turn++)
    for (const { side, turns } of taken) turns.push(await takeTurn(side, connections, TURN_SECONDS));
  const middle = taken.map(({ side, turns }) => ({ side, turn: middleOf(turns), turns }));
  const bare = middle.at(-1)?.turn as Turn;
  for (const { side, turn, turns } of middle) {
    const drainMs = Math.max(...turns.map((each) => each.drainMs));
    console.log(
      `${connections} connections, ${side.name}: ${Math.round(turn.perSecond)} orders/s, p50 ${turn.p50} ms, p99 ${turn.p99} ms; ` +
        `histories complete at most ${drainMs.toFixed(0)} ms after a turn; µs of processor time per order: ${turn.micros}`,
    );
    if (side.watched !== undefined)
      printFigure(`http-${connections}`, turn.perSecond, 'orders/s', 'a bare Fastify route', bare.perSecond);
  }
}

interface Turn {
  /** Orders divided by the seconds until the histories had all of them. */
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly drainMs: number;
  readonly micros: string;
}

async function takeTurn({ server, requests, watched }: Side, connections: number, seconds: number): Promise<Turn> {
  const before = await watched?.processorTime();
  const cpuBefore = server.cpuSeconds();
  const load = await sendOrders(server, requests, connections, seconds);
  const endedAt = performance.now();
  if (watched !== undefined) await untilDrained(server);
  const drainMs = watched === undefined ? 0 : performance.now() - endedAt;
  if (watched !== undefined) await sleep(SETTLE_MS);
  const used: [string, number][] =
    watched === undefined || before === undefined
      ? [['server', server.cpuSeconds() - cpuBefore]]
      : usedBetween(before, await watched.processorTime());
  const micros = used
    .map(([name, used]): [string, number] => [name, (used / load.orders) * 1e6])
    .filter(([, used]) => used >= LEAST_MICROS)
    .map(([name, used]) => `${name} ${used.toFixed(1)}`)
    .join(', ');
  return {
    perSecond: load.orders / (load.seconds + drainMs / 1_000),
    p50: load.p50,
    p99: load.p99,
    drainMs,
    micros,
  };
}

function middleOf(turns: readonly Turn[]): Turn {
  const sorted = [...turns].sort((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)] as Turn;
}

interface Load {
  readonly orders: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
}

/** Each connection sends its share of the pairs of matching orders: a buy, then its sell, then the next pair. */
async function sendOrders(
  { url }: ServerProcess,
  requests: autocannon.Request[][],
  connections: number,
  duration: number,
): Promise<Load> {
  let next = 0;
  const result = await autocannon({
    url,
    connections,
    duration,
    setupClient: (client) => {
      const own = next++ % connections;
      client.setRequests(requests.filter((_, pair) => pair % connections === own).flat());
    },
  });
  const { non2xx, errors, timeouts, statusCodeStats } = result;
  if (non2xx + errors + timeouts > 0) {
    const statuses = Object.entries(statusCodeStats).map(([status, { count }]) => `${count} × ${status}`);
    throw new Error(`some orders failed: ${statuses.join(', ')}; ${errors} connection errors, ${timeouts} timeouts`);
  }
  return {
    orders: result.requests.total,
    seconds: result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

const request = ({ token }: BenchClient, body: object): autocannon.Request => ({
  method: 'POST',
  path: ORDER_PATH,
  headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  body: JSON.stringify(body),
});

async function untilDrained({ url }: ServerProcess): Promise<void> {
  for (;;) {
    const { position, projected_position } = await get(url, '/api/v3/system');
    if (position === projected_position) return;
    await sleep(5);
  }
}

await run(process.argv.slice(2));
