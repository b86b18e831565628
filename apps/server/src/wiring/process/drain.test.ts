import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { drain } from './drain.ts';

const CLIENTS = 50;

/**
 * The code of a worker thread. It sends a request over each of its connections, signals when the operating system has
 * accepted all requests, and then posts how many got a response.
 */
const clients = `
const { connect } = require('node:net');
const { text } = require('node:stream/consumers');
const { parentPort, workerData: { port, count, sent } } = require('node:worker_threads');
const ask = () => new Promise((written) => {
  const socket = connect(port, '127.0.0.1');
  const answer = text(socket).catch((error) => error.code);
  socket.write('GET / HTTP/1.1\\r\\nhost: here\\r\\n\\r\\n', () => written({ answer }));
});
Promise.all(Array.from({ length: count }, ask)).then(async (asked) => {
  Atomics.store(sent, 0, 1);
  Atomics.notify(sent, 0);
  const answers = await Promise.all(asked.map(({ answer }) => answer));
  parentPort.postMessage(answers.filter((answer) => answer.startsWith('HTTP/1.1 200 ')).length);
});`;

test('requests sent while the server was blocked get a response before it shuts down', async () => {
  const server = createServer((_request, response) => response.end('here'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(clients, { eval: true, workerData: { port, count: CLIENTS, sent } });
  await once(worker, 'online');
  // Block this thread, so that the server receives nothing until all requests have been sent.
  Atomics.wait(sent, 0, 0);
  const answered = once(worker, 'message');
  await drain(server);
  server.close();
  server.closeIdleConnections();
  expect(await answered).toEqual([CLIENTS]);
});
