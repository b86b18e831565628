import { createHash, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { maskedFrame } from './masked-frame.ts';

/**
 * This file runs in its own process. It opens WebSockets, sends a request on each, and counts the messages that arrive.
 * It counts frames by their headers only, so that reading is not the bottleneck.
 */
interface Task {
  readonly port: number;
  readonly path: string;
  readonly clients: number;
  readonly requests: readonly string[];
}

const counters = { messages: 0, bytes: 0 };
let sockets: Socket[] = [];

process.on('message', (message: Task | 'count' | 'close') => {
  if (message === 'count') process.send?.({ ...counters });
  else if (message === 'close') close();
  else void open(message);
});

async function open({ port, path, clients, requests }: Task): Promise<void> {
  for (let opened = 0; opened < clients; opened += 50)
    sockets.push(
      ...(await Promise.all(Array.from({ length: Math.min(50, clients - opened) }, () => upgrade(port, path)))),
    );
  for (const socket of sockets) for (const request of requests) socket.write(maskedFrame(request));
  process.send?.('open');
}

function close(): void {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  process.send?.('closed');
}

function upgrade(port: number, path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const key = randomBytes(16).toString('base64');
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
    const expected = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    let head = '';
    const onHead = (bytes: Buffer) => {
      head += bytes.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      if (!head.includes(expected)) return reject(new Error(`the WebSocket was not opened: ${head.slice(0, end)}`));
      socket.off('data', onHead);
      const count = frameCounter();
      count(Buffer.from(head.slice(end + 4), 'latin1'));
      socket.on('data', count);
      resolve(socket);
    };
    socket.on('data', onHead);
  });
}

/** Counts complete frames of a server (never masked), however they are split into chunks. */
function frameCounter(): (bytes: Buffer) => void {
  let header = Buffer.alloc(0);
  let missing = 0;
  return (bytes) => {
    counters.bytes += bytes.length;
    let at = 0;
    while (at < bytes.length) {
      if (missing > 0) {
        const taken = Math.min(missing, bytes.length - at);
        missing -= taken;
        at += taken;
        if (missing === 0) counters.messages += 1;
        continue;
      }
      header = Buffer.concat([header, bytes.subarray(at, at + 1)]);
      at += 1;
      const length = payloadLength(header);
      if (length === undefined) continue;
      header = Buffer.alloc(0);
      missing = length;
      if (length === 0) counters.messages += 1;
    }
  };
}

function payloadLength(header: Buffer): number | undefined {
  if (header.length < 2) return undefined;
  const short = header.readUInt8(1) & 127;
  if (short < 126) return short;
  if (short === 126) return header.length < 4 ? undefined : header.readUInt16BE(2);
  return header.length < 10 ? undefined : Number(header.readBigUInt64BE(2));
}
