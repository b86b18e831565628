import { type Command, systemOwners } from '@vitrine/core';
import { expect, test } from 'vitest';
import { closeFundPositions } from './close-fund-positions.ts';

test.each([
  ['open', true, 1],
  ['open', false, 0],
  ['cancel_only', true, 0],
] as const)(
  'in a market that is %s, with a reliable mark price: %s, the fund sends %i orders',
  async (status, isReliable, count) => {
    const sent: Command[] = [];
    const view = { market: 7, position: 'long', sizeLots: 5 };
    const perpetual = { status, markTicks: 1_000, tickLotUnits: 1, maxNotionalUnits: 1_000_000, maxSizeLots: 3 };
    await closeFundPositions({
      core: () => ({ positions: () => [view] as never, perpetual: () => perpetual as never }),
      isMarkReliable: () => isReliable,
      submit: async (command) => void sent.push(command),
    });
    expect(sent).toHaveLength(count);
    if (count > 0)
      expect(sent).toMatchObject([
        { owner: systemOwners.insurance, side: 'sell', priceTicks: 995, sizeLots: 3, reduceOnly: true },
      ]);
  },
);
