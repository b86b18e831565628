/** The checks. Each name is a guarantee of custody. */
export type Check =
  | 'a deposit is never credited early'
  | 'a deposit is never available early'
  | 'a deposit is credited once, with the amount that arrived'
  | 'a deposit is reversed with its block, and credited when it is due'
  | 'no deposit is lost'
  | 'a withdrawal is settled in the ledger only after its payment has its confirmations'
  | 'a refunded withdrawal was never signed, or its payment has failed for good'
  | 'a payment is on the chain at most once'
  | 'a payment fails only once that is final'
  | 'another transaction of a payment is signed only to replace the previous one'
  | 'a sweep spends only what is final'
  | 'the blocks read form one chain'
  | 'withdrawal fees are booked once'
  | 'network fees are booked once'
  | 'clients have what arrived less what left'
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

/** The events that each schedule counts. */
export const figures = [
  'blocks',
  'forks',
  'forks beyond the last confirmation',
  'deposits sent',
  'deposits replaced or double-spent',
  'withdrawals',
  'withdrawals completed',
  'withdrawals refunded',
  'included payments that moved nothing',
  'failed payments decided on',
  'uses of our key outside the exchange',
  'of them, those that void payments built on change',
  'transactions signed',
  'transactions replaced at a higher fee',
  'payments rebuilt after they expired',
  'older transactions brought back',
  'kills',
  'calls that failed',
  'restarts of the database',
  'actions of clients during a cycle',
] as const;
export type Figure = (typeof figures)[number];
export type Figures = Record<Figure, number>;

export const noFigures = (): Figures => Object.fromEntries(figures.map((figure) => [figure, 0])) as Figures;
