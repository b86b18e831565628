import type { CommandFields } from '../codec/generated-commands.ts';

/** The encoding of a market's limits and step sizes, shared by the two commands that have them. */
export const marketRules = {
  tickLotUnits: 'number',
  lotUnits: 'number',
  minSizeLots: 'number',
  maxSizeLots: 'number',
  minNotionalUnits: 'number',
  maxNotionalUnits: 'number',
  bandPpm: 'number',
  maxOpenOrders: 'number',
} as const;

const MAX_BAND_PPM = 1_000_000_000;

export const areRulesMalformed = (c: CommandFields): boolean =>
  c.tickLotUnits < 1 ||
  c.lotUnits < 1 ||
  c.minSizeLots < 1 ||
  c.maxSizeLots < c.minSizeLots ||
  c.maxNotionalUnits < Math.max(1, c.minNotionalUnits) ||
  c.bandPpm < 1 ||
  c.bandPpm > MAX_BAND_PPM ||
  c.maxOpenOrders < 1;
