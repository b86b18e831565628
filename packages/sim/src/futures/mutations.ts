/** A deliberate fault: a piece of the text of a source file, and its replacement. */
interface Mutation {
  readonly name: string;
  /** The path relative to the repository's root. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

const core = 'packages/core/src';
const index = 'apps/server/src/futures/index-price';

export const mutations: readonly Mutation[] = [
  {
    name: 'a long position is liquidated one tick too early',
    file: `${core}/perpetual/risk.ts`,
    find: 'return mulDivFloor(aboveUnits - 1, 1, lotTickUnits);',
    replace: 'return mulDivFloor(aboveUnits - 1, 1, lotTickUnits) + 1;',
  },
  {
    name: 'a short position is liquidated one tick too late',
    file: `${core}/perpetual/risk.ts`,
    find: 'return mulDivCeil(belowUnits + 1, 1, lotTickUnits);',
    replace: 'return mulDivCeil(belowUnits + 1, 1, lotTickUnits) + 1;',
  },
  {
    name: 'an order may open a position whose equity is exactly its maintenance margin',
    file: `${core}/perpetual/risk.ts`,
    find: 'equityUnits(e, markTicks) <= maintenanceUnits(e, maintenancePpm, markTicks)',
    replace: 'equityUnits(e, markTicks) < maintenanceUnits(e, maintenancePpm, markTicks)',
  },
  {
    name: 'trades fire orders of perpetuals',
    file: `${core}/book/fire-triggers.ts`,
    find: 'if (!t.traded || firesByMark(state, market)) return;',
    replace: 'if (!t.traded) return;',
  },
  {
    name: 'the end of an opening pause does not fire the orders whose trigger was reached before',
    file: `${core}/book/fire-triggers.ts`,
    find: '    reachMark(state, market);\n',
    replace: '    if (state.timeMs >= market.firesFrom) state.setFiresFrom(market, 0);\n',
  },
  {
    name: 'a market that opens fires orders at once',
    file: `${core}/book/fire-triggers.ts`,
    find: ' : timeMs + OPENING_PAUSE_MS',
    replace: ' : 0',
  },
  {
    name: 'a market that opens again soon begins a new opening pause',
    file: `${core}/book/fire-triggers.ts`,
    find: 'cutOff !== 0 && timeMs < cutOff + PAUSE_RESUMED_MS ? cutOff : ',
    replace: '',
  },
  {
    name: 'a snapshot forgets the opening pause',
    file: `${core}/perpetual/perpetual-snapshot.ts`,
    find: '  market.firesFrom = columns.pause?.[0] ?? 0;\n',
    replace: '',
  },
  {
    name: 'a fired order has its turn in a market that is not open',
    file: `${core}/spot/triggers.ts`,
    find: 'if (holdsTriggers(state, market)) {',
    replace: 'if (false) {',
  },
  {
    name: 'tiers are rounded down',
    file: `${core}/perpetual/risk.ts`,
    find: 'mulDivCeil(costUnits - terms.riskLimitUnits, 1, terms.riskStepUnits)',
    replace: 'mulDivFloor(costUnits - terms.riskLimitUnits, 1, terms.riskStepUnits)',
  },
  {
    name: 'the limit of a liquidation ignores the mark price',
    file: `${core}/perpetual/risk.ts`,
    find: '? Math.max(bankruptcyTicks(e), markTicks - distance)',
    replace: '? bankruptcyTicks(e)',
  },
  {
    name: 'closing a part releases too much margin',
    file: `${core}/perpetual/closing.ts`,
    find: 'const margin = mulDivFloor(positions.margin[position], lots, all);',
    replace: 'const margin = mulDivCeil(positions.margin[position], lots, all);',
  },
  {
    name: 'a fee may exceed margin and profit',
    file: `${core}/perpetual/closing.ts`,
    find: 'const fee = Math.min(feeDue, margin + profit);',
    replace: 'const fee = feeDue;',
  },
  {
    name: 'losses are not paid to the clearing account',
    file: `${core}/perpetual/closing.ts`,
    find: 'else ledger.credit(clearingAccount, -profit);',
    replace: '',
  },
  {
    name: 'orders may close a position beyond its bankruptcy price',
    file: `${core}/perpetual/tradable.ts`,
    find: 'perpetual.positions.isCoveredAt(position, price) ? NO_END : END_BEYOND_BANKRUPTCY',
    replace: 'NO_END',
  },
  {
    name: 'fills may open positions that must be liquidated',
    file: `${core}/perpetual/tradable.ts`,
    find: 'return wouldBeDue(perpetual, position, lots, price) ? END_WOULD_LIQUIDATE : NO_END;',
    replace: 'return NO_END;',
  },
  {
    name: 'the limit of open interest does not apply',
    file: `${core}/perpetual/tradable.ts`,
    find: 'openInterestLots + lots > terms.maxOpenInterestLots',
    replace: 'false',
  },
  {
    name: 'the position limit ignores open orders',
    file: `${core}/perpetual/refuse-order.ts`,
    find: 'positions.lots[position] + positions.opening[position]',
    replace: 'positions.lots[position]',
  },
  {
    name: 'the insurance fund takes over one lot more than it can pay for',
    file: `${core}/perpetual/settle-rest.ts`,
    find: 'Math.floor(Math.max(0, ledger.availableAt(fundAccount)) / (fundTicks * market.tickLotUnits))',
    replace: 'Math.ceil(Math.max(0, ledger.availableAt(fundAccount)) / (fundTicks * market.tickLotUnits))',
  },
  {
    name: "the owner's opposite position is not used first",
    file: `${core}/perpetual/settle-rest.ts`,
    find: 'if (positions.lots[own] > 0 && positions.isCoveredAt(own, price)) {',
    replace: 'if (Number.isNaN(own)) {',
  },
  {
    name: 'positions are deleveraged although the fund could take them over',
    file: `${core}/perpetual/settle-rest.ts`,
    find: 'if (fundLots > 0) {',
    replace: 'if (fundLots > 20) {',
  },
  {
    name: 'deleveraging begins with the least profitable position',
    file: `${core}/perpetual/positions.ts`,
    find: 'this.ranking[side].set(side === LONG ? entry : -entry, owner, key);',
    replace: 'this.ranking[side].set(side === LONG ? -entry : entry, owner, key);',
  },
  {
    name: 'a market halts although a position could be deleveraged',
    file: `${core}/perpetual/settle-rest.ts`,
    find: 'if (first < 0 || !positions.isCoveredAt(first, price)) return 0;',
    replace: 'if (first < 0 || most > 20) return 0;',
  },
  {
    name: 'the fee of a liquidation in the book does not reach the insurance fund',
    file: `${core}/perpetual/fill.ts`,
    find: 'isLiquidation ? perpetual.fundAccount : perpetual.market.feeAccount',
    replace: 'perpetual.market.feeAccount',
  },
  {
    name: 'the orders of a liquidated owner stay open',
    file: `${core}/perpetual/liquidation.ts`,
    find: 'for (let slot = state.orders.firstOf(seat); slot >= 0; slot = state.orders.firstOf(seat)) {',
    replace: 'for (let slot = -1; slot >= 0; slot = state.orders.firstOf(seat)) {',
  },
  {
    name: 'the whole position is liquidated, whatever its tier',
    file: `${core}/perpetual/liquidation.ts`,
    find: 'return tier === 0 ? lots : mulDivCeil(lots, cost - costBelowTier(terms, tier), cost);',
    replace: 'return lots;',
  },
  {
    name: 'a new mark price liquidates nobody',
    file: `${core}/commands/set-mark-price.ts`,
    find: '    state.noteUnfinished(market);\n',
    replace: '',
  },
  {
    name: 'the shares of funding receivers are rounded up',
    file: `${core}/perpetual/visit.ts`,
    find: 'mulDivFloor(collectedUnits, positions.lots[position], openInterestLots)',
    replace: 'mulDivCeil(collectedUnits, positions.lots[position], openInterestLots)',
  },
  {
    name: 'a funding payment takes more than margin and profit',
    file: `${core}/perpetual/visit.ts`,
    find: 'Math.min(mulDivCeil(value, fundingPpm, PPM), equity)',
    replace: 'mulDivCeil(value, fundingPpm, PPM)',
  },
  {
    name: 'the remainder of a funding settlement vanishes',
    file: `${core}/perpetual/visit.ts`,
    find: '  ledger.credit(fundAccount, unpaidUnits);\n',
    replace: '',
  },
  {
    name: 'a funding payment from profit changes the cost in the wrong direction',
    file: `${core}/perpetual/visit.ts`,
    find: '=== LONG ? ofProfit : -ofProfit;',
    replace: '=== LONG ? -ofProfit : ofProfit;',
  },
  {
    name: 'the loss is ignored when margin is removed',
    file: `${core}/commands/change-margin.ts`,
    find: 'Math.min(exposure.marginUnits, equityUnits(exposure, markTicks)) - units',
    replace: 'exposure.marginUnits - units',
  },
  {
    name: 'added margin does not move the liquidation price',
    file: `${core}/commands/change-margin.ts`,
    find: '  positions.index(position);\n',
    replace: '',
  },
  {
    name: 'new terms do not apply to open positions',
    file: `${core}/commands/change-perpetual-terms.ts`,
    find: '  perpetual.visit = REVIEW;\n',
    replace: '',
  },
  {
    name: 'leverage changes while orders are open',
    file: `${core}/commands/set-leverage.ts`,
    find: 'return opening > 0 ? refusalCode.has_open_orders : refusalCode.none;',
    replace: 'return refusalCode.none;',
  },
  {
    name: 'a snapshot forgets how many lots are left of a liquidation',
    file: `${core}/perpetual/perpetual-snapshot.ts`,
    find: '[perpetual.liquidationOrder, perpetual.partLots] = row.subarray(16);',
    replace: '[perpetual.liquidationOrder] = row.subarray(16);',
  },
  {
    name: 'a snapshot forgets the positions whose orders must be cancelled',
    file: `${core}/perpetual/perpetual-snapshot.ts`,
    find: '  perpetual.closed.push(...columns.closed);\n',
    replace: '',
  },
  {
    name: 'a restored core does not know liquidation prices',
    file: `${core}/perpetual/positions.ts`,
    find: 'for (let slot = 0; slot < this.used; slot += ROW) this.index(slot);',
    replace: '',
  },
  {
    name: 'the index uses stale quotes',
    file: `${index}/index-price.ts`,
    find: 'nowMs - atMs <= STALE_MS && ',
    replace: '',
  },
  {
    name: 'the index uses quotes of zero and below',
    file: `${index}/index-price.ts`,
    find: ' && ticks > 0;',
    replace: ';',
  },
  {
    name: 'the index is the highest quote',
    file: `${index}/index-price.ts`,
    find: 'const middle = median(fresh);',
    replace: 'const middle = fresh.at(-1) ?? Number.NaN;',
  },
  {
    name: 'one of several sources sets the index alone',
    file: `${index}/index-price.ts`,
    find: 'Math.max(1, needed, Math.ceil(fresh.length / 2))',
    replace: '1',
  },
  {
    name: 'a restarted feed leaves a market open although it has no index',
    file: `${index}/index-feed.ts`,
    find: 'const isOld = track.atIndex === undefined || ',
    replace: 'const isOld = track.atIndex !== undefined && ',
  },
  {
    name: 'a protected market opens as soon as one cycle has confirmed its index',
    file: `${index}/index-feed.ts`,
    find: 'confirmedCycles >= REOPEN_AFTER_CYCLES',
    replace: 'confirmedCycles >= 1',
  },
  {
    name: 'after a pause, the mark price may move by any amount',
    file: `${index}/index-price.ts`,
    find: 'Math.min(MOST_SECONDS, seconds)',
    replace: 'seconds',
  },
  {
    name: 'a market without an index stays open',
    file: `${index}/index-feed.ts`,
    find: 'this.#elapsedMs(track.atIndex) >= patienceMs',
    replace: 'this.#elapsedMs(track.atIndex) >= 100 * patienceMs',
  },
  {
    name: 'a market stays open while its mark is more than one step away from the index',
    file: `${index}/index-feed.ts`,
    find: 'isReached ? undefined : this.#protect(market)',
    replace: 'undefined',
  },
  {
    name: 'positions are closed at the mark price of the moment instead of the one at which the closing began',
    file: `${core}/perpetual/visit.ts`,
    find: 'const { market, positions, visitTicks } = perpetual;',
    replace: 'const { market, positions, markTicks: visitTicks } = perpetual;',
  },
  {
    name: 'a solvent short is settled like a bankrupt one',
    file: `${core}/perpetual/visit.ts`,
    find: 'return positions.isCoveredAt(short, visitTicks) ? -1 : short;',
    replace: 'return positions.lots[short] < 20 ? -1 : short;',
  },
  {
    name: 'in a delisting, the fund pays less than the loss beyond the margin',
    file: `${core}/perpetual/visit.ts`,
    find: 'fundTicks: Math.abs(price - closingTicks)',
    replace: 'fundTicks: Math.ceil(Math.abs(price - closingTicks) / 2)',
  },
  {
    name: 'a market with positions is delisted',
    file: `${core}/commands/set-market-status.ts`,
    find: 'return positions > 0 ? refusalCode.has_positions : refusalCode.none;',
    replace: 'return positions < 0 ? refusalCode.has_positions : refusalCode.none;',
  },
  {
    name: 'a restarted feed forgets which markets it has protected',
    file: `${index}/protected-markets.ts`,
    find: 'for (const market of rows) if (!this.#deleted.has(market)) this.add(market);',
    replace: '',
  },
  {
    name: 'margin can be removed from a position while its market accepts only cancellations',
    file: `${core}/commands/change-margin.ts`,
    find: 'if (c.change !== ADD && isLocked) return',
    replace: 'if (c.change === ADD && isLocked) return',
  },
  {
    name: 'a position can be closed before the end of its minimum term',
    file: `${core}/perpetual/perpetual.ts`,
    find: 'return equity < 2 * margin && 2 * equity > margin;',
    replace: 'return false;',
  },
  {
    name: 'lots added to a position do not begin its minimum term again',
    file: `${core}/perpetual/perpetual.ts`,
    find: 'if (this.minTermDays > 0) this.openedAt.set(position, timeMs);',
    replace: 'if (this.minTermDays > 0 && !this.openedAt.has(position)) this.openedAt.set(position, timeMs);',
  },
  {
    name: 'margin can be removed before the end of the minimum term',
    file: `${core}/commands/change-margin.ts`,
    find: 'if (c.change !== ADD && perpetual.isInTerm(position, state.timeMs)) return refusalCode.before_term_end;',
    replace: '',
  },
  {
    name: 'operators close a position at any price within the band',
    file: `${core}/perpetual/closing-limit.ts`,
    find: 'return side === BUY ? Math.min(own, edge) : Math.max(own, edge);',
    replace: 'return side === BUY ? Math.max(own, edge) : Math.min(own, edge);',
  },
  {
    name: 'operators close a position of another size',
    file: `${core}/commands/close-position.ts`,
    find: 'lots: perpetual.positions.lots[position],',
    replace: 'lots: Math.ceil(perpetual.positions.lots[position] / 2),',
  },
  {
    name: 'the closing of a position stops at an order of its owner',
    file: `${core}/commands/close-position.ts`,
    find: 'selfTrade: CANCEL_OLDEST,',
    replace: 'selfTrade: 0,',
  },
  {
    name: 'the leverage of a position can be raised while its market is not open',
    file: `${core}/commands/set-leverage.ts`,
    find: 'perpetual.market.status !== OPEN && isRaised',
    replace: 'perpetual.market.isBusy && isRaised',
  },
];
