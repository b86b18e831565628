import { type Command, CommandBatch, Core, EventBuffer, systemOwners } from '@vitrine/core';
import { assetUnits, priceTicks, ratePpm, sizeLots, timeMs } from '@vitrine/money';
import { expect, test } from 'vitest';
import { closeFundPositions } from './close-fund-positions.ts';

const MARKET = 7;
const ALICE = 1_000;
const USDT = 2;

const exchangeRules = {
  tickLotUnits: assetUnits(1),
  lotUnits: assetUnits(1),
  minSizeLots: sizeLots(1),
  maxSizeLots: sizeLots(3),
  minNotionalUnits: assetUnits(1),
  maxNotionalUnits: assetUnits(1_000_000),
  maxOpenOrders: 100,
  maxLeverage: 20,
  maintenancePpm: ratePpm(10_000),
  riskLimitUnits: assetUnits(100_000),
  riskStepUnits: assetUnits(100_000),
  riskStepPpm: ratePpm(10_000),
  liquidationFeePpm: ratePpm(5_000),
  maxPositionLots: sizeLots(100),
  maxOpenInterestLots: sizeLots(1_000),
};

/** A core in which the fund has a long position of 5 lots, and Alice a short one, at a mark price of 1,000. */
function withFundPosition(bandPpm: number): { core: Core; apply: (command: Command) => void } {
  const core = new Core();
  const events = new EventBuffer();
  const apply = (command: Command) => {
    const batch = new CommandBatch();
    batch.push(command);
    events.clear();
    core.applyBatch(batch, timeMs(1_700_000_000_000), events);
    expect(events.eventsOf(0)).not.toContainEqual(expect.objectContaining({ kind: 'CommandRefused' }));
  };
  apply({ kind: 'ActivateRules', version: 5 });
  apply({ kind: 'RegisterAsset', asset: 1, code: 'BTC', scale: 8 });
  apply({ kind: 'RegisterAsset', asset: USDT, code: 'USDT', scale: 6 });
  const rules = { ...exchangeRules, bandPpm: ratePpm(bandPpm) };
  const markTicks = priceTicks(1_000);
  apply({ kind: 'ListPerpetual', market: MARKET, base: 1, quote: USDT, markTicks, status: 'open', ...rules });
  for (const owner of [ALICE, systemOwners.insurance])
    apply({
      kind: 'Transfer',
      by: 1,
      purpose: 'deposit',
      legs: [
        { owner: 1, wallet: 'spot', asset: USDT, units: assetUnits(-100_000) },
        { owner, wallet: 'future', asset: USDT, units: assetUnits(100_000) },
      ],
    });
  for (const lots of [3, 2])
    for (const [owner, side] of [
      [ALICE, 'sell'],
      [systemOwners.insurance, 'buy'],
    ] as const)
      apply({
        kind: 'PlaceOrder',
        owner,
        market: MARKET,
        side,
        type: 'limit',
        timeInForce: 'gtc',
        sizeLots: sizeLots(lots),
        priceTicks: markTicks,
      });
  return { core, apply };
}

/** The orders that the fund sends. */
async function sentBy(core: Core, isReliable = true): Promise<Command[]> {
  const sent: Command[] = [];
  await closeFundPositions({
    core: () => core,
    isMarkReliable: () => isReliable,
    submit: async (command) => void sent.push(command),
  });
  return sent;
}

test.each([
  [100_000, 995],
  [2_000, 998],
])('with a band of %i ppm, the fund sells a part of its long position at %i or better', async (bandPpm, limit) => {
  const { core, apply } = withFundPosition(bandPpm);
  const [order, ...others] = await sentBy(core);
  expect(others).toEqual([]);
  expect(order).toMatchObject({
    owner: systemOwners.insurance,
    side: 'sell',
    priceTicks: limit,
    sizeLots: 3,
    reduceOnly: true,
  });
  // The core accepts the order.
  if (order !== undefined) apply(order);
});

test('the fund sends nothing while the mark price is unreliable or the market is not open', async () => {
  const { core, apply } = withFundPosition(100_000);
  expect(await sentBy(core, false)).toEqual([]);
  apply({ kind: 'SetMarketStatus', market: MARKET, status: 'cancel_only' });
  expect(await sentBy(core)).toEqual([]);
});
