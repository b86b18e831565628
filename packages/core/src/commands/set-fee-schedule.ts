import type { RatePpm } from '@vitrine/money';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import type { State } from '../state.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { MAX_TIER } from '../vocabulary/rules.ts';
import type { CommandKind } from './command-kind.ts';

export interface SetFeeSchedule {
  readonly kind: 'SetFeeSchedule';
  readonly tier: number;
  readonly makerPpm: RatePpm;
  readonly takerPpm: RatePpm;
}

const PPM = 1_000_000;

const refuse = (_state: State, c: CommandFields): number =>
  c.tier > MAX_TIER || c.makerPpm > PPM || c.takerPpm > PPM ? refusalCode.malformed : refusalCode.none;

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.tierIsSet[c.tier] = 1;
  state.makerPpm[c.tier] = c.makerPpm;
  state.takerPpm[c.tier] = c.takerPpm;
  events.feeScheduleSet(c);
  return c.tier;
};

export const setFeeSchedule: CommandKind<SetFeeSchedule> = {
  code: 6,
  fields: { tier: 'number', makerPpm: 'number', takerPpm: 'number' },
  owners: () => [],
  refuse,
  execute,
};
