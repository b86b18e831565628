import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { openServerLog } from './server-log.ts';

interface Line {
  readonly level: number;
  readonly time: number;
  readonly msg: string;
  readonly repeated?: number;
  readonly requestId?: string;
}

let written: Line[] = [];
beforeEach(() => {
  written = [];
});
const open = () => openServerLog('info', { write: (text) => written.push(JSON.parse(text)) });

test('a repeated error is logged immediately, then once a second with the number of repetitions', async () => {
  const log = open();
  const err = new Error('the pool is exhausted');
  for (let i = 0; i < 1_000; i += 1) log.error({ err, requestId: `${i}` }, 'session lookup failed');
  expect(written).toMatchObject([{ level: 50, msg: 'session lookup failed', requestId: '0' }]);
  await sleep(1_200);
  expect(written[1]).toMatchObject({ msg: 'session lookup failed', repeated: 999, requestId: '999' });
  await sleep(1_000);
  expect(written).toHaveLength(2);
  log.error({ err }, 'session lookup failed');
  expect(written).toHaveLength(3);
});

test('log lines with a different message, error or level, and those below a warning, are written immediately', () => {
  const log = open();
  log.error({ err: new Error('one') }, 'request failed');
  log.error({ err: new Error('two') }, 'request failed');
  log.warn({ err: new Error('two') }, 'request failed');
  log.warn('the disk is almost full');
  log.info('snapshot written');
  log.info('snapshot written');
  expect(written).toHaveLength(6);
});

test('a log line has its time in milliseconds since the Unix epoch', () => {
  const before = Date.now();
  open().info('snapshot written');
  expect(written[0]?.time).toBeGreaterThanOrEqual(before);
  expect(written[0]?.time).toBeLessThanOrEqual(Date.now());
});

test('the values of a row that Postgres repeats in an error are not logged', () => {
  const err = Object.assign(new Error('duplicate key value violates unique constraint "person_email"'), {
    code: '23505',
    detail: 'Key (email)=(ada@example.com) already exists.',
    where: 'COPY person, line 1: "ada@example.com"',
  });
  open().error({ err }, 'request failed');
  expect(written[0]).toMatchObject({ err: { type: 'Error', code: '23505', message: err.message, stack: err.stack } });
  expect(JSON.stringify(written)).not.toContain('ada@example.com');
});
