import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { printFigure } from './figures.ts';
import { type BenchClient, get } from './http-clients.ts';
import { middlePrice, ORDER_PATH, openTraders, order } from './order-clients.ts';
import { type ServerProcess, serverFile, startServer } from './server-process.ts';

const TURNS = 5;
const TURN_SECONDS = 2;
const WARM_UP_SECONDS = 3;
const CONNECTIONS = [64, 256];
const PAIRS = 8;
const bareServerFile = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

/**
 * Orders a second that the real server acknowledges as durable, session check, embedded Postgres, projector and stream
 * included; against a bare Fastify route with the same body, schemas and answer, sent by the same client.
 */
async function run(): Promise<void> {
  const exchange = await startServer(serverFile, '/readyz', {
    HOUSE: 'off',
    RATE_PER_ADDRESS: '10000000',
    RATE_ORDERS_PER_SESSION: '10000000',
  });
  const bare = await startServer(bareServerFile, '/healthz');
  try {
    const metrics = await (await fetch(`${exchange.url}/metrics`)).text();
    const flushes = /^vitrine_database_flushes 1$/m.test(metrics);
    console.log(`the database ${flushes ? 'flushes to disk' : 'does NOT flush to disk'} at every commit`);
    const price = await middlePrice(exchange.url);
    const { buyers, sellers } = await openTraders(exchange.url, PAIRS, price);
    const requests = [...Array(PAIRS).keys()].map((pair) => [
      request(buyers[pair] as BenchClient, order('BUY', price)),
      request(sellers[pair] as BenchClient, order('SELL', price)),
    ]);
    for (const server of [exchange, bare]) await sendOrders(server, requests, 64, WARM_UP_SECONDS);
    for (const connections of CONNECTIONS) await measure(exchange, bare, requests, connections);
  } finally {
    await Promise.all([exchange.stop(), bare.stop()]);
  }
}

/** Both sides take turns, so that what else the machine does meets both alike; the middle turn of each is what counts. */
async function measure(
  exchange: ServerProcess,
  bare: ServerProcess,
  requests: autocannon.Request[][],
  connections: number,
): Promise<void> {
  const ours: Turn[] = [];
  const theirs: Turn[] = [];
  const drains: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    ours.push(await takeTurn(exchange, requests, connections));
    const endedAt = performance.now();
    await untilDrained(exchange);
    drains.push(performance.now() - endedAt);
    theirs.push(await takeTurn(bare, requests, connections));
  }
  const [our, their] = [middleOf(ours), middleOf(theirs)];
  console.log(
    `${connections} connections: p50 ${our.p50} ms, p99 ${our.p99} ms (bare ${their.p50} and ${their.p99}); ` +
      `${our.cpuMicros.toFixed(1)} µs of server CPU per order, projector and stream included (bare ${their.cpuMicros.toFixed(1)}); ` +
      `the histories had caught up ${Math.max(...drains).toFixed(0)} ms after a turn at the latest`,
  );
  printFigure(`http-${connections}`, our.perSecond, 'orders/s', 'a bare Fastify route', their.perSecond);
}

interface Turn extends Load {
  readonly cpuMicros: number;
}

async function takeTurn(server: ServerProcess, requests: autocannon.Request[][], connections: number): Promise<Turn> {
  const before = server.cpuSeconds();
  const load = await sendOrders(server, requests, connections, TURN_SECONDS);
  return { ...load, cpuMicros: ((server.cpuSeconds() - before) / load.orders) * 1e6 };
}

function middleOf(turns: readonly Turn[]): Turn {
  const sorted = [...turns].sort((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)] as Turn;
}

interface Load {
  readonly orders: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Every connection sends a buy, then a sell that meets it, and so on. */
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
    setupClient: (client) => client.setRequests(requests[next++ % requests.length] as autocannon.Request[]),
  });
  const { non2xx, errors, timeouts, statusCodeStats } = result;
  if (non2xx + errors + timeouts > 0) {
    const statuses = Object.entries(statusCodeStats).map(([status, { count }]) => `${count} × ${status}`);
    throw new Error(`of the orders got ${statuses.join(', ')}; ${errors} failed and ${timeouts} had no answer`);
  }
  return {
    orders: result.requests.total,
    perSecond: result['2xx'] / result.duration,
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

await run();
