import { expect, test } from 'vitest';
import { krakenProtocol } from './kraken-protocol.ts';

// The example of the channel `ticker` in Kraken's documentation, for a pair in USDT.
const row = {
  symbol: 'ALGO/USDT',
  bid: 0.10025,
  bid_qty: 740.0,
  ask: 0.10036,
  ask_qty: 1361.44813783,
  last: 0.10035,
  volume: 997038.98383185,
  vwap: 0.10148,
  low: 0.09979,
  high: 0.10285,
  change: -0.00017,
  change_pct: -0.17,
  timestamp: '2023-09-25T09:04:31.742648Z',
};
const ticker = (changes: object = {}, type = 'update') =>
  JSON.stringify({ channel: 'ticker', type, data: [{ ...row, ...changes }] });

function subscribed() {
  const session = krakenProtocol.open();
  session.subscribe('ALGO-USDT');
  return session;
}

test('requests ask for a message on each change of the best prices', () => {
  expect(JSON.parse(krakenProtocol.open().subscribe('BTC-USDT'))).toEqual({
    method: 'subscribe',
    params: { channel: 'ticker', symbol: ['BTC/USDT'], event_trigger: 'bbo', snapshot: true },
  });
});

test('snapshots and updates give the best prices and their time', () => {
  const prices = { kind: 'prices', pair: 'ALGO-USDT', bid: 0.10025, ask: 0.10036, sourceMs: 1_695_632_671_742 };
  expect(subscribed().read(ticker({}, 'snapshot'))).toEqual(prices);
  expect(subscribed().read(ticker())).toEqual(prices);
  expect(subscribed().read(ticker({ bid: '0.1', timestamp: 'yesterday' }))).toMatchObject({
    bid: Number.NaN,
    sourceMs: Number.NaN,
  });
});

test.each([
  ['{"channel":"heartbeat"}', 'nothing'],
  ['{"channel":"status","type":"update","data":[{"system":"online","api_version":"v2"}]}', 'nothing'],
  ['{"method":"pong","req_id":101,"time_in":"2023-09-24T14:10:23.799685Z"}', 'nothing'],
  [
    '{"method":"subscribe","success":false,"error":"Currency pair not supported NO/USDT","symbol":"NO/USDT"}',
    'nothing',
  ],
  [ticker({ symbol: 'BTC/USDT' }), 'malformed'],
  [ticker({ timestamp: 5 }), 'malformed'],
  ['{"channel":"ticker","type":"update","data":[]}', 'malformed'],
  ['<html>', 'malformed'],
])('%s is read as %s', (text, kind) => {
  expect(subscribed().read(text).kind).toBe(kind);
});
