import {
  CLEARING,
  INSURANCE,
  openInterest,
  otherPosition,
  type Perpetual,
  type PerpetualOwner,
  profitAt,
  rateOf,
  smaller,
  unitOf,
  type Visit,
} from './oracle-perpetual.ts';
import { closePart, emitPosition, marginAccount } from './oracle-perpetual-fills.ts';
import { feeCeil, lots, type OracleMarket, type OracleState, ticks, units } from './oracle-state.ts';
import { settleBankrupt } from './oracle-takeovers.ts';
import { type Position, positions } from './perpetual-vocabulary.ts';

export const newVisit = (
  kind: Visit['kind'],
  funding: { payer: Position; rate: bigint; mark: bigint } = { payer: 'long', rate: 0n, mark: 0n },
): Visit => ({ kind, visited: 0, ...funding, collected: 0n, unpaid: 0n });

/** [X6]: visits the next owner; after the last one, the visit enters its next phase or ends. */
export const visitNext = (s: OracleState, m: OracleMarket, p: Perpetual, visit: Visit): void => {
  if (visit.visited < p.owners.length) {
    if (visit.kind === 'settling' && settleBankrupt(s, m, p, p.owners[visit.visited], visit.mark)) return;
    s.steps--;
    const owner = p.owners[visit.visited++];
    if (visit.kind === 'review') for (const name of positions) owner[name].rate = rateOf(p.terms, owner[name]);
    if (visit.kind === 'closing') for (const name of positions) closeWhole(s, m, p, owner, name, visit.mark);
    if (visit.kind === 'paying') pay(s, m, p, owner, visit);
    if (visit.kind === 'receiving') receive(s, m, p, owner, visit);
  }
  if (visit.visited < p.owners.length) return;
  if (visit.kind === 'paying') {
    visit.kind = 'receiving';
    visit.visited = 0;
    return;
  }
  if (visit.kind === 'settling') {
    visit.kind = 'closing';
    visit.visited = 0;
    return;
  }
  p.visit = undefined;
  if (visit.kind === 'receiving') endFunding(s, m, visit);
};

/** [Q4]: closes the position at the closing price, without a fee. */
const closeWhole = (
  s: OracleState,
  m: OracleMarket,
  p: Perpetual,
  of: PerpetualOwner,
  position: Position,
  price: bigint,
): void => {
  const x = of[position];
  const size = x.lots;
  if (size === 0n) return;
  const { profit } = closePart(s, m, p, of.owner, position, size, price, 0, marginAccount(s, m, INSURANCE));
  s.emit({
    kind: 'PositionClosed',
    market: m.id,
    owner: of.owner,
    position,
    priceTicks: ticks(Number(price)),
    sizeLots: lots(Number(size)),
    notionalUnits: units(price * unitOf(m, size)),
  });
  emitPosition(s, m, of.owner, position, x, profit);
};

/** [G2]: the position pays its funding, from its margin first and then from its profit. */
const pay = (s: OracleState, m: OracleMarket, p: Perpetual, { owner, ...of }: PerpetualOwner, visit: Visit): void => {
  const x = of[visit.payer];
  if (x.lots === 0n) return;
  const worth = x.margin + profitAt(m, x, visit.payer, visit.mark);
  const paid = smaller(worth, feeCeil(visit.mark * unitOf(m, x.lots), Number(visit.rate)));
  const ofMargin = smaller(paid, x.margin);
  const ofProfit = paid - ofMargin;
  x.margin -= ofMargin;
  x.cost += visit.payer === 'long' ? ofProfit : -ofProfit;
  x.rate = rateOf(p.terms, x);
  marginAccount(s, m, owner).held -= Number(ofMargin);
  marginAccount(s, m, CLEARING).available += Number(ofMargin);
  visit.collected += paid;
  visit.unpaid += paid;
  emitSettled(s, m, owner, visit.payer, paid, 0n, x.margin);
  if (ofProfit > 0n) emitPosition(s, m, owner, visit.payer, x, ofProfit);
};

/** [G2]: the position receives its share of the collected funding. */
const receive = (
  s: OracleState,
  m: OracleMarket,
  p: Perpetual,
  { owner, ...of }: PerpetualOwner,
  visit: Visit,
): void => {
  const receiver = otherPosition(visit.payer);
  const x = of[receiver];
  if (x.lots === 0n) return;
  const received = (visit.collected * x.lots) / openInterest(p);
  marginAccount(s, m, CLEARING).available -= Number(received);
  marginAccount(s, m, owner).available += Number(received);
  visit.unpaid -= received;
  emitSettled(s, m, owner, receiver, 0n, received, x.margin);
};

const emitSettled = (
  s: OracleState,
  m: OracleMarket,
  owner: number,
  position: Position,
  paid: bigint,
  received: bigint,
  margin: bigint,
): void =>
  s.emit({
    kind: 'FundingSettled',
    market: m.id,
    owner,
    position,
    paidUnits: units(paid),
    receivedUnits: units(received),
    marginUnits: units(margin),
  });

/** [G3]: ends the settlement. The remainder goes to the insurance fund. */
const endFunding = (s: OracleState, m: OracleMarket, { collected, unpaid }: Visit): void => {
  marginAccount(s, m, CLEARING).available -= Number(unpaid);
  marginAccount(s, m, INSURANCE).available += Number(unpaid);
  s.emit({ kind: 'FundingEnded', market: m.id, collectedUnits: units(collected), restUnits: units(unpaid) });
};
