import type { TestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textsIn } from '../../kit/texts.ts';
import type { Mail } from '../../providers/mail/mail.ts';
import { OutboxMail } from '../../providers/mail/outbox-mail.ts';
import { createMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { FramedMail } from './framed-mail.ts';
import { mailHtml, mailText } from './mail-frame.ts';
import { signUpCodeMail } from './mails.ts';

let database: TestDatabase;
let pool: pg.Pool;
let outbox: OutboxMail;
let mail: FramedMail;
let brand = 'Vitrine';

beforeAll(async () => {
  database = await createMigratedDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  outbox = new OutboxMail(pool);
  mail = new FramedMail({ carrier: outbox, pool, brand: () => brand, now: () => Date.UTC(2026, 10, 22, 2, 10) });
  await pool.query(
    `insert into person (id, name, email, email_verified, created_at, updated_at)
     values ('ada', 'Ada', 'ada@example.com', true, now(), now())`,
  );
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const send = async (mail_: Omit<Mail, 'to'>, to: string) => {
  await mail.send({ to, ...mail_ });
  const [newest] = await outbox.messages(to);
  return newest;
};

test('an email states the time, address and device of its request', async () => {
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';
  const message = signUpCodeMail('Vitrine', '123456')(textsIn('en'));
  const sent = await send({ ...message, request: { ip: '203.0.113.7', userAgent } }, 'new@example.com');
  expect(sent).toMatchObject({ subject: '123456 is your Vitrine verification code', code: '123456' });
  expect(sent?.text).toContain('Time and device: 22 Nov 2026, 02:10 UTC · Chrome on Windows · IP address 203.0.113.7');
  expect(sent?.text).not.toContain('anti-phishing');
});

test('every email to a client has the client’s anti-phishing code, and no email to another client has it', async () => {
  await pool.query(`update client set anti_phishing_code = 'blueheron7' where person_id = 'ada'`);
  const text = 'One.\n\nTwo.';
  expect((await send({ subject: 'News', text }, 'ada@example.com'))?.text).toBe(
    'Your anti-phishing code: blueheron7\n\nOne.\n\nTwo.\n\nVitrine. Nobody from Vitrine will ever ask you for a code or a password.',
  );
  expect((await send({ subject: 'News', text }, 'other@example.com'))?.text).not.toContain('blueheron7');
});

test('an email has the brand that is current when it is sent', async () => {
  brand = 'Heron Exchange';
  const sent = await send({ subject: 'News', text: 'One.' }, 'later@example.com');
  expect(sent?.text).toContain('Heron Exchange. Nobody from Heron Exchange will ever ask you');
  expect(sent?.text).not.toContain('Vitrine');
});

test('the HTML form of an email has the same text, and nothing in it can become markup', () => {
  const message = {
    texts: textsIn('en'),
    brand: 'Vitrine',
    paragraphs: ['A <b>bold</b> claim & "quotes"'],
    code: '123456',
    antiPhishingCode: '<script>alert(1)</script>',
    request: { ip: '<img>', userAgent: '', atMs: 0 },
  };
  const html = mailHtml(message);
  expect(html).toContain('A &lt;b&gt;bold&lt;/b&gt; claim &amp; &quot;quotes&quot;');
  expect(html).toContain('>123456</p>');
  expect(html).not.toMatch(/<script|<img|<b>bold/);
  expect(mailText(message)).toContain('Unknown device');
});

test('an email in another language has its frame in that language, and an unknown language is English', async () => {
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';
  const texts = textsIn('de');
  const sent = await send(
    {
      ...signUpCodeMail('Vitrine', '123456')(texts),
      language: texts.language,
      request: { ip: '203.0.113.7', userAgent },
    },
    'ada@example.com',
  );
  expect(sent?.subject).toBe('123456 ist Ihr Bestätigungscode von Vitrine');
  expect(sent?.text).toContain('Ihr Anti-Phishing-Code: blueheron7');
  expect(sent?.text).toContain('Zeit und Gerät: 22.11.2026, 02:10 UTC · Chrome unter Windows · IP-Adresse 203.0.113.7');
  expect(textsIn('tlh').language).toBe('en');
  expect(
    mailHtml({ texts, brand: 'V', paragraphs: [], code: undefined, antiPhishingCode: '$&<', request: undefined }),
  ).toMatch(/<html lang="de">[\s\S]*Anti-Phishing-Code: <b[^>]*>\$&amp;&lt;<\/b>/);
});
