import { describe, expect, test } from 'vitest';
import { krakenProtocol } from './kraken-protocol.ts';
import { KrakenBookWriter } from './testing/kraken-books.ts';

const AT = Date.parse('2023-09-25T09:04:31.742Z');
const writer = new KrakenBookWriter('ALGO/USDT');
const snapshot = writer.snapshot(100);
const update = writer.update(101, AT);

function subscribed() {
  const session = krakenProtocol.open(() => 10_000);
  session.subscribe('ALGO-USDT');
  return session;
}
function following() {
  const session = subscribed();
  session.read(snapshot);
  return session;
}

test('a subscription requests a book of 100 levels', () => {
  const session = krakenProtocol.open(() => 10_000);
  const params = { channel: 'book', symbol: ['BTC/USDT'], depth: 100 };
  expect(JSON.parse(session.subscribe('BTC-USDT'))).toEqual({
    method: 'subscribe',
    params: { ...params, snapshot: true },
  });
  expect(JSON.parse(session.unsubscribe('BTC-USDT'))).toEqual({ method: 'unsubscribe', params });
});

test('a snapshot without a time gives no price; its updates give prices and their time', () => {
  const session = subscribed();
  const prices = { kind: 'prices', pair: 'ALGO-USDT' };
  expect(session.read(update)).toEqual({ kind: 'nothing' });
  expect(session.read(snapshot)).toEqual({ kind: 'nothing' });
  expect(session.read(update)).toEqual({ ...prices, bid: 100.9, ask: 101.1, sourceMs: AT });
});

describe('a book is lost until its next snapshot', () => {
  test.each([
    ['its checksum is wrong', update.replace(/"checksum":\d+/, '"checksum":7'), 'checksum'],
    ['a size has other digits', update.replace('900.00000000', '900.0000000'), 'checksum'],
    ['there is no checksum', update.replace(/"checksum":\d+,/, ''), 'malformed'],
    ['a price is no decimal', update.replace('101.1', '1e2'), 'malformed'],
    ['a price is negative', update.replace('101.1', '-101.1'), 'malformed'],
    ['a side is missing', update.replace('"bids"', '"bid"'), 'malformed'],
    ['an update has no time', update.replace('timestamp', 'time'), 'malformed'],
    ['its type is unknown', update.replace('update', 'change'), 'malformed'],
  ])('if %s', (_, text, why) => {
    const session = following();
    expect(session.read(text)).toEqual({ kind: 'lost', pair: 'ALGO-USDT', why });
    expect(session.read(update)).toEqual({ kind: 'nothing' });
    session.subscribe('ALGO-USDT');
    expect(session.read(snapshot)).toEqual({ kind: 'nothing' });
    expect(session.read(update)).toMatchObject({ kind: 'prices', bid: 100.9 });
  });
});

test('no price is used while Kraken is not online', () => {
  const status = (system: string) => `{"channel":"status","type":"update","data":[{"system":"${system}"}]}`;
  for (const system of ['maintenance', 'cancel_only', 'post_only', 'limit_only']) {
    const session = following();
    expect(session.read(status(system))).toEqual({ kind: 'halted' });
    expect(session.read(update)).toEqual({ kind: 'nothing' });
    expect(session.read(status('online'))).toEqual({ kind: 'nothing' });
    expect(session.read(writer.update(101, AT))).toMatchObject({ kind: 'prices', bid: 100.9 });
  }
  expect(following().read('{"channel":"status","type":"update","data":[]}')).toEqual({ kind: 'halted' });
});

test.each([
  ['{"channel":"heartbeat"}', 'nothing'],
  ['{"channel":"status","type":"update","data":[{"system":"online","api_version":"v2"}]}', 'nothing'],
  ['{"method":"pong","req_id":101,"time_in":"2023-09-24T14:10:23.799685Z"}', 'nothing'],
  [
    '{"method":"subscribe","success":false,"error":"Currency pair not supported NO/USDT","symbol":"NO/USDT"}',
    'nothing',
  ],
  [update.replace('ALGO', 'BTC'), 'malformed'],
  ['{"channel":"ticker","type":"update","data":[{"symbol":"ALGO/USDT","bid":1,"ask":2}]}', 'malformed'],
  ['{"channel":"book","type":"update","data":[]}', 'malformed'],
  ['<html>', 'malformed'],
])('%s is read as %s', (text, kind) => {
  expect(following().read(text).kind).toBe(kind);
});

test('a pair that Kraken does not trade is unknown', () => {
  const session = krakenProtocol.open(() => 10_000);
  session.subscribe('NOPE-USDT');
  const refusal = { method: 'subscribe', success: false, error: 'Currency pair not supported', symbol: 'NOPE/USDT' };
  expect(session.read(JSON.stringify(refusal))).toEqual({
    kind: 'states',
    states: new Map([['NOPE-USDT', 'unknown']]),
  });
  expect(session.read(JSON.stringify({ ...refusal, symbol: 'ETH/USDT' }))).toEqual({ kind: 'nothing' });
});

test('a snapshot with a time gives a price at once', () => {
  const timed = snapshot.replace(/}]}$/, `,"timestamp":"${new Date(AT).toISOString()}"}]}`);
  expect(subscribed().read(timed)).toMatchObject({ kind: 'prices', bid: 99.9, sourceMs: AT });
});
