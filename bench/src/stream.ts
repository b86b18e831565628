import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { type Command, CommandBatch, Core, EventBuffer, FIRST_CLIENT_OWNER } from '@vitrine/core';
import { timeMs } from '@vitrine/money';
import { Instruments } from '@vitrine/server/instruments';
import { LiveMarketData } from '@vitrine/server/market-data';
import { OpenOrders } from '@vitrine/server/open-orders';
import { Stream } from '@vitrine/server/stream';
import fastify from 'fastify';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { WebSocket, WebSocketServer } from 'ws';
import { printFigure } from './figures.ts';
import { fund, listing, tradingFlow } from './trading-flow.ts';

const CLIENTS = 1_000;
const TRADERS = 200;
const SECONDS = 10;
const ORDERS_PER_UPDATE = 40;
/** The next update is made only while the server's sockets together buffer at most this many bytes. */
const WINDOW_BYTES = 8_000_000;

/**
 * Compares merged book updates of a live core, delivered to 1,000 clients as fast as they accept them, with a bare `ws`
 * server that sends the same bytes to as many clients in the same run.
 */
async function run(): Promise<void> {
  const clients = fork(join(import.meta.dirname, 'stream-clients.ts'));
  try {
    const recorded: Buffer[] = [];
    const ours = await ourStream(clients, recorded);
    const bare = await bareBroadcast(clients, recorded);
    console.log(`our stream: ${describe(ours)}`);
    console.log(`bare ws:    ${describe(bare)}`);
    printFigure('stream', ours.perSecond, 'updates/s', 'a bare ws broadcast of the same bytes', bare.perSecond);
  } finally {
    clients.kill();
  }
}

interface Delivery {
  readonly perSecond: number;
  readonly bytesPerUpdate: number;
  readonly cpuMicrosPerUpdate: number;
}

const describe = ({ perSecond, bytesPerUpdate, cpuMicrosPerUpdate }: Delivery): string =>
  `${Math.round(perSecond)} updates/s of ${Math.round(bytesPerUpdate)} bytes, ${cpuMicrosPerUpdate.toFixed(2)} µs of the server's CPU each`;

async function ourStream(clients: ChildProcess, recorded: Buffer[]): Promise<Delivery> {
  const core = new Core();
  const batch = new CommandBatch();
  const events = new EventBuffer();
  const database = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const marketData = new LiveMarketData(database, () => core.timeMs);
  const openOrders = new OpenOrders();
  const stream = new Stream({
    core: () => core,
    marketData,
    openOrders,
    instruments: new Instruments(() => core),
    freezeOf: async () => undefined,
    sessions: {
      authenticate: () => 'none',
      goesOn: () => false,
      onEnd: () => {},
      endAll: async () => {},
      endOf: async () => false,
    },
    mode: 'sandbox',
    clock: () => core.timeMs,
    publicOrigin: undefined,
    limits: { connectionsPerAddress: 2 * CLIENTS, requestsPerSecond: 2 * CLIENTS, booksEveryMs: 1 },
  });
  const apply = (commands: readonly Command[]) => {
    batch.clear();
    for (const command of commands) batch.push(command);
    events.clear();
    const firstPosition = core.position + 1;
    core.applyBatch(batch, timeMs(1_700_000_000_000 + firstPosition), events);
    const applied = { firstPosition, count: commands.length, timeMs: core.timeMs, events };
    marketData.apply(applied);
    openOrders.apply(applied);
    stream.apply(applied);
  };
  apply([...listing, ...Array.from({ length: TRADERS }, (_, n) => fund(FIRST_CLIENT_OWNER + n))]);
  const app = fastify();
  const sockets = socketsOf(app.server);
  await stream.attach(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const request = JSON.stringify({ op: 'subscribe', channel: 'book', name: 'BTCUSDT' });
  const recorder = await record(`ws://127.0.0.1:${port}/stream`, request, recorded);
  await openClients(clients, { port, path: '/stream', clients: CLIENTS, requests: [request] });
  const orders = tradingFlow(200_000, TRADERS, 3);
  let next = 0;
  const delivery = await measure(clients, sockets, () => {
    apply(orders.slice(next, next + ORDERS_PER_UPDATE));
    next = (next + ORDERS_PER_UPDATE) % orders.length;
    stream.hub.sendBooks();
  });
  recorder.terminate();
  await closeClients(clients);
  await app.close();
  return delivery;
}

async function bareBroadcast(clients: ChildProcess, messages: readonly Buffer[]): Promise<Delivery> {
  const http = createServer();
  const sockets = socketsOf(http);
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const { port } = http.address() as AddressInfo;
  await openClients(clients, { port, path: '/', clients: CLIENTS, requests: [] });
  let next = 0;
  const delivery = await measure(clients, sockets, () => {
    const message = messages[next++ % messages.length] as Buffer;
    for (const client of server.clients)
      if (client.readyState === WebSocket.OPEN) client.send(message, { binary: false });
  });
  await closeClients(clients);
  server.close();
  http.close();
  return delivery;
}

/** An additional client, in this process, that records the updates. */
async function record(url: string, request: string, messages: Buffer[]): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, 'open');
  socket.on('message', (data: Buffer) => {
    if (messages.length < 500 && data.subarray(0, 14).toString() === '{"type":"book"') messages.push(Buffer.from(data));
  });
  socket.send(request);
  return socket;
}

/** Makes updates as fast as the sockets take them, for SECONDS, and counts those that arrive at the clients. */
async function measure(clients: ChildProcess, sockets: ReadonlySet<Socket>, update: () => void): Promise<Delivery> {
  const before = await count(clients);
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  while (performance.now() - startedAt < SECONDS * 1_000) {
    if (waitingBytes(sockets) < WINDOW_BYTES) update();
    await new Promise((resolve) => setImmediate(resolve));
  }
  while (waitingBytes(sockets) > 0) await new Promise((resolve) => setTimeout(resolve, 1));
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = process.cpuUsage(cpuBefore);
  const after = await count(clients);
  const messages = after.messages - before.messages;
  if (sockets.size < CLIENTS)
    throw new Error(`only ${sockets.size} of ${CLIENTS} clients were still connected at the end`);
  return {
    perSecond: messages / seconds,
    bytesPerUpdate: (after.bytes - before.bytes) / messages,
    cpuMicrosPerUpdate: (cpu.user + cpu.system) / messages,
  };
}

function waitingBytes(sockets: ReadonlySet<Socket>): number {
  let bytes = 0;
  for (const socket of sockets) bytes += socket.writableLength;
  return bytes;
}

/** The open connections of a server, kept up to date. */
function socketsOf(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  return sockets;
}

interface ClientsTask {
  readonly port: number;
  readonly path: string;
  readonly clients: number;
  readonly requests: readonly string[];
}

async function openClients(clients: ChildProcess, task: ClientsTask): Promise<void> {
  const opened = once(clients, 'message');
  clients.send(task);
  await opened;
  await new Promise((resolve) => setTimeout(resolve, 300));
}

async function closeClients(clients: ChildProcess): Promise<void> {
  const closed = once(clients, 'message');
  clients.send('close');
  await closed;
}

async function count(clients: ChildProcess): Promise<{ messages: number; bytes: number }> {
  const answer = once(clients, 'message');
  clients.send('count');
  const [counters] = (await answer) as [{ messages: number; bytes: number }];
  return counters;
}

if (import.meta.main) await run();
