import type { Market } from '../book/market.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import type { Columns } from '../columns/columns.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import { Perpetual } from './perpetual.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { LONG } = codes;

/** `row`: a perpetual's terms and its work in progress, in the order of `rowOf`. `closed`: see Perpetual.closed. */
export interface PerpetualColumns {
  readonly row: Float64Array;
  readonly positions: Columns;
  readonly closed: Int32Array;
  /**
   * Only for a perpetual with a minimum term: the days of that term, then the slot and the opening time of each open
   * position.
   */
  readonly term?: Float64Array;
  /** The time from which the opening pause can end. Only during an opening pause, and after one that was cut off. */
  readonly pause?: Float64Array;
}

const rowOf = (p: Perpetual): Float64Array => {
  const { terms } = p;
  return Float64Array.of(
    terms.maxLeverage,
    terms.maintenancePpm,
    terms.riskLimitUnits,
    terms.riskStepUnits,
    terms.riskStepPpm,
    terms.liquidationFeePpm,
    terms.maxPositionLots,
    terms.maxOpenInterestLots,
    p.visit,
    p.visited,
    p.payer,
    p.fundingPpm,
    p.visitTicks,
    p.collectedUnits,
    p.unpaidUnits,
    p.liquidated,
    p.liquidationOrder,
    p.partLots,
  );
};

const termOf = ({ minTermDays, openedAt }: Perpetual): { term?: Float64Array } =>
  minTermDays === 0 ? {} : { term: Float64Array.from([minTermDays, ...[...openedAt].flat()]) };

const pauseOf = ({ market }: Perpetual): { pause?: Float64Array } =>
  market.firesFrom === 0 ? {} : { pause: Float64Array.of(market.firesFrom) };

export const perpetualColumns = (perpetual: Perpetual | undefined): { perpetual?: PerpetualColumns } =>
  perpetual === undefined
    ? {}
    : {
        perpetual: {
          row: rowOf(perpetual),
          positions: perpetual.positions.columns(),
          closed: Int32Array.from(perpetual.closed),
          ...termOf(perpetual),
          ...pauseOf(perpetual),
        },
      };

/** Restores a perpetual. `c` has the rules of its market, with the listing price in `referenceTicks`. */
export const restorePerpetual = (state: State, c: CommandFields, columns: PerpetualColumns): Market => {
  const { row } = columns;
  [c.maxLeverage, c.maintenancePpm, c.riskLimitUnits, c.riskStepUnits, c.riskStepPpm] = row;
  [c.liquidationFeePpm, c.maxPositionLots, c.maxOpenInterestLots] = row.subarray(5);
  c.markTicks = c.referenceTicks;
  const perpetual = new Perpetual(state, c);
  const { market, positions } = perpetual;
  [perpetual.visit, perpetual.visited, perpetual.payer, perpetual.fundingPpm, perpetual.visitTicks] = row.subarray(8);
  [perpetual.collectedUnits, perpetual.unpaidUnits, perpetual.liquidated] = row.subarray(13);
  [perpetual.liquidationOrder, perpetual.partLots] = row.subarray(16);
  market.firesFrom = columns.pause?.[0] ?? 0;
  positions.restore(columns.positions);
  perpetual.openInterestLots = positions.totalLots(LONG);
  perpetual.closed.push(...columns.closed);
  restoreTerm(perpetual, columns.term);
  for (let pair = 0; pair < positions.pairs; pair++) {
    const long = positions.slotOfPair(pair);
    state.seats.setPositions(positions.seatOf(long), long);
  }
  state.perpetualById[market.id] = perpetual;
  return market;
};

const restoreTerm = (perpetual: Perpetual, term: Float64Array | undefined): void => {
  if (term === undefined) return;
  perpetual.minTermDays = term[0];
  for (let i = 1; i < term.length; i += 2) perpetual.openedAt.set(term[i], term[i + 1]);
};
