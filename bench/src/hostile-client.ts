import { connect, type Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { PER_ADDRESS, type Shape, shapes } from './hostile-shapes.ts';

/**
 * This file runs in its own process. It repeats the request of one shape at a constant rate until it is stopped: no
 * request waits for the response to the one before.
 */
interface Task {
  readonly port: number;
  readonly shape: string;
  readonly token: string;
}

// A real attacker has its own machine: sending must not take CPU from the server or from other clients.
setPriority(constants.priority.PRIORITY_LOW);

/** The number of responses by HTTP status, and of failed connections as 'cut off'. */
let statuses: Record<string, number> = {};
const idle = new Set<Socket>();
const busy = new Set<Socket>();
/** The maximum number of connections that await a response: sending more would only fill the client's memory. */
const MOST_OPEN = 300;
/** The number of WebSockets to the stream from one address. */
const MOST_SOCKETS = 64;
const TICK_MS = 10;
const CUT_OFF_AFTER_MS = 20;
const DRIP_EVERY_MS = 100;
let timer: NodeJS.Timeout | undefined;

process.on('message', (message: Task | 'stop') => {
  if (message === 'stop') stop();
  else start(message);
});

function start({ port, shape: name, token }: Task): void {
  const shape = shapes.find((each) => each.name === name);
  if (shape === undefined) throw new Error(`there is no attack named ${name}`);
  statuses = {};
  const begun = performance.now();
  let sent = 0;
  const step = stepOf(shape, port, token);
  timer = setInterval(() => {
    const due = ((performance.now() - begun) / 1_000) * (shape.perSecond ?? PER_ADDRESS);
    while (sent < due && step(sent)) sent += 1;
    // Requests that could not be sent in time are skipped.
    sent = Math.max(sent, Math.floor(due));
  }, TICK_MS);
}

/**
 * The function that sends the shape's request once. It returns false, and sends nothing, while too many connections
 * await a response.
 */
function stepOf(shape: Shape, port: number, token: string): (count: number) => boolean {
  const { way, request, messages = [] } = shape;
  // The request is built only once, because building it takes CPU time from the measured server.
  const fixed = shape.isVarying ? undefined : request(token);
  if (way === 'stream') {
    const sockets = Array.from({ length: MOST_SOCKETS }, () => opened(port, request(token)));
    return (count) => {
      const round = Math.floor(count / sockets.length);
      sockets[count % sockets.length]?.write(messages[round % messages.length] ?? '');
      return true;
    };
  }
  return () => {
    if (busy.size >= MOST_OPEN) return false;
    const bytes = fixed ?? request(token);
    if (way === 'cut') cutOff(port, bytes);
    else if (way === 'dripping') drip(port, bytes);
    else opened(port, bytes);
    return true;
  };
}

function opened(port: number, bytes: Buffer): Socket {
  const socket = take(port);
  busy.add(socket);
  socket.write(bytes);
  return socket;
}

function cutOff(port: number, bytes: Buffer): void {
  const socket = opened(port, bytes.subarray(0, bytes.length / 2));
  setTimeout(() => socket.destroy(), CUT_OFF_AFTER_MS);
}

function drip(port: number, bytes: Buffer): void {
  let at = bytes.indexOf('\r\n\r\n') + 4;
  const socket = opened(port, bytes.subarray(0, at));
  const dripping = setInterval(() => socket.write(bytes.subarray(at, ++at)), DRIP_EVERY_MS);
  // A response before the request is complete is a refusal.
  socket.once('data', () => socket.destroy());
  socket.once('close', () => clearInterval(dripping));
}

function stop(): void {
  clearInterval(timer);
  for (const socket of [...busy, ...idle]) socket.destroy();
  idle.clear();
  busy.clear();
  process.send?.(statuses);
}

function take(port: number): Socket {
  for (const socket of idle) {
    idle.delete(socket);
    return socket;
  }
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  socket.on('data', (data) => {
    const status = /^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1', 0, 12))?.[1];
    if (status !== undefined) count(status);
    // From now on, the connection is a WebSocket.
    if (status === '101') socket.removeAllListeners('data').resume();
    if (status === '101' || status === undefined) return;
    busy.delete(socket);
    if (/connection: close/i.test(data.toString('latin1'))) socket.destroy();
    else idle.add(socket);
  });
  socket.on('error', () => count('cut off'));
  socket.on('close', () => {
    busy.delete(socket);
    idle.delete(socket);
  });
  return socket;
}

function count(what: string): void {
  statuses[what] = (statuses[what] ?? 0) + 1;
}
