import { endpoints } from '@vitrine/contract';
import { describe, expect, test } from 'vitest';
import { repositoryTexts } from './repository.ts';

const texts = repositoryTexts();
const security = texts.get('docs/security.md') ?? '';
const inventory = texts.get('docs/operating/inventory.md') ?? '';
const settings = (texts.get('docs/operating/settings.md') ?? '').replaceAll('\\<', '<');
const source = (path: string): string => texts.get(`apps/server/src/${path}`) ?? texts.get(path) ?? '';

const section = (page: string, heading: string): string =>
  page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\| ((?!--).+) \|$/gm)].slice(1).map(([, row = '']) => row.split(' | '));

const guesses = source('kit/attempt-limits.ts') + source('staff/sign-in/staff-sign-in.ts');

/** A limit in the code, in the notation of the page. */
function limitIn(text: string, name: string): string {
  const [, attempts, seconds] =
    new RegExp(`name: '${name}', attempts: (\\d+), windowSeconds: ([\\d_]+)`).exec(text) ?? [];
  const window = Number(seconds?.replace('_', ''));
  const length = { 3600: 'an hour', 86400: 'a day' }[window] ?? `in ${window / 60} minutes`;
  return `${attempts} ${length}`;
}

describe('what docs/security.md says about attacks', () => {
  const attacks = section(security, 'Limits against attacks');

  const rows: Readonly<Record<string, string>> = {
    sign_in: 'passwords for one email address or phone number',
    sign_in_address: 'sign-ins from one address',
    account_check: 'checks of whether an account exists',
    send_code: 'emails with a sign-up code',
    reset_code: 'tries of password reset codes',
    code: 'tries of codes of one account for one purpose',
    second_factor: 'tries of second factors of one account',
    transaction_password: 'tries of the transaction password',
    account_password: 'tries of the transaction password, and of the account password',
    new_password: 'new passwords of one client',
    recovery_codes: 'sets of recovery codes',
    account_mails: 'emails about one kind of change',
    new_device_mails: 'emails about sign-ins from new devices',
    send_sms: 'text messages',
    staff_password: 'staff: passwords',
    staff_address: 'staff: sign-ins from one address',
    staff_code: 'staff: codes tried for one account',
    staff_own_password: 'staff: tries of the current password',
    visitor_request: 'messages to support without signing in',
    visitor_chat: 'conversations with support without signing in',
  };

  const visitors = source('support/visitors/visitor-requests.ts') + source('support/visitors/visitor-chats.ts');

  test.each(Object.entries(rows))('the limit %s equals the one in the code', (name, what) => {
    const row = rowsOf(attacks).find(([first = '']) => first.startsWith(what));
    expect(row?.[1]).toContain(limitIn(guesses + visitors, name));
  });

  test('no limit on guesses is missing', () => {
    const names = [...guesses.matchAll(/name: '(\w+)', attempts/g)].map(([, name = '']) => name);
    // Limits without a row of their own: they are part of another limit's row, and the tests below compare them.
    const further = ['reset_mails', 'reset_mails_address', 'send_sms_address', 'send_sms_total', 'staff_account'];
    expect(names.length).toBeGreaterThan(12);
    expect(names.filter((name) => !(name in rows) && !further.includes(name))).toEqual([]);
  });

  test.each([
    ['5 tries, 10 minutes, one purpose', 'auth/codes/codes.ts', 'LIFE_MINUTES = 10;\nconst MAX_TRIES = 5;'],
    [
      '60 emails, 300 tries, a day',
      'kit/attempt-limits.ts',
      "name: 'reset_mails', attempts: 60, windowSeconds: 86_400",
    ],
    [
      '15 a day from one address',
      'kit/attempt-limits.ts',
      "name: 'reset_mails_address', attempts: 15, windowSeconds: 86_400",
    ],
    ['150 an hour for one mailbox', 'kit/attempt-limits.ts', "name: 'send_code', attempts: 5, windowSeconds: 600"],
    ['50 for one account from anywhere', 'staff/sign-in/staff-sign-in.ts', "name: 'staff_account', attempts: 50"],
    ['50 at once', 'kit/password-line.ts', 'MOST_WAITING = 50;'],
    ['4 from one address', 'http/visitor-queue.ts', 'MOST_PER_ADDRESS = 4;'],
    [
      'two at once per client, or one while 25 are waiting',
      'kit/password-line.ts',
      'this.#lanes[0].size < MOST_WAITING / 2 ?',
    ],
    [
      'if 50 are waiting, that of the most frequent caller',
      'kit/password-line.ts',
      'lane.size >= MOST_WAITING && !this.#recent.makeRoom(',
    ],
    ['a burst of 40, then 1 a second', 'kit/password-line.ts', 'PACE = { perSecond: 1, burst: 40 };'],
    ['3 a second from one address', 'wiring/settings/settings.ts', "'RATE_SIGN_INS', production ? 3 :"],
    ['20 per IP address', 'kit/attempt-limits.ts', "name: 'send_sms_address', attempts: 20"],
    ['100 per country', 'wiring/settings/settings.ts', "'SMS_PER_COUNTRY', 100,"],
    ['300 in total', 'kit/attempt-limits.ts', "name: 'send_sms_total', attempts: 300"],
    ['5 a day for one email address', 'support/visitors/visitor-requests.ts', 'attempts: 5, windowSeconds: 86_400'],
    ['While 2,000 messages of visitors are waiting', 'support/visitors/visitor-requests.ts', 'MOST_OPEN = 2_000;'],
    ['with 60 messages an hour', 'support/visitors/visitor-chats.ts', 'attempts: 60, windowSeconds: 3_600'],
    ['30 days after the last message', 'support/visitors/visitor-chats.ts', 'KEPT_DAYS = 30;'],
    ['While 2,000 of them wait', 'support/visitors/visitor-chats.ts', 'MOST_WAITING = 2_000;'],
    ['60 s of decoding, refilled by 2 s a minute', 'files/pictures.ts', 'DECODING = { perSecond: 1 / 30, burst: 60 };'],
    ['If eight are waiting, that of the sender with the smallest', 'files/pictures.ts', 'MOST_WAITING = 8;'],
    ['30 forms an hour', 'kyc/kyc.ts', "name: 'kyc_upload', attempts: 30, windowSeconds: 3_600"],
    ['10 photos a day', 'kyc/kyc.ts', "name: 'kyc_photo', attempts: 10, windowSeconds: 86_400"],
    ['12 a minute', 'wiring/settings/settings.ts', "'RATE_FILES', 12,"],
    ['16 from all clients', 'http/file-places.ts', 'clients: 16,'],
    ['four times the limits of one address', 'kit/by-address.ts', 'SITE_ALLOWANCES = 4;'],
    ['20 a second, regardless of its other requests', 'http/request-rates.ts', 'PROBES_PER_ADDRESS_PER_SECOND = 20;'],
    ['50 waiting from one address and from one client', 'http/log-position.ts', 'MOST_OF_ONE = 50;'],
    ['1,000 for each data source', 'http/log-position.ts', 'MOST_WAITING = 1_000;'],
    ['each counts as ten console requests', 'staff/http/staff-guard.ts', 'VAIN_LOOKUP_COST);'],
    ['each counts as ten requests', 'http/request-rates.ts', 'VAIN_LOOKUP_COST = 10;'],
    ['25 a second from all addresses', 'payments/http/payment-calls.ts', 'MESSAGES = { perSecond: 25,'],
    ['8 files at once', 'http/file-places.ts', 'MOST_PER_SITE = 8;'],
    ['a profit calculation as twenty', 'http/client-reads.ts', 'ITEMS_PER_PROFITS = 1_000;'],
    ['the list of sessions as eight', 'http/client-reads.ts', 'sessions: 100 * ITEMS_PER_ROW,'],
    [
      'counts as ten requests, checked before the result of the first',
      'http/client-reads.ts',
      'ITEMS_PER_FILTER = 500;',
    ],
    ['| each call counts as five requests', 'http/client-reads.ts', 'clientMargin: 250,'],
    [
      'or adding or removing a favorite, counts as five requests',
      'http/client-reads.ts',
      'ITEMS_PER_PREFERENCES = 250;',
    ],
    ['every 2 kB of a change counts as one', 'http/request-rates.ts', 'BYTES_PER_ITEM = 40;'],
    ['20 pages or 100 outcomes may be running or queued', 'http/client-reads.ts', 'MOST_PAGES_OF_ONE = 20;'],
    ['20 pages or 100 outcomes may be running or queued', 'http/client-reads.ts', 'MOST_OUTCOMES_OF_ONE = 100;'],
    ['4 at once and 500 waiting in the client', 'http/client-reads.ts', 'READS_OF_ONE = 4;'],
    ['4 at once and 500 waiting in the client', 'http/client-reads.ts', 'MOST_READS_WAITING = 500;'],
    [
      '2 searches and 2 profit calculations at once across all clients',
      'http/client-reads.ts',
      'SEARCHES_AT_ONCE = 2;',
    ],
    ['2 searches and 2 profit calculations at once across all clients', 'http/client-reads.ts', 'PROFITS_AT_ONCE = 2;'],
    ['1,000 of each queued', 'http/client-reads.ts', 'MOST_WAITING = 1_000;'],
    ['a list of pairs with favorites as two', 'http/client-reads.ts', 'ITEMS_PER_STARS = 100;'],
    ['at most 64 parameters and 100 header lines', 'http/query.ts', 'MOST_PARAMETERS = 64;'],
    ['at most 64 parameters and 100 header lines', 'http/app.ts', 'MOST_HEADERS = 100;'],
    ['200 attempts of one kind', 'kit/attempt-limits.ts', 'MOST_COUNTED_AT_ONCE = 200;'],
    ['two at once across all clients', 'wallet/open.ts', '{ atOnce: 2, restTimes: 3, mostWaiting: 200'],
    ['one running and three queued per client', 'wallet/open.ts', 'mostWaitingOfOne: 3'],
    ['10 seconds at most', 'kit/turn-line.ts', 'MOST_REST_MS = 10_000;'],
    ['four at once across all senders', 'support/conversations/attachments.ts', '{ atOnce: 4, mostWaiting: 50 }'],
    ['eight at once across all clients', 'payments/purchases.ts', '{ atOnce: 8, mostWaiting: 100 }'],
    ['64 from one address, 30 signed in', 'stream/stream-limits.ts', 'connectionsPerClient: 30,'],
    ['500 across all connections from one address', 'stream/stream-limits.ts', 'topicsPerAddress: 500,'],
    ['16 fragments per message', 'stream/stream.ts', 'MOST_FRAGMENTS = 16;'],
    ['300 between two of our pings', 'stream/stream-limits.ts', 'requestsPerPing: 300,'],
    ['20 pings and pongs in 30 seconds', 'stream/console-stream.ts', 'CONTROL_FRAMES_PER_CHECK = 20;'],
    ['12 from unverified clients', 'http/file-places.ts', 'unverified: 12,'],
    ['2 from one address', 'http/upload-guard.ts', 'MOST_PER_ADDRESS = 2;'],
    ['4 at once to one address', 'http/file-reads.ts', 'MOST_PER_ADDRESS = 4;'],
    [
      'An upload must average 50 kB a second after the first 10 seconds',
      'http/close-if-slow.ts',
      'LEAST_BYTES_PER_SECOND = 50_000;',
    ],
    ['10 drafts of each member', 'listing/listing-drafts.ts', 'MOST_DRAFTS = 10;'],
    ['one draft at a time', 'custody/withdrawals/requests.ts', 'MOST_DRAFTS = 1;'],
    ['100 confirmations running', 'custody/withdrawals/requests.ts', 'MOST_CONFIRMATIONS = 100;'],
    [
      '50 on-chain withdrawals and 1,000 internal transfers in 24 hours',
      'custody/withdrawals/unfinished.ts',
      'MOST_A_DAY = { network: 50, internal: 1_000 }',
    ],
    ['10 unfinished on-chain withdrawals at once', 'custody/withdrawals/unfinished.ts', 'MOST_UNFINISHED = 10;'],
    ['After 3 failed payments', 'custody/withdrawals/unfinished.ts', 'MOST_FAILED = 3;'],
    ['given up after 10 attempts', 'custody/withdrawals/unfinished.ts', 'MOST_TRIES = 10;'],
    ['50 open at once', 'trading/convert/waiting-converts.ts', 'MOST_WAITING_CONVERTS = 50;'],
    ['1,000 in 24 hours', 'trading/convert/limit-converts.ts', 'MOST_A_DAY = 1_000;'],
    ['200 running at once', 'earn/stakes/subscribe.ts', 'MOST_STAKES = 200;'],
    ['and 200 in 24 hours', 'earn/stakes/subscribe.ts', 'MOST_A_DAY = 200;'],
    ['100 running at once, and 100 in 24 hours', 'earn/dual/subscribe-dual.ts', 'MOST_DUALS = 100;'],
    ['100 of a part in 24 hours', 'earn/stakes/redeem.ts', 'MOST_A_DAY = 100;'],
    ['20 that are not stopped', 'auto-invest/plans/refuse-terms.ts', 'MOST_PLANS = 20;'],
    ['50 new ones in 24 hours', 'auto-invest/plans/refuse-terms.ts', 'MOST_NEW_A_DAY = 50;'],
    ['at most 240 times in 24 hours', 'auto-invest/plans/refuse-terms.ts', 'MOST_PURCHASES_A_DAY = 240;'],
    ['at most 10% above the median', 'auto-invest/runs/appraise.ts', 'MOST_ABOVE_PPM = 100_000n;'],
    ['150,000 gas, or 400,000 for a token', 'packages/chains/src/evm/evm-chain.ts', 'own: 150_000n, token: 400_000n'],
    ['one line of 300 characters', 'packages/chains/src/node-http.ts', 'MOST_TEXT = 300;'],
  ])('“%s” is what %s does', (says, path, does) => {
    expect([attacks.includes(says), source(path).includes(does)]).toEqual([true, true]);
  });

  test('the limit of webhook messages of the payment provider is that of the contract', () => {
    const { perAddressPerSecond } = endpoints.paymentMessage;
    expect(attacks).toContain(`messages of the payment provider from one address | ${perAddressPerSecond} a second`);
  });

  test('the limit of reads of a visitor’s conversation is that of the contract', () => {
    const { perAddressPerSecond } = endpoints.visitorChat;
    expect(attacks).toContain(`support without signing in, from one address | ${perAddressPerSecond} a second`);
  });
});

test('sessions end when docs/security.md says', () => {
  const sessions = section(security, 'Sessions');
  for (const [says, path, does] of [
    ['4 hours without use (`SESSION_IDLE_HOURS`)', 'wiring/settings/settings.ts', "'SESSION_IDLE_HOURS', 4,"],
    ['12 hours regardless of use (`SESSION_HOURS`)', 'wiring/settings/settings.ts', "'SESSION_HOURS', 12,"],
    ['after 30 idle minutes', 'staff/sign-in/staff-session-store.ts', 'IDLE_MINUTES = 30;'],
    ['after 8 hours', 'staff/sign-in/staff-session-store.ts', 'AT_MOST_HOURS = 8;'],
  ] as const)
    expect([says, sessions.includes(says), source(path).includes(does)]).toEqual([says, true, true]);
});

test('every way to get a session has a row in docs/security.md, and all sessions are opened in one place', () => {
  const [, kinds = ''] = /type SignInMethod = (.+);/.exec(source('auth/codes/one-time-tokens.ts')) ?? [];
  const ways = rowsOf(section(security, 'Sign-in methods')).map(([way = '']) => way.toLowerCase());
  const methods = [...kinds.matchAll(/'(\w+)'/g)].map(([, method = '']) => method);
  expect(methods.length).toBeGreaterThan(3);
  for (const method of methods) expect(ways.filter((way) => way.includes(method))).not.toEqual([]);
  const openers = [...texts].filter(
    ([path, text]) => /^apps\/server\/src\/(?!.*(\.test\.|\/testing\/))/.test(path) && /sessions\.start\(/.test(text),
  );
  expect(openers.map(([path]) => path)).toEqual(['apps/server/src/auth/sign-in/sign-ins.ts']);
});

test('types, sizes and hourly numbers of files are those in the contract', () => {
  const [, row = ''] = /^\| V5\.1\.1 (.+)$/m.exec(security) ?? [];
  const { uploadAttachment: attachment, consoleUploadNewsPicture: picture, uploadKycPhoto: photo } = endpoints;
  const megabytes = (bytes: number) => `${Math.floor(bytes / 1e6)} MB`;
  expect(row).toContain(`Attachments: JPEG, PNG, WebP and PDF up to ${megabytes(attachment.file.mostBytes)}`);
  expect(row).toContain(`pictures of news: JPEG, PNG and WebP up to ${megabytes(picture.file.mostBytes)}`);
  expect(row).toContain(`icons of coins the same up to ${megabytes(endpoints.consoleUploadCoinIcon.file.mostBytes)}`);
  expect(attachment.summary).toContain('(JPEG, PNG, WebP or PDF)');
  expect(picture.summary).toContain('(JPEG, PNG or WebP)');
  const perHour = `| files uploaded by one client | ${photo.file.perHour} an hour of each kind`;
  expect(section(security, 'Limits against attacks')).toContain(perHour);
  expect(attachment.file.perHour).toBe(photo.file.perHour);
});

describe('docs/operating/inventory.md', () => {
  const names = [...settings.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);

  test('names every secret setting, and how to replace it', () => {
    const keys = section(inventory, 'Keys and secrets');
    const secrets = names.filter((name) => /SECRET|TOKEN|AUTHORIZATION|_KEY$|^DATABASE_\w*URL$|SMTP_URL/.test(name));
    expect(secrets.length).toBeGreaterThan(10);
    expect(secrets.filter((name) => !keys.includes(`\`${name}\``))).toEqual([]);
    for (const row of rowsOf(keys)) for (const cell of row.slice(0, 4)) expect(cell.trim(), row[0]).not.toBe('');
  });

  test('names every setting that configures a connection', () => {
    const connections = section(inventory, 'Connections');
    const addresses = names.filter((name) => /_URL$|_LISTEN$|_ISSUER$/.test(name));
    expect(addresses.length).toBeGreaterThan(10);
    expect(addresses.filter((name) => !connections.includes(`\`${name}\``))).toEqual([]);
  });

  test('states for each class of data where it is, what protects it and how long it is kept', () => {
    const rows = rowsOf(section(inventory, 'Sensitive data'));
    expect(rows.map(([name]) => name)).toEqual(['secret', 'identity', 'personal', 'money', 'public']);
    for (const row of rows) expect(row.filter((cell) => cell.trim().length > 2)).toHaveLength(5);
  });

  test('states for each log what it contains, where it is and who reads it; the tables it names exist', () => {
    const rows = rowsOf(section(inventory, 'Logs'));
    for (const row of rows) expect(row.filter((cell) => cell.trim() !== '')).toHaveLength(5);
    const tables = rows.flatMap(([, , , where = '']) => [...where.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
    expect(tables).toEqual(['security_event', 'audit_trail', 'log_batch']);
    const migrations = [...texts].filter(([path]) => path.endsWith('.sql')).map(([, text]) => text);
    const sources = [...migrations, texts.get('packages/sequencer/src/log-schema.ts') ?? ''].join('\n');
    for (const table of tables) expect(sources).toMatch(new RegExp(`create table (if not exists )?${table}\\b`));
  });

  test('states within how many days a vulnerability in a package is fixed', () => {
    const rows = rowsOf(section(inventory, 'Third-party packages'));
    const days = rows.map(([, within = '']) => Number(/^(\d+) days$/.exec(within)?.[1]));
    expect(rows.map(([finding = '']) => finding.split(/[ ,]/, 1)[0])).toEqual(['exploited', 'high', 'medium', 'low']);
    expect(days).toEqual(days.toSorted((one, other) => one - other));
    expect(days.every((count) => count > 0)).toBe(true);
  });

  test.each([
    ['a queue of 50 for visitors', 'http/visitor-queue.ts', 'this.#size >= MOST_WAITING ||'],
    ['4 from one address', 'http/visitor-queue.ts', 'MOST_PER_ADDRESS = 4;'],
    ['two at a time', 'auth/passwords/passwords.ts', 'Math.min(2, '],
    ['eight wait', 'files/pictures.ts', 'MOST_WAITING = 8;'],
    ['20 s each', 'files/pictures.ts', 'DECODE_WITHIN_MS = 20_000;'],
    ['50 megapixels', 'files/picture-faults.ts', 'MOST_MEGAPIXELS = 50;'],
    ['13 of progressive or interlaced ones', 'files/picture-faults.ts', 'MOST_HEAVY_MEGAPIXELS = 13;'],
    ['16 kB', 'http/app.ts', 'BODY_LIMIT_BYTES = 16 * 1024;'],
    [
      'preferences 64 kB and 4,096 structural characters',
      'packages/contract/src/endpoints/preferences.ts',
      'mostSigns: 4_096',
    ],
    ['256 structural characters', 'http/bodies.ts', 'MOST_SIGNS_USUALLY = 256;'],
    ['32 levels deep', 'kit/json-structure.ts', 'MOST_DEPTH = 32;'],
    ['statements time out after 10 s', 'wiring/database/database.ts', 'STATEMENT_MS = 10_000;'],
    ['2,000 in one response', 'projections/tables/market-data.ts', 'MAX_CANDLES = 2_000;'],
    ['every 50 count as one request', 'http/request-rates.ts', 'ITEMS_PER_REQUEST = 50;'],
    ['50 per client', 'trading/convert/waiting-converts.ts', 'MOST_WAITING_CONVERTS = 50;'],
  ])('costly work: “%s” is what %s does', (says, path, does) => {
    expect([section(inventory, 'Expensive work').includes(says), source(path).includes(does)]).toEqual([true, true]);
  });
});
