import { CanonicalHash } from '../../src/canonical-hash.ts';
import {
  marketStatuses,
  orderEnds,
  orderTypes,
  packAssetCode,
  selfTrades,
  sides,
  timesInForce,
  transferPurposes,
  triggerKinds,
  wallets,
} from '../../src/vocabulary/codes.ts';
import { isBusy, type OraclePosition, type Perpetual } from './oracle-perpetual.ts';
import { protectionsOf } from './oracle-protections.ts';
import type { OracleMarket, OracleOrder, OracleState } from './oracle-state.ts';
import { positions } from './perpetual-vocabulary.ts';

/** [D3]: the state hash, as specified in SPEC.md. */
export const oracleHash = (s: OracleState): string => {
  const hash = new CanonicalHash();
  hash.add(s.rulesVersion, s.position, s.batchTimeMs, s.clockOffsetMs, s.nextOrder, s.nextHold);
  for (const a of [...s.assets].sort((x, y) => x.asset - y.asset)) hash.add(1, a.asset, packAssetCode(a.code), a.scale);
  for (const [tier, fees] of [...s.tiers].sort((x, y) => x[0] - y[0])) hash.add(2, tier, fees.makerPpm, fees.takerPpm);
  for (const m of s.markets) {
    hash.add(3, m.id, m.base, m.quote, m.listedTicks, m.tickLotUnits, m.lotUnits, m.minSizeLots, m.maxSizeLots);
    hash.add(m.minNotionalUnits, m.maxNotionalUnits, m.bandPpm, m.maxOpenOrders);
    hash.add(marketStatuses.indexOf(m.status), m.reference, m.last, m.trades, m.levelChanges);
    for (const side of sides) for (const o of s.book(m.id, side)) addOrder(hash, 4, o);
  }
  for (const o of s.orders.filter((each) => each.place !== 'resting').sort((a, b) => a.id - b.id)) addOrder(hash, 5, o);
  const tiered = [...s.tierOf].filter(([, tier]) => tier !== 0).map(([owner]) => owner);
  for (const owner of [...new Set([...tiered, ...s.frozen])].sort((a, b) => a - b))
    hash.add(6, owner, s.tierOf.get(owner) ?? 0, s.frozen.has(owner) ? 1 : 0);
  addAccounts(hash, s);
  for (const h of [...s.holds].sort((a, b) => a.id - b.id)) {
    hash.add(8, h.id, h.fromOwner, wallets.indexOf(h.fromWallet), h.asset);
    hash.add(h.toOwner, wallets.indexOf(h.toWallet), transferPurposes.indexOf(h.purpose), h.units, h.expiresAt);
  }
  for (const w of s.sweeps) hash.add(9, w.owner, w.market, orderEnds.indexOf(w.end), w.upToOrder);
  for (const [record, list] of [
    [10, s.references.client],
    [11, s.references.outside],
  ] as const)
    for (const r of list) hash.add(record, ...r.words, ...r.content, r.position, r.result, r.timeMs);
  for (const h of [...s.holds].sort((a, b) => a.id - b.id)) if (h.record !== 0) hash.add(12, h.id, h.record);
  for (const use of s.countingUses()) hash.add(13, use.owner, use.hold, use.units, use.timeMs);
  for (const m of s.markets.filter((each) => isBusy(s, each))) {
    const left = m.continuing === undefined ? 0n : m.budgetLeft;
    hash.add(14, m.id, m.continuing?.id ?? 0, Number(left));
    hash.add(m.reached.length === 0 ? 0 : Math.min(...m.reached), Math.max(0, ...m.reached));
  }
  for (const [owner, r] of [...s.restrictions].sort(([a], [b]) => a - b)) {
    const [trade, withdraw] = [r.tradeUntil, r.withdrawUntil].map((until) => (until > s.timeMs ? until : 0));
    if (trade !== 0 || withdraw !== 0) hash.add(15, owner, trade, withdraw);
  }
  const words = s.anchor.hash.match(/.{8}/g) ?? [];
  if (s.anchor.sequence !== 0) hash.add(16, s.anchor.sequence, ...words.map((word) => Number.parseInt(word, 16) | 0));
  for (const m of s.markets) if (m.perpetual !== undefined) addPerpetual(hash, m, m.perpetual);
  addProtections(hash, s);
  return hash.digest();
};

const addProtections = (hash: CanonicalHash, s: OracleState): void => {
  for (const o of [...s.orders].sort((a, b) => a.id - b.id)) {
    const kin = o.isProtection === true ? s.order(o.protects ?? 0) : protectionsOf(s, o)[0];
    const prices = [o.takeProfit ?? 0, o.stopLoss ?? 0];
    if (kin !== undefined || prices.some((price) => price !== 0)) hash.add(20, o.id, ...prices, kin?.id ?? 0);
  }
};

const addPerpetual = (hash: CanonicalHash, { id: market, firesFrom }: OracleMarket, p: Perpetual): void => {
  const { terms, visit, liquidation } = p;
  hash.add(17, market, terms.maxLeverage, terms.maintenancePpm, terms.riskLimitUnits, terms.riskStepUnits);
  hash.add(terms.riskStepPpm, terms.liquidationFeePpm, terms.maxPositionLots, terms.maxOpenInterestLots);
  hash.add(
    visit === undefined ? 0 : ['review', 'paying', 'receiving', 'closing', 'settling'].indexOf(visit.kind) + 1,
    visit?.visited ?? 0,
  );
  hash.add(positions.indexOf(visit?.payer ?? 'long'), Number(visit?.rate ?? 0), Number(visit?.mark ?? 0));
  hash.add(Number(visit?.collected ?? 0), Number(visit?.unpaid ?? 0));
  hash.add(liquidation?.owner ?? 0, positions.indexOf(liquidation?.position ?? 'long'));
  hash.add(liquidation?.order ?? 0, Number(liquidation?.lots ?? 0));
  for (const { owner, long, short } of p.owners) hash.add(18, owner, ...numbersOf(long), ...numbersOf(short));
  for (const { owner, position } of p.closed) hash.add(19, owner, positions.indexOf(position));
  if (firesFrom !== 0) hash.add(23, market, firesFrom);
  if (p.minTermDays > 0) addTerms(hash, market, p);
};

const addTerms = (hash: CanonicalHash, market: number, p: Perpetual): void => {
  hash.add(21, market, p.minTermDays);
  for (const each of p.owners)
    for (const position of positions) {
      const { lots, openedAt } = each[position];
      if (lots > 0n && openedAt !== undefined) hash.add(22, each.owner, positions.indexOf(position), openedAt);
    }
};

const numbersOf = (x: OraclePosition): number[] => [x.lots, x.cost, x.margin, x.rate, x.leverage].map(Number);

const addOrder = (hash: CanonicalHash, record: number, o: OracleOrder): void => {
  const traits =
    sides.indexOf(o.side) |
    (orderTypes.indexOf(o.type) << 1) |
    (timesInForce.indexOf(o.timeInForce) << 2) |
    (o.postOnly ? 16 : 0) |
    (selfTrades.indexOf(o.selfTrade) << 5) |
    (triggerKinds.indexOf(o.trigger) << 7) |
    (o.isProtected === true ? 512 : 0) |
    (o.reduceOnly === true ? 1024 : 0) |
    (o.isProtection === true ? 2048 : 0);
  hash.add(
    record,
    o.id,
    o.owner,
    o.market,
    traits,
    ['resting', 'waiting', 'fired', 'taking', 'arming'].indexOf(o.place),
  );
  hash.add(o.price, o.size, o.open, o.budget, o.held, o.makerPpm, o.takerPpm, o.triggerTicks);
  hash.add(o.clientOrderId, o.oco, o.acceptedAt, o.firedAt);
};

const addAccounts = (hash: CanonicalHash, s: OracleState): void => {
  const rows = [...s.accounts]
    .filter(([, { available, held }]) => available !== 0 || held !== 0)
    .map(([key, { available, held }]) => {
      const [owner, wallet, asset] = key.split(' ');
      return [Number(owner), (wallets as readonly string[]).indexOf(wallet), Number(asset), available, held] as const;
    })
    .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  for (const row of rows) hash.add(7, ...row);
};
