import { expect, test } from 'vitest';
import { type StakeEvent, type StakeState, stakeSteps } from './states.ts';

const states: readonly StakeState[] = ['draft', 'running', 'notice', 'ended', 'void'];

/** The state after each event; events without effect are omitted. */
const expected: Readonly<Record<StakeEvent, Partial<Record<StakeState, StakeState>>>> = {
  begin: { draft: 'running' },
  fail: { draft: 'void' },
  redeem: { running: 'ended' },
  unlock: { running: 'notice' },
  unlock_all: { running: 'ended' },
  close: { running: 'ended' },
  release: { notice: 'ended' },
  pay_out: { running: 'ended' },
  renew: { running: 'ended' },
};

test.each(Object.keys(stakeSteps) as StakeEvent[])('%s has an effect in these states only', (event) => {
  const { from, to }: { readonly from: readonly StakeState[]; readonly to: StakeState } = stakeSteps[event];
  const after = states.filter((state) => from.includes(state)).map((state) => [state, to]);
  expect(Object.fromEntries(after)).toEqual(expected[event]);
});

test('a stake that has ended stays ended', () => {
  const left = Object.values(stakeSteps).flatMap(({ from }): readonly StakeState[] => from);
  expect(left).not.toContain('ended');
  expect(left).not.toContain('void');
});
