import type { PositionSettled } from '../../src/vocabulary/events.ts';
import {
  addPart,
  bankruptcyPrice,
  entryOf,
  floorDiv,
  INSURANCE,
  isBeyondBankruptcy,
  type Liquidation,
  lookUp,
  type OraclePosition,
  otherPosition,
  type Perpetual,
  type PerpetualOwner,
  smaller,
  unitOf,
} from './oracle-perpetual.ts';
import { closePart, emitPosition, marginAccount, noteIfClosed } from './oracle-perpetual-fills.ts';
import { changeStatus, lots, type OracleMarket, type OracleState, ticks, units } from './oracle-state.ts';
import { positions } from './perpetual-vocabulary.ts';

/** Lots of a position that are to be closed outside the book. */
type Part = Pick<Liquidation, 'owner' | 'position' | 'lots'>;

/**
 * [Q5]: if one of the owner's positions is bankrupt at the closing price, closes lots of it, or halts the market.
 * Returns whether there was one.
 */
export const settleBankrupt = (
  s: OracleState,
  m: OracleMarket,
  p: Perpetual,
  entry: PerpetualOwner,
  closing: bigint,
): boolean => {
  const position = positions.find((name) => entry[name].lots > 0n && isBeyondBankruptcy(m, entry[name], name, closing));
  if (position === undefined) return false;
  const x = entry[position];
  const price = bankruptcyPrice(m, x, position);
  const distance = price > closing ? price - closing : closing - price;
  const part = { owner: entry.owner, position, lots: x.lots };
  if (closeAgainstOther(s, m, p, part, price, distance) > 0n) return true;
  s.steps--;
  p.visit = undefined;
  halt(s, m);
  return true;
};

export const halt = (s: OracleState, m: OracleMarket): void => {
  changeStatus(s, m, 'halted');
  s.emit({ kind: 'MarketStatusChanged', market: m.id, status: 'halted' });
};

/**
 * [V5] to [V7]: closes lots against the first counterparty found, and returns how many; none if there is no
 * counterparty. The fund provides `fundTicks` of margin per lot.
 */
export const closeAgainstOther = (
  s: OracleState,
  m: OracleMarket,
  p: Perpetual,
  l: Part,
  price: bigint,
  fundTicks: bigint,
): bigint => {
  const other = otherPosition(l.position);
  const own = lookUp(p, l.owner, other);
  if (own.lots > 0n && !isBeyondBankruptcy(m, own, other, price))
    return settle(s, m, p, l, price, 'own_position', l.owner, own.lots, fundTicks);
  const affordable = floorDiv(BigInt(marginAccount(s, m, INSURANCE).available), unitOf(m, fundTicks));
  if (l.owner !== INSURANCE && affordable > 0n)
    return settle(s, m, p, l, price, 'insurance_fund', INSURANCE, affordable, fundTicks);
  const [first] = deleveragingOrder(m, p, l);
  if (first === undefined || isBeyondBankruptcy(m, first[other], other, price)) return 0n;
  return settle(s, m, p, l, price, 'deleveraging', first.owner, first[other].lots, fundTicks);
};

/** [V7]: owners with positions on the other side, the highest profit relative to value first. */
const deleveragingOrder = (m: OracleMarket, p: Perpetual, l: Part) => {
  const other = otherPosition(l.position);
  const entryPrice = (x: OraclePosition) => Number(floorDiv(x.cost, unitOf(m, x.lots)));
  const direction = other === 'long' ? 1 : -1;
  return p.owners
    .filter((each) => each[other].lots > 0n)
    .sort((a, b) => direction * (entryPrice(a[other]) - entryPrice(b[other])) || a.owner - b.owner);
};

/** Closes at most `most` lots against one counterparty. Returns how many. */
const settle = (
  s: OracleState,
  m: OracleMarket,
  p: Perpetual,
  l: Part,
  price: bigint,
  means: PositionSettled['means'],
  counterOwner: number,
  most: bigint,
  fundTicks: bigint,
): bigint => {
  s.steps--;
  const size = smaller(l.lots, most);
  const notional = price * unitOf(m, size);
  const other = otherPosition(l.position);
  const fund = marginAccount(s, m, INSURANCE);
  let profitOfOther = 0n;
  if (means === 'insurance_fund') {
    const margin = fundTicks * unitOf(m, size);
    fund.available -= Number(margin);
    fund.held += Number(margin);
    addPart(m, p.terms, entryOf(p, INSURANCE)[l.position], size, price, margin);
  } else profitOfOther = closePart(s, m, p, counterOwner, other, size, price, 0, fund).profit;
  const { fee, profit } = closePart(s, m, p, l.owner, l.position, size, price, p.terms.liquidationFeePpm, fund);
  s.emit({
    kind: 'PositionSettled',
    market: m.id,
    owner: l.owner,
    counterOwner,
    position: l.position,
    priceTicks: ticks(Number(price)),
    sizeLots: lots(Number(size)),
    notionalUnits: units(notional),
    feeUnits: units(fee),
    means,
  });
  const counterPosition = means === 'insurance_fund' ? l.position : other;
  emitPosition(s, m, l.owner, l.position, lookUp(p, l.owner, l.position), profit);
  emitPosition(s, m, counterOwner, counterPosition, lookUp(p, counterOwner, counterPosition), profitOfOther);
  noteIfClosed(s, m, p, l.owner, l.position);
  noteIfClosed(s, m, p, counterOwner, counterPosition);
  return size;
};
