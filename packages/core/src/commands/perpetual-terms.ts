import type { CommandFields } from '../codec/generated-commands.ts';
import * as rules from '../vocabulary/rules.ts';
import { areRulesMalformed } from './market-rules.ts';

const { MAX_RATE_PPM } = rules;

/** The encoding of a perpetual's terms, shared by the two commands that have them. */
export const perpetualTerms = {
  maxLeverage: 'number',
  maintenancePpm: 'number',
  riskLimitUnits: 'number',
  riskStepUnits: 'number',
  riskStepPpm: 'number',
  liquidationFeePpm: 'number',
  maxPositionLots: 'number',
  maxOpenInterestLots: 'number',
} as const;

const PPM = 1_000_000;
const MAX_LEVERAGE = 100;
const MAX_BAND_PPM = 1_000_000;
/**
 * The highest allowed value of `maxOpenOrders`. It bounds the search for the orders that end when a position is closed.
 */
const MAX_OPEN_ORDERS = 200;

/** [X2]: whether the terms in the command are out of their allowed ranges. */
export const areTermsMalformed = (c: CommandFields): boolean =>
  c.maxLeverage < 1 ||
  c.maxLeverage > MAX_LEVERAGE ||
  c.maintenancePpm < 1 ||
  // At most half of the initial margin, so that positions are not liquidated as soon as they are opened, and still have
  // margin left when they are liquidated.
  2 * c.maintenancePpm * c.maxLeverage > PPM ||
  c.riskLimitUnits < 1 ||
  c.riskStepUnits < 1 ||
  c.riskStepPpm > MAX_RATE_PPM ||
  c.liquidationFeePpm > MAX_RATE_PPM ||
  c.maxPositionLots < 1 ||
  c.maxOpenInterestLots < c.maxPositionLots;

/**
 * [X1]: in a perpetual market, the price band and the number of open orders have smaller maximums than in a spot
 * market.
 */
export const arePerpetualRulesMalformed = (c: CommandFields): boolean =>
  areRulesMalformed(c) || c.bandPpm > MAX_BAND_PPM || c.maxOpenOrders > MAX_OPEN_ORDERS;
