import { describe, expect, test } from 'vitest';
import { okxProtocol } from './okx-protocol.ts';

// The example of the channel `books` in OKX's documentation. The example lists only some levels of the book, so its
// checksum, which covers all levels, is replaced by 0, as OKX has sent since June 2026.
const asks = [
  ['8476.98', '415', '0', '13'],
  ['8477', '7', '0', '2'],
  ['8477.34', '85', '0', '1'],
];
const bids = [
  ['8476.97', '256', '0', '12'],
  ['8475.55', '101', '0', '1'],
  ['8475.54', '100', '0', '1'],
];
const message = (action: string, row: object, instId = 'BTC-USDT') =>
  JSON.stringify({ arg: { channel: 'books', instId }, action, data: [row] });
const ts = '1597026383085';
const snapshot = message('snapshot', { asks, bids, ts, checksum: 0, prevSeqId: -1, seqId: 123456 });
const update = (row: object) =>
  message('update', { asks: [], bids: [], ts, checksum: 0, prevSeqId: 123456, seqId: 123457, ...row });

const instruments = (state: string, instId = 'BTC-USDT') =>
  JSON.stringify({ arg: { channel: 'instruments', instType: 'SPOT' }, data: [{ instType: 'SPOT', instId, state }] });
const opened = () => okxProtocol.open(() => 10_000);

function subscribed() {
  const session = opened();
  session.subscribe('BTC-USDT');
  session.read(instruments('live'));
  return session;
}
function following() {
  const session = subscribed();
  session.read(snapshot);
  return session;
}

test('requests have the documented format', () => {
  const session = opened();
  const args = [{ channel: 'books', instId: 'BTC-USDT' }];
  expect(JSON.parse(session.subscribe('BTC-USDT'))).toEqual({ op: 'subscribe', args });
  expect(JSON.parse(session.unsubscribe('BTC-USDT'))).toEqual({ op: 'unsubscribe', args });
  expect(okxProtocol.ping).toBe('ping');
  expect(session.opening?.map((text) => JSON.parse(text))).toEqual([
    { op: 'subscribe', args: [{ channel: 'instruments', instType: 'SPOT' }] },
  ]);
});

describe('the state of an instrument', () => {
  test.each(['suspend', 'preopen', 'test', 'rebase'])('a pair in state %s has no price until it is live', (state) => {
    const session = following();
    expect(session.read(instruments(state))).toEqual({ kind: 'states', states: new Map([['BTC-USDT', 'suspended']]) });
    expect(session.read(update({}))).toEqual({ kind: 'nothing' });
    session.read(instruments('live'));
    expect(session.reread?.('BTC-USDT')).toMatchObject({ kind: 'prices', bid: 8_476.97 });
    const next = update({ bids: [['8476.97', '9', '0', '1']], prevSeqId: 123457, seqId: 123458 });
    expect(session.read(next)).toMatchObject({ kind: 'prices' });
  });

  test('a book has no price until OKX has sent the state of its pair', () => {
    const session = opened();
    session.subscribe('BTC-USDT');
    expect(session.read(snapshot)).toEqual({ kind: 'nothing' });
    expect(session.read(instruments('live', 'ETH-USDT'))).toEqual({ kind: 'states', states: new Map() });
    expect(session.reread?.('BTC-USDT')).toEqual({ kind: 'nothing' });
  });

  test('a pair that OKX does not trade is unknown', () => {
    const session = opened();
    session.subscribe('NOPE-USDT');
    const msg = "Wrong URL or channel:books,instId:NOPE-USDT doesn't exist. Please use the correct URL.";
    const error = { event: 'error', code: '60018', msg, connId: 'a4d3ae55' };
    expect(session.read(JSON.stringify(error))).toEqual({
      kind: 'states',
      states: new Map([['NOPE-USDT', 'unknown']]),
    });
  });

  test('a list without states is malformed', () => {
    expect(opened().read(instruments('live').replace('state', 'status'))).toEqual({ kind: 'malformed' });
    expect(opened().read(instruments('live').replace(/\[.*\]/, '{}'))).toEqual({ kind: 'malformed' });
  });
});

test('a snapshot and the updates that continue it give the best prices', () => {
  const session = subscribed();
  const prices = { kind: 'prices', pair: 'BTC-USDT', sourceMs: 1_597_026_383_085 };
  expect(session.read(snapshot)).toEqual({ ...prices, bid: 8_476.97, ask: 8_476.98 });
  const removing = update({ asks: [['8476.98', '0', '0', '0']], bids: [['8476.99', '2', '0', '1']] });
  expect(session.read(removing)).toEqual({ ...prices, bid: 8_476.99, ask: 8_477 });
  // Numbering restarts after maintenance.
  const sized = (size: string, row: object) => update({ ...row, bids: [['8476.99', size, '0', '1']] });
  expect(session.read(sized('3', { prevSeqId: 123457, seqId: 3 }))).toMatchObject({ kind: 'prices' });
  expect(session.read(sized('4', { prevSeqId: 3, seqId: 5 }))).toMatchObject({ kind: 'prices' });
});

test('an update that changes nothing continues the chain, but does not make the prices newer', () => {
  const session = following();
  const later = { ts: '1597026443085' };
  const same = { bids: [['8476.97', '256', '0', '12']], asks: [['8479', '0', '0', '0']] };
  expect(session.read(update(later))).toEqual({ kind: 'nothing' });
  expect(session.read(update({ ...later, ...same, prevSeqId: 123457 }))).toEqual({ kind: 'nothing' });
  expect(session.reread?.('BTC-USDT')).toMatchObject({ kind: 'prices', sourceMs: Number(ts) });
  const changing = update({ ...later, bids: [['8476.97', '1', '0', '1']], prevSeqId: 123457 });
  expect(session.read(changing)).toMatchObject({ kind: 'prices', sourceMs: Number(later.ts) });
  expect(session.read(update({ ...later, prevSeqId: 7 }))).toMatchObject({ kind: 'lost', why: 'gap' });
});

test('a refused request ends the connection only before the states of the pairs are known', () => {
  const error = '{"event":"error","code":"60013","msg":"Invalid args","connId":"a4d3ae55"}';
  expect(opened().read(error)).toMatchObject({ kind: 'ended' });
  const session = following();
  expect(session.read(error)).toEqual({ kind: 'malformed' });
  expect(session.read(update({ bids: [['8476.97', '1', '0', '1']] }))).toMatchObject({ kind: 'prices' });
});

describe('a book is lost until its next snapshot', () => {
  test.each([
    ['a message is missing', update({ prevSeqId: 123457, seqId: 123458 }), 'gap'],
    ['a message is repeated', update({ prevSeqId: 123450, seqId: 123456 }), 'gap'],
    ['an update has no predecessor', update({ prevSeqId: undefined }), 'gap'],
    ['a snapshot continues a chain', snapshot.replace('-1', '7'), 'gap'],
    ['the checksum is wrong', update({ checksum: -855196043 }), 'checksum'],
    ['a price is not a number', update({ bids: [['NaN', '1', '0', '1']] }), 'malformed'],
    ['a price is negative', update({ bids: [['-1', '1', '0', '1']] }), 'malformed'],
    ['a price has an exponent', update({ bids: [['1e9', '1', '0', '1']] }), 'malformed'],
    ['a price is a JSON number', update({ bids: [[8476, '1']] }), 'malformed'],
    ['a side is missing', update({ bids: undefined }), 'malformed'],
    ['there is no time', update({ ts: '' }), 'malformed'],
    ['there is no number', update({ seqId: '7' }), 'malformed'],
    ['a side is too long', update({ bids: Array.from({ length: 801 }, () => ['1', '1']) }), 'malformed'],
  ])('if %s', (_, text, why) => {
    const session = following();
    expect(session.read(text)).toEqual({ kind: 'lost', pair: 'BTC-USDT', why });
    expect(session.read(update({}))).toEqual({ kind: 'nothing' });
    session.unsubscribe('BTC-USDT');
    session.subscribe('BTC-USDT');
    expect(session.read(update({}))).toEqual({ kind: 'nothing' });
    expect(session.read(snapshot)).toMatchObject({ kind: 'prices', bid: 8_476.97 });
  });
});

test('a book with an empty side gives no price, and a crossed one gives prices that the quote board rejects', () => {
  expect(following().read(update({ bids: bids.map(([price]) => [price, '0', '0', '0']) }))).toEqual({
    kind: 'thin',
    pair: 'BTC-USDT',
  });
  expect(following().read(update({ bids: [['8477.1', '1', '0', '1']] }))).toMatchObject({
    bid: 8_477.1,
    ask: 8_476.98,
  });
});

test.each([
  ['pong', 'nothing'],
  ['{"event":"subscribe","arg":{"channel":"books","instId":"BTC-USDT"},"connId":"a4d3ae55"}', 'nothing'],
  ['{"event":"unsubscribe","arg":{"channel":"books","instId":"BTC-USDT"},"connId":"a4d3ae55"}', 'nothing'],
  ['{"event":"channel-conn-count","channel":"books","connCount":"2","connId":"a4d3ae55"}', 'nothing'],
  [
    `{"event":"error","code":"60018","msg":"Wrong URL or channel:books,instId:NO-USDT doesn't exist.","connId":"a"}`,
    'nothing',
  ],
  ['{"event":"error","code":"60014","msg":"Requests too frequent.","connId":"a4d3ae55"}', 'malformed'],
  [
    '{"event":"notice","code":"64008","msg":"The connection will soon be closed for a service upgrade. Please reconnect."}',
    'ended',
  ],
  ['{"event":"channel-conn-count-error","channel":"books","connCount":"30","connId":"a4d3ae55"}', 'ended'],
  ['{"event":"login","code":"0"}', 'malformed'],
  ['', 'malformed'],
  ['[]', 'malformed'],
  ['null', 'malformed'],
  ['{"arg":{"channel":"books","instId":"BTC-USDT"},"action":"update","data":[]}', 'malformed'],
  ['{"arg":{"channel":"tickers","instId":"BTC-USDT"},"data":[{"last":"1"}]}', 'malformed'],
  [snapshot.replace('BTC-USDT', 'ETH-USDT'), 'malformed'],
])('%s is read as %s', (text, kind) => {
  expect(following().read(text).kind).toBe(kind);
});
