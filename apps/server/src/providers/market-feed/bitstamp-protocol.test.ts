import { expect, test } from 'vitest';
import { bitstampProtocol } from './bitstamp-protocol.ts';

const CHANNEL = 'order_book_btcusdt';
const bids = [
  ['77188', '0.41122'],
  ['77183', '0.32386'],
];
const asks = [
  ['77189', '0.25'],
  ['77201', '0.5'],
];
const row = { timestamp: '1789457617', microtimestamp: '1789457617906487', bids, asks };
const book = (changes: object = {}, channel = CHANNEL) =>
  JSON.stringify({ data: { ...row, ...changes }, channel, event: 'data' });

function following(depth = 1_000) {
  const session = bitstampProtocol.open(() => depth);
  session.subscribe('BTC-USDT');
  return session;
}

test('requests have the documented format and are shorter than 512 bytes', () => {
  const session = following();
  const data = { channel: CHANNEL };
  expect(JSON.parse(session.subscribe('BTC-USDT'))).toEqual({ event: 'bts:subscribe', data });
  expect(JSON.parse(session.unsubscribe('BTC-USDT'))).toEqual({ event: 'bts:unsubscribe', data });
  expect(JSON.parse(bitstampProtocol.ping)).toEqual({ event: 'bts:heartbeat' });
});

test('each message is a whole book', () => {
  const session = following();
  const prices = { kind: 'prices', pair: 'BTC-USDT', sourceMs: 1_789_457_617_906 };
  expect(session.read(book())).toEqual({ ...prices, bid: 77_188, ask: 77_189 });
  expect(session.read(book({ bids: [['77000', '1']], asks: [['77001', '1']] }))).toEqual({
    ...prices,
    bid: 77_000,
    ask: 77_001,
  });
});

test('a book that is too thin, or crossed for a moment, gives no price until the next message', () => {
  const thin = { kind: 'thin', pair: 'BTC-USDT' };
  const worthless = bitstampProtocol.open(() => undefined);
  worthless.subscribe('BTC-USDT');
  expect(following(1_000_000).read(book())).toEqual(thin);
  expect(worthless.read(book())).toEqual(thin);
  const session = following();
  expect(session.read(book({ asks: [['77187', '1']] }))).toEqual(thin);
  expect(session.read(book({ bids: [] }))).toEqual(thin);
  expect(session.read(book())).toMatchObject({ kind: 'prices' });
});

test.each([
  ['a price is a JSON number', { bids: [[77188, '1']] }],
  ['a price is negative', { bids: [['-1', '1']] }],
  ['a side is missing', { asks: undefined }],
  ['a side is too long', { asks: Array.from({ length: 801 }, () => ['1', '1']) }],
  ['there is no time', { microtimestamp: undefined }],
  ['the time is in milliseconds', { microtimestamp: '1789457617906' }],
])('a pair is lost until it is subscribed again if %s', (_, changes) => {
  const session = following();
  expect(session.read(book(changes))).toEqual({ kind: 'lost', pair: 'BTC-USDT', why: 'malformed' });
  expect(session.read(book())).toEqual({ kind: 'nothing' });
  session.subscribe('BTC-USDT');
  expect(session.read(book())).toMatchObject({ kind: 'prices' });
});

test.each([
  ['{"event":"bts:subscription_succeeded","channel":"order_book_btcusdt","data":{}}', 'nothing'],
  ['{"event":"bts:unsubscription_succeeded","channel":"order_book_btcusdt","data":{}}', 'nothing'],
  ['{"event":"bts:heartbeat","channel":"","data":{"status":"success"}}', 'nothing'],
  ['{"event":"bts:error","channel":"","data":{"code":null,"message":"Bad subscription string."}}', 'nothing'],
  ['{"event":"bts:request_reconnect","channel":"","data":null}', 'ended'],
  [book({}, 'order_book_ethusdt'), 'malformed'],
  ['{"event":"trade","channel":"live_trades_btcusdt","data":{}}', 'malformed'],
  ['[]', 'malformed'],
  ['not JSON', 'malformed'],
])('%s is read as %s', (text, kind) => {
  expect(following().read(text).kind).toBe(kind);
});
