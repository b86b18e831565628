import { type Core, type CoreEvent, FIRST_CLIENT_OWNER, type OwnerId, systemOwners, type Wallet } from '@vitrine/core';
import type { AppliedBatch } from '@vitrine/sequencer';
import { assets, owners } from './population.ts';

interface MarketAssets {
  readonly base: number;
  readonly quote: number;
  readonly lotUnits: number;
}

/** Everything the auditor finds wrong is thrown: the run ends where it happened. */
class AuditError extends Error {
  override readonly name = 'AuditError';
}

/**
 * Keeps its own books from the events alone, and after each batch compares them with the core: per asset everything sums
 * to zero, no client stands below zero, what is held equals what open orders and holds say, and every balance is what
 * the events add up to.
 */
export class Auditor {
  readonly #totals = new Map<string, number>();
  readonly #markets = new Map<number, MarketAssets>();
  readonly #sides = new Map<number, { readonly owner: OwnerId; readonly side: 'buy' | 'sell' }>();
  readonly #pendingHolds = new Map<
    number,
    { readonly owner: OwnerId; readonly asset: number; readonly units: number }
  >();

  /** Hold numbers that are neither posted nor voided. */
  get pendingHolds(): readonly number[] {
    return [...this.#pendingHolds.keys()];
  }

  /** Takes a batch into the auditor's own books. */
  book(applied: AppliedBatch): void {
    applied.events.forEach((_, event) => {
      this.#book(event);
    });
  }

  /** Compares the books with the core, which must stand after the last batch booked. */
  compare(core: Core): void {
    for (const asset of assets) {
      const sum = core.assetSum(asset);
      if (sum !== 0) throw new AuditError(`all accounts of asset ${asset} sum to ${sum}`);
    }
    for (const owner of [...owners, ...Object.values(systemOwners)]) this.#auditOwner(owner, core);
  }

  #auditOwner(owner: OwnerId, core: Core): void {
    for (const asset of assets) {
      const { availableUnits, heldUnits } = core.balance(owner, 'spot', asset);
      const total = availableUnits + heldUnits;
      const booked = this.#totals.get(keyOf(owner, 'spot', asset)) ?? 0;
      if (total !== booked)
        throw new AuditError(`owner ${owner} has ${total} of asset ${asset}, the events say ${booked}`);
      if (owner >= FIRST_CLIENT_OWNER && (availableUnits < 0 || heldUnits < 0))
        throw new AuditError(`client ${owner} stands at ${availableUnits} and ${heldUnits} of asset ${asset}`);
      const causes = this.#causesOf(owner, asset, core);
      if (heldUnits !== causes)
        throw new AuditError(
          `${heldUnits} of asset ${asset} are held for owner ${owner}, but its orders and holds need ${causes}`,
        );
    }
  }

  #causesOf(owner: OwnerId, asset: number, core: Core): number {
    let units = 0;
    for (const order of core.openOrders(owner)) {
      const market = this.#markets.get(order.market);
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
        this.#pendingHolds.set(event.hold, { owner: event.fromOwner, asset: event.asset, units: event.units });
        break;
      case 'HoldPosted':
        this.#pendingHolds.delete(event.hold);
        this.#add(event.fromOwner, event.fromWallet, event.asset, -event.units);
        this.#add(event.toOwner, event.toWallet, event.asset, event.units);
        break;
      case 'HoldVoided':
        this.#pendingHolds.delete(event.hold);
        break;
      case 'OrderAccepted':
        this.#sides.set(event.order, event);
        break;
      case 'OrderFilled':
        this.#bookFill(event);
        break;
    }
  }

  #bookFill(fill: Extract<CoreEvent, { kind: 'OrderFilled' }>): void {
    const market = this.#markets.get(fill.market);
    if (market === undefined) throw new AuditError(`a fill in market ${fill.market}, which is not listed`);
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
    if (this.#sides.get(fill.makerOrder)?.owner !== fill.makerOwner)
      throw new AuditError(`order ${fill.makerOrder} was filled for owner ${fill.makerOwner}, who did not place it`);
    if (buyer === seller) throw new AuditError(`owner ${buyer} traded with themselves`);
  }
}

const keyOf = (owner: OwnerId, wallet: Wallet, asset: number): string => `${owner} ${wallet} ${asset}`;
