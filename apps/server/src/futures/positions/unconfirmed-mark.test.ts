import { assetUnits } from '@vitrine/money';
import { expect, test } from 'vitest';
import { KeyedMutex } from '../../kit/keyed-mutex.ts';
import { changeMargin } from './change-margin.ts';
import { setLeverage } from './set-leverage.ts';

const MARKET = 1_001;
const principal = { owner: 1_000, may: () => true, unlock: async () => {} };
const unconfirmed = { code: 'mark_price_unconfirmed' };

/** A client with a long position at leverage 5 in a market whose mark price is not confirmed. */
function servicesOf(sent: string[], isMarkReliable = () => false) {
  return {
    indexFeed: { isMarkReliable },
    leverageTurns: new KeyedMutex(),
    core: {
      position: 7,
      acceptanceOf: () => ({ position: 3, result: 0 }),
      leverages: () => ({ long: 5, short: 5 }),
      positions: () => [{ market: MARKET, position: 'long' }],
    },
    metrics: { acknowledged: () => {} },
    sequencer: {
      submit: async ({ kind }: { kind: string }) => {
        sent.push(kind);
        return { position: 8, events: [] };
      },
    },
  } as never;
}

const removal = { market: MARKET, position: 'long', change: 'remove', units: assetUnits(5) } as const;

test('margin is not removed if the mark price is no longer confirmed once the password has been compared', async () => {
  const sent: string[] = [];
  let isConfirmed = true;
  const unlock = async () => {
    isConfirmed = false;
  };
  const services = servicesOf(sent, () => isConfirmed);
  await expect(changeMargin(services, { ...principal, unlock }, removal)).rejects.toMatchObject(unconfirmed);
  expect([isConfirmed, sent]).toEqual([false, []]);
});

test('while the mark price is not confirmed, margin is not removed', async () => {
  const sent: string[] = [];
  await expect(changeMargin(servicesOf(sent), principal, removal)).rejects.toMatchObject(unconfirmed);
  expect(sent).toEqual([]);
});

test('while the mark price is not confirmed, the leverage of a position is not raised, but that of the other side is', async () => {
  const sent: string[] = [];
  const services = servicesOf(sent);
  const set = (position: 'long' | 'short', leverage: number) =>
    setLeverage(services, principal, { market: MARKET, position, leverage });
  await expect(set('long', 10)).rejects.toMatchObject(unconfirmed);
  await set('long', 3);
  await set('short', 20);
  expect(sent).toEqual(['SetLeverage', 'SetLeverage']);
});
