/** The checks. Each name is a guarantee of the exchange. */
export type Check =
  | 'all accounts of an asset sum to zero'
  | 'no held balance, and no available balance of a client, is negative'
  | 'the insurance fund never falls below zero'
  | 'every balance is the sum of its events'
  | 'all held units are margin or held for an order'
  | 'the clearing account balances the positions'
  | 'positions follow from their trades'
  | 'no close costs more than margin and profit'
  | 'no fill opens a position that must be liquidated or is too large'
  | 'a removal of margin leaves at least the initial margin'
  | 'no solvent position is liquidated'
  | 'no insolvent position stays open'
  | 'a liquidation closes exactly the part that must be closed'
  | 'a liquidation ends only the orders of its position'
  | 'the owner, the fund and deleveraged positions pay a shortfall, in this order'
  | 'a market halts only if nobody can pay a shortfall'
  | 'a delisting closes whole positions at one price'
  | 'a delisting makes others pay only for bankrupt positions'
  | 'a delisted market has no positions'
  | 'an order fires when the mark price reaches its trigger, and not before'
  | 'no owner closes a position before the end of its minimum term'
  | 'no owner removes margin before the end of the minimum term'
  | 'a close by operators covers the whole position and fills only within its distance from the mark price'
  | 'receivers of funding get exactly what payers pay'
  | 'core and oracle agree'
  | 'a restart and a replay result in the same state'
  | 'nothing acknowledged is lost'
  | 'the mark price follows the sources that agree'
  | 'a market is protected unless its mark price is at a confirmed index';

/** The error thrown when a check fails. */
class Broken extends Error {
  override readonly name = 'Broken';
  constructor(check: Check, what: string) {
    super(`${check}: ${what}`);
  }
}

export function assert(holds: boolean, check: Check, what: () => string): asserts holds {
  if (!holds) throw new Broken(check, what());
}

/** The counters of a storm: if one of them stays at zero, the storm proves nothing about the events that it counts. */
export const figures = [
  'commands',
  'refused',
  'fills',
  'mark jumps',
  'liquidations',
  'liquidations by the feed',
  'partial liquidations of large positions',
  'orders that stay while the opposite position is liquidated',
  'lots liquidated in the book',
  'lots closed against opposite positions of the owner',
  'lots taken over by the insurance fund',
  'lots deleveraged',
  'halts without a counterparty',
  'halts by operators',
  'positions closed for delistings',
  'lots of bankrupt positions settled for delistings',
  'fills of position closes by operators',
  'fundings',
  'funding payments from profit',
  'margin changes',
  'triggers fired',
  'triggers reached before their market opened',
  'amendments',
  'changes to terms',
  'early closes refused',
  'feed cycles',
  'cycles with wrong or stale prices',
  'protections',
  'restarts',
  'restarts from an earlier snapshot',
  'batches applied but not acknowledged',
  'states compared',
] as const;
export type Figure = (typeof figures)[number];
export type Figures = Record<Figure, number>;

export const noFigures = (): Figures => Object.fromEntries(figures.map((figure) => [figure, 0])) as Figures;
