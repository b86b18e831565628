import {
  type Converted,
  type Core,
  type CoreEvent,
  FIRST_CLIENT_OWNER,
  type HoldPending,
  type HoldPosted,
  type HoldVoided,
  type OrderId,
  type OwnerId,
  systemOwners,
  type Wallet,
} from '@vitrine/core';
import type { AppliedBatch } from '@vitrine/sequencer';
import { assets, owners, type PendingHold, WITHDRAWAL_LIMIT_UNITS } from './population.ts';

interface MarketAssets {
  readonly base: number;
  readonly quote: number;
  readonly lotUnits: number;
}

/** The sums of a taker's fills. */
interface Taken {
  baseUnits: number;
  /** Without the fee. */
  quoteUnits: number;
  feeUnits: number;
}

interface Use {
  readonly owner: OwnerId;
  readonly units: number;
  readonly timeMs: number;
}

const DAY_MS = 24 * 3_600_000;

/** Thrown at the first fault that the auditor finds; it ends the run. */
class AuditError extends Error {
  override readonly name = 'AuditError';
}

/**
 * Keeps its own books, derived only from the events, and compares them with the core after each batch. Each asset must
 * sum to zero, no client's balance may be negative, held amounts must equal those of open orders and holds, and every
 * balance must be the sum of its events. Also checks that withdrawals within any 24 hours stay within the limit, and
 * that the amounts of a conversion match those of its orders.
 */
export class Auditor {
  readonly #totals = new Map<string, number>();
  readonly #markets = new Map<number, MarketAssets>();
  readonly #sides = new Map<number, { readonly owner: OwnerId; readonly side: 'buy' | 'sell' }>();
  readonly #pendingHolds = new Map<number, PendingHold>();
  /** The part of the owner's limit that each withdrawal uses, keyed by the withdrawal's hold. */
  readonly #uses = new Map<number, Use>();
  /** The sums of each taker's fills in the current batch, keyed by order. */
  readonly #taken = new Map<OrderId, Taken>();
  #nowMs = 0;
  /** The number of checks of each kind: a world without checks of a kind proves nothing about that kind. */
  readonly checked = {
    continued: 0,
    converted: 0,
    depositsPosted: 0,
    depositsVoided: 0,
    withdrawalsPosted: 0,
    withdrawalsVoided: 0,
  };

  /** Holds that are neither posted nor voided. */
  get pendingHolds(): readonly PendingHold[] {
    return [...this.#pendingHolds.values()];
  }

  /** Adds a batch to the auditor's own books. */
  book(applied: AppliedBatch): void {
    this.#nowMs = applied.timeMs;
    this.#taken.clear();
    applied.events.forEach((_, event) => {
      this.#book(event);
    });
  }

  /** Compares the books with the core, which must be at the position of the last booked batch. */
  compare(core: Core): void {
    for (const asset of assets) {
      const sum = core.assetSum(asset);
      if (sum !== 0) throw new AuditError(`the accounts of asset ${asset} sum to ${sum} instead of zero`);
    }
    for (const owner of [...owners, ...Object.values(systemOwners)]) this.#auditOwner(owner, core);
    for (const owner of owners) this.#auditUse(owner, core);
  }

  #auditUse(owner: OwnerId, core: Core): void {
    let used = 0;
    for (const use of this.#uses.values())
      if (use.owner === owner && use.timeMs > core.timeMs - DAY_MS) used += use.units;
    if (core.withdrawalUse(owner) !== used)
      throw new AuditError(`owner ${owner} has withdrawn ${used}, but the core reports ${core.withdrawalUse(owner)}`);
    if (used > WITHDRAWAL_LIMIT_UNITS)
      throw new AuditError(`owner ${owner} has withdrawn ${used}, above the limit of ${WITHDRAWAL_LIMIT_UNITS}`);
  }

  #auditOwner(owner: OwnerId, core: Core): void {
    for (const asset of assets) {
      const { availableUnits, heldUnits } = core.balance(owner, 'spot', asset);
      const total = availableUnits + heldUnits;
      const booked = this.#totals.get(keyOf(owner, 'spot', asset)) ?? 0;
      if (total !== booked)
        throw new AuditError(`owner ${owner} has ${total} of asset ${asset}, but the events sum to ${booked}`);
      if (owner >= FIRST_CLIENT_OWNER && (availableUnits < 0 || heldUnits < 0))
        throw new AuditError(`client ${owner} has ${availableUnits} available and ${heldUnits} held of asset ${asset}`);
      const causes = this.#causesOf(owner, asset, core);
      if (heldUnits !== causes)
        throw new AuditError(
          `${heldUnits} of asset ${asset} are held for owner ${owner}, but its orders and holds need ${causes}`,
        );
    }
  }

  #causesOf(owner: OwnerId, asset: number, core: Core): number {
    let units = 0;
    for (const order of core.allOpenOrders(owner)) {
      const market = this.#markets.get(order.market);
      if (order.place === 'taking') this.checked.continued += 1;
      if (asset === (order.side === 'buy' ? market?.quote : market?.base)) units += order.heldUnits;
    }
    for (const hold of this.#pendingHolds.values())
      if (hold.owner === owner && hold.asset === asset) units += hold.units;
    return units;
  }

  #add(owner: OwnerId, wallet: Wallet, asset: number, units: number): void {
    const key = keyOf(owner, wallet, asset);
    this.#totals.set(key, (this.#totals.get(key) ?? 0) + units);
  }

  #book(event: CoreEvent): void {
    switch (event.kind) {
      case 'MarketListed':
        this.#markets.set(event.market, event);
        break;
      case 'TransferPosted':
        for (const leg of event.legs) this.#add(leg.owner, leg.wallet, leg.asset, leg.units);
        break;
      case 'HoldPending':
        this.#bookHold(event);
        break;
      case 'HoldPosted':
        this.#endHold(event);
        this.#add(event.fromOwner, event.fromWallet, event.asset, -event.units);
        this.#add(event.toOwner, event.toWallet, event.asset, event.units);
        break;
      case 'HoldVoided':
        this.#endHold(event);
        this.#uses.delete(event.hold);
        break;
      case 'Converted':
        this.#auditConversion(event);
        break;
      case 'OrderAccepted':
        this.#sides.set(event.order, event);
        break;
      case 'OrderFilled':
        this.#bookFill(event);
        break;
    }
  }

  #bookHold({ hold, fromOwner: owner, asset, units, purpose, record }: HoldPending): void {
    this.#pendingHolds.set(hold, { hold, owner, asset, units, purpose, record });
    if (purpose === 'withdrawal') this.#uses.set(hold, { owner, units, timeMs: this.#nowMs });
  }

  /**
   * A hold must end with the record and purpose that it began with, and the units that it posts, voids or returns must
   * add up to the units held.
   */
  #endHold(event: HoldPosted | HoldVoided): void {
    const { hold, record, purpose, kind } = event;
    const pending = this.#pendingHolds.get(hold);
    const returned = kind === 'HoldPosted' ? event.returnedUnits : 0;
    if (pending === undefined) throw new AuditError(`hold ${hold} was completed, but was not pending`);
    if (pending.record !== record || pending.purpose !== purpose || pending.units !== event.units + returned)
      throw new AuditError(
        `hold ${hold} was created and completed with different values: ${JSON.stringify([pending, event])}`,
      );
    this.#pendingHolds.delete(hold);
    const posted = kind === 'HoldPosted';
    if (purpose === 'deposit') this.checked[posted ? 'depositsPosted' : 'depositsVoided'] += 1;
    if (purpose === 'withdrawal') this.checked[posted ? 'withdrawalsPosted' : 'withdrawalsVoided'] += 1;
  }

  /** Compares the amounts of a conversion with the fills of its orders. */
  #auditConversion(event: Converted): void {
    this.checked.converted += 1;
    const first = this.#taken.get(event.firstOrder);
    const second = event.secondOrder === 0 ? undefined : this.#taken.get(event.secondOrder);
    if (first === undefined || (event.secondOrder !== 0 && second === undefined))
      throw new AuditError(`the orders of a conversion did not trade: ${JSON.stringify(event)}`);
    const brought = first.quoteUnits - first.feeUnits;
    const paid = (taken: Taken) => taken.quoteUnits + taken.feeUnits;
    const isPurchase = event.from === event.quote;
    const expected = {
      spentUnits: isPurchase ? paid(first) : first.baseUnits,
      receivedUnits: second?.baseUnits ?? (isPurchase ? first.baseUnits : brought),
      betweenUnits: second === undefined ? 0 : brought,
      unusedUnits: second === undefined ? 0 : brought - paid(second),
      feeUnits: first.feeUnits + (second?.feeUnits ?? 0),
    };
    for (const [name, units] of Object.entries(expected))
      if (event[name as keyof typeof expected] !== units)
        throw new AuditError(
          `a conversion reports ${JSON.stringify(event)}, but its orders add up to ${JSON.stringify(expected)}`,
        );
    if (event.unusedUnits < 0) throw new AuditError(`a conversion spent more than it had: ${JSON.stringify(event)}`);
  }

  #bookFill(fill: Extract<CoreEvent, { kind: 'OrderFilled' }>): void {
    const market = this.#markets.get(fill.market);
    if (market === undefined) throw new AuditError(`a fill is in market ${fill.market}, which is not listed`);
    const takerBuys = fill.takerSide === 'buy';
    const [buyer, buyerFee] = takerBuys ? [fill.takerOwner, fill.takerFeeUnits] : [fill.makerOwner, fill.makerFeeUnits];
    const [seller, sellerFee] = takerBuys
      ? [fill.makerOwner, fill.makerFeeUnits]
      : [fill.takerOwner, fill.takerFeeUnits];
    const baseUnits = fill.sizeLots * market.lotUnits;
    this.#add(buyer, 'spot', market.base, baseUnits);
    this.#add(seller, 'spot', market.base, -baseUnits);
    this.#add(buyer, 'spot', market.quote, -fill.notionalUnits - buyerFee);
    this.#add(seller, 'spot', market.quote, fill.notionalUnits - sellerFee);
    this.#add(systemOwners.fees, 'spot', market.quote, buyerFee + sellerFee);
    const taken = this.#taken.get(fill.takerOrder) ?? { baseUnits: 0, quoteUnits: 0, feeUnits: 0 };
    taken.baseUnits += baseUnits;
    taken.quoteUnits += fill.notionalUnits;
    taken.feeUnits += fill.takerFeeUnits;
    this.#taken.set(fill.takerOrder, taken);
    if (this.#sides.get(fill.makerOrder)?.owner !== fill.makerOwner)
      throw new AuditError(`order ${fill.makerOrder} was filled for owner ${fill.makerOwner}, who did not place it`);
    if (buyer === seller) throw new AuditError(`owner ${buyer} traded with themselves`);
  }
}

const keyOf = (owner: OwnerId, wallet: Wallet, asset: number): string => `${owner} ${wallet} ${asset}`;
