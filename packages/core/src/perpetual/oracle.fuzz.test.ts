import { expect, test } from 'vitest';
import { Exchange, refusalIn } from '../../test/exchange.ts';
import { perpetualFlow, perpetualPreparation } from '../../test/perpetual-flow.ts';
import { seeded } from '../../test/seeded.ts';

/** The outcomes of commands and the kinds of events in the flows of all seeds. */
const outcomes = new Set<string>();

const run = (seed: number, commands: number): void => {
  // Few steps per command, so that markets are often left unfinished; every fourth seed uses the default number.
  const exchange = new Exchange({
    clientReferences: 40,
    ...(seed % 4 === 3 ? {} : { stepsPerCommand: 2 + (seed % 5) }),
  });
  const random = seeded(seed);
  const next = perpetualFlow(random, exchange.oracle.state, { references: true });
  const preparation = perpetualPreparation(random);
  /** The markets whose positions began to be closed after their last liquidation. */
  const closing = new Set<number>();
  for (let i = 0; i < commands; i++) {
    exchange.timeMs += random.below(10) === 0 ? random.below(60_000) : random.below(5);
    const command = preparation.shift() ?? next();
    const events = exchange.do(command);
    outcomes.add(`${command.kind}: ${refusalIn(events) ?? events[0]?.kind ?? 'nothing'}`);
    for (const event of events) {
      outcomes.add(event.kind);
      if (event.kind === 'ClosingStarted') closing.add(event.market);
      if (event.kind === 'LiquidationStarted') closing.delete(event.market);
      if (event.kind === 'PositionSettled' && closing.has(event.market)) outcomes.add(`closed ${event.means}`);
    }
    if (i % 20 === 0) exchange.verify();
    if (i % 250 === 125) exchange.restart({ hashKey: [random.below(2 ** 32), random.below(2 ** 32), 7] });
  }
  exchange.verify();
};

const seeds = Number(process.env.CORE_SEEDS ?? 16);

test.each(Array.from({ length: seeds }, (_, i) => i + 1))(
  '[D1] [D3] [X6] seed %i: core and oracle of perpetuals give the same events and the same hash, through restarts',
  (seed) => run(seed, 2500),
  120_000,
);

test('the random flows reach every event of perpetuals', () => {
  for (const kind of [
    'LiquidationStarted',
    'PositionSettled',
    'FundingEnded',
    'MarginChanged',
    'LeverageSet',
    'PositionClosed',
    'closed own_position',
    'closed insurance_fund',
    'closed deleveraging',
    'ClosePositions: exceeds_range',
    'SetMarketStatus: market_open',
    'SetMarketStatus: market_halted',
    'OrderAmended',
    'AmendOrder: would_liquidate',
    'AmendOrder: above_position_limit',
    'AmendOrder: exceeds_balance',
  ])
    expect([...outcomes]).toContain(kind);
});
