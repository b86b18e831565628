import { CommandBatch, Core, EventBuffer } from '@vitrine/core';
import { priceTicks, sizeLots, timeMs } from '@vitrine/money';
import { expect, test } from 'vitest';
import { Instruments } from '../kit/instruments.ts';
import { BTC_USDT, setupCommands } from '../projections/testing/seeded-flow.ts';
import type { TopicMessage } from './hub/topic-message.ts';
import { webEncoder } from './web-encoder.ts';

test('public updates begin with their type, by which the page’s stream-batch.ts merges updates of books', () => {
  const core = new Core();
  const batch = new CommandBatch();
  for (const command of setupCommands(1)) batch.push(command);
  core.applyBatch(batch, timeMs(1), new EventBuffer());
  const instruments = new Instruments(() => core);
  const instrument = instruments.byMarket(BTC_USDT);
  const encode = webEncoder(instruments);
  // The header of a frame with a short text is two bytes long.
  const textOf = (message: TopicMessage) => encode(message)[0]?.subarray(2).toString();
  const trade = {
    trade: 1,
    takerSide: 'buy',
    priceTicks: priceTicks(10_000),
    sizeLots: sizeLots(3),
    timeMs: timeMs(1),
  } as const;
  expect(textOf({ kind: 'book', instrument, from: 1, to: 2, bids: [], asks: [] })).toBe(
    '{"type":"book","name":"BTCUSDT","from":1,"to":2,"bids":[],"asks":[]}',
  );
  expect(textOf({ kind: 'book_snapshot', instrument, number: 2, bids: [], asks: [] })).toMatch(
    /^\{"type":"book_snapshot",/,
  );
  expect(encode({ kind: 'trades', instrument, trades: [trade] }).toString()).toContain('{"type":"trades",');
  expect(textOf({ kind: 'tickers', tickers: [] })).toMatch(/^\{"type":"tickers",/);
  expect(textOf({ kind: 'futures', markets: [] })).toMatch(/^\{"type":"futures",/);
});
