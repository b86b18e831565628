import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OkxMarket } from './okx-market.ts';

/** Responses in the format that OKX documents. */
const ticker = {
  instType: 'SWAP',
  instId: 'BTC-USD-SWAP',
  last: '66461.5',
  lastSz: '1',
  open24h: '65000',
  high24h: '67000.1',
  low24h: '64000',
  vol24h: '2222222',
  volCcy24h: '3333.25',
  ts: '1796005163751',
};
const trade = {
  instId: 'BTC-USDT',
  side: 'sell',
  sz: '0.00001',
  px: '66460.1',
  tradeId: '242720720',
  ts: '1796005163000',
};
const book = {
  asks: [['66460.2', '0.6', '0', '4']],
  bids: [['66460.1', '1.2', '0', '2']],
  ts: '1796005163700',
};

let answers: Record<string, unknown>;
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  const call = /market\/(\w+)\?/.exec(request.url ?? '')?.[1] ?? '';
  const answer = answers[call];
  if (typeof answer === 'string') response.end(answer);
  else response.end(JSON.stringify({ code: '0', msg: '', data: answer }));
});
let market: OkxMarket;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
beforeEach(() => {
  asked.length = 0;
  answers = { ticker: [ticker], trades: [trade], books: [book] };
  market = new OkxMarket(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

test('the figures are those of the swap and of the spot pair, requested once for all callers', async () => {
  const [first, second] = await Promise.all([market.view('BTC'), market.view('BTC')]);
  expect(first).toEqual({
    ticker: {
      instrument: 'BTC-USD-SWAP',
      last: '66461.5',
      open24h: '65000',
      high24h: '67000.1',
      low24h: '64000',
      volume24h: '2222222',
      coinVolume24h: '3333.25',
      atMs: 1_796_005_163_751,
    },
    trades: [{ id: '242720720', side: 'sell', price: '66460.1', size: '0.00001', atMs: 1_796_005_163_000 }],
    book: { bids: [['66460.1', '1.2']], asks: [['66460.2', '0.6']], atMs: 1_796_005_163_700 },
  });
  expect(second).toBe(first);
  expect(asked.toSorted()).toEqual([
    '/api/v5/market/books?instId=BTC-USDT&sz=5',
    '/api/v5/market/ticker?instId=BTC-USD-SWAP',
    '/api/v5/market/trades?instId=BTC-USDT&limit=100',
  ]);
});

test('a coin without a swap has no ticker, and a coin that OKX does not trade has no figures at all', async () => {
  answers.ticker = JSON.stringify({ code: '51001', msg: "Instrument ID doesn't exist.", data: [] });
  expect((await market.view('NEAR'))?.ticker).toBeUndefined();
  answers = { ticker: [], trades: [], books: [] };
  expect(await market.view('NOPE')).toBeUndefined();
});

test.each([
  ['text that is not JSON', 'oops'],
  ['a response that is too long', JSON.stringify({ code: '0', data: ['x'.repeat(300_000)] })],
  ['numbers instead of texts', [{ ...ticker, last: 66_461.5 }]],
  ['a price with an exponent', [{ ...ticker, last: '1e9' }]],
  ['no time', [{ ...ticker, ts: undefined }]],
])('%s is not shown, and the rest is', async (_, answer) => {
  answers.ticker = answer;
  const view = await market.view('BTC');
  expect([view?.ticker, view?.trades.length]).toEqual([undefined, 1]);
});

test('a malformed trade or level is skipped', async () => {
  answers.trades = [trade, { ...trade, side: 'none' }, { ...trade, sz: '<b>' }, null];
  answers.books = [{ ...book, asks: [['66460.2', 1]] }];
  const view = await market.view('BTC');
  expect([view?.trades.length, view?.book]).toEqual([1, undefined]);
});
