import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { SmtpMail } from './smtp-mail.ts';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly message: string;
}

let server: SMTPServer | undefined;
const received: Received[] = [];

afterEach(async () => {
  await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
  received.length = 0;
});

/** A local mail server that requires a password and stores what it receives; the mailbox `full@…` is full. */
async function startMailServer(): Promise<string> {
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'vitrine' && password === 'letters'
        ? done(null, { user: username })
        : done(new Error('wrong user name or password')),
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('full@') ? new Error('mailbox full') : null),
    onData: async (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope;
      const chunks: Uint8Array[] = await stream.toArray();
      received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        message: Buffer.concat(chunks).toString(),
      });
      done();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

test('an email is sent to the mail server, authenticated, from the address in the settings', async () => {
  const mail = new SmtpMail(`smtp://vitrine:letters@${await startMailServer()}`, 'Vitrine <no-reply@example.com>');
  await mail.send({ to: 'ada@example.com', subject: 'Your code', text: 'It is 123456.', code: '123456' });
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ from: 'no-reply@example.com', to: ['ada@example.com'] });
  expect(received[0]?.message).toContain('Subject: Your code');
  expect(received[0]?.message).toContain('It is 123456.');
});

test('sending an email fails if the mail server refuses the password or the recipient', async () => {
  const address = await startMailServer();
  const message = { to: 'ada@example.com', subject: 'Your code', text: 'It is 123456.' };
  const stranger = new SmtpMail(`smtp://vitrine:numbers@${address}`, 'no-reply@example.com');
  await expect(stranger.send(message)).rejects.toThrow('wrong user name or password');
  const known = new SmtpMail(`smtp://vitrine:letters@${address}`, 'no-reply@example.com');
  await expect(known.send({ ...message, to: 'full@example.com' })).rejects.toThrow('mailbox full');
  expect(received).toEqual([]);
});

test.each([
  ['accepts the connection', ''],
  ['sends a greeting', '220 mail.example.com\r\n'],
])('sending an email fails in time if the mail server %s and then sends nothing', async (_, greeting) => {
  const silent = createServer((socket) => socket.write(greeting)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const limits = { greetingMs: 100, silenceMs: 100 };
  const mail = new SmtpMail(`smtp://127.0.0.1:${port}`, 'no-reply@example.com', limits);
  const message = { to: 'ada@example.com', subject: 'Your code', text: 'It is 123456.' };
  await expect(mail.send(message)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  silent.close();
});

test('no email is sent to another machine without TLS', async () => {
  const { port } = new URL(`smtp://${await startMailServer()}`);
  // This address reaches the same server, but is not recognized as loopback.
  const mail = new SmtpMail(`smtp://vitrine:letters@0.0.0.0:${port}`, 'no-reply@example.com');
  const message = { to: 'ada@example.com', subject: 'Your code', text: 'It is 123456.' };
  await expect(mail.send(message)).rejects.toThrow('STARTTLS');
  expect(received).toEqual([]);
});
