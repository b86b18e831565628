import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const WITHIN_MS = 30_000;

export interface Mailbox {
  readonly url: string;
  /** The code in the newest email to this address; waits for the email. */
  code(to: string): Promise<string>;
  close(): void;
}

/** A mail server that stores what it receives. */
export async function startMailbox(): Promise<Mailbox> {
  const received: { readonly to: string; readonly text: string }[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    serve(socket, (to, text) => received.push({ to, text }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    code: async (to) => {
      for (const endMs = performance.now() + WITHIN_MS; performance.now() < endMs; await sleep(100)) {
        const text = received.findLast((one) => one.to.toLowerCase() === to.toLowerCase())?.text ?? '';
        const code = /\b\d{6}\b/.exec(text.slice(text.indexOf('\r\n\r\n')))?.[0];
        if (code !== undefined) return code;
      }
      throw new Error(`no email with a code arrived for ${to}`);
    },
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Serves one SMTP connection (RFC 5321) without extensions. */
function serve(socket: Socket, deliver: (to: string, text: string) => void): void {
  let [to, text, isData, rest] = ['', '', false, ''];
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 localhost');
  socket.on('data', (bytes) => {
    const lines = (rest + String(bytes)).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (isData && line !== '.') {
        text += `${line}\r\n`;
        continue;
      }
      if (isData) {
        deliver(to, text);
        [text, isData] = ['', false];
        say('250 OK');
        continue;
      }
      to = /^RCPT TO:<([^>]+)>/i.exec(line)?.[1] ?? to;
      isData = /^DATA/i.test(line);
      say(isData ? '354 go on' : /^QUIT/i.test(line) ? '221 bye' : '250 OK');
    }
  });
}
