/** The checks. Each name is a guarantee of custody. */
export type Check =
  | 'a deposit is never credited early'
  | 'a deposit is never available early'
  | 'a deposit is credited once, and for what came'
  | 'a deposit is taken back with its block, and credited when it is due'
  | 'no deposit is lost'
  | 'a withdrawal is over in the ledger only once its payment has its confirmations'
  | 'a withdrawal that is given back was never signed, or has failed for good'
  | 'a payment is on the chain at most once'
  | 'another transaction of a payment is signed only in place of the one before'
  | 'withdrawal fees are booked once'
  | 'network fees are booked once'
  | 'clients have what came less what left'
  | 'the treasury equals the ledger'
  | 'everything is completed'
  | 'operators are notified';

/** The error thrown when a check fails. */
export class Broken extends Error {
  readonly check: Check;

  constructor(check: Check, what: string) {
    super(`${check}: ${what}`);
    this.check = check;
  }
}

export function assert(holds: boolean, check: Check, what: () => string): asserts holds {
  if (!holds) throw new Broken(check, what());
}

/** The counters of a schedule. */
export const figures = [
  'blocks',
  'forks',
  'forks beyond the last confirmation',
  'deposits sent',
  'deposits replaced or spent twice',
  'withdrawals',
  'withdrawals completed',
  'withdrawals given back',
  'payments included and moved nothing',
  'failed payments decided on',
  'uses of our key elsewhere',
  'transactions signed',
  'transactions replaced by a higher fee',
  'payments built anew after they expired',
  'older transactions brought back',
  'kills',
  'calls that failed',
  'restarts of the database',
  'acts of clients within a round',
] as const;
export type Figure = (typeof figures)[number];
export type Figures = Record<Figure, number>;

export const noFigures = (): Figures => Object.fromEntries(figures.map((figure) => [figure, 0])) as Figures;
