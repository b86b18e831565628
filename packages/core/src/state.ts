import { ClientOrderIds } from './client-order-ids.ts';
import * as codes from './codec/codes.ts';
import type { CommandFields } from './codec/command-fields.ts';
import { DueQueue } from './due-queue.ts';
import { Holds } from './holds.ts';
import * as ledgers from './ledger.ts';
import { Ledger } from './ledger.ts';
import { Levels } from './levels.ts';
import type { Market } from './market.ts';
import { Orders } from './orders.ts';
import { Owners } from './owners.ts';
import { References } from './references.ts';
import * as seats from './seats.ts';
import { Seats } from './seats.ts';
import { Taker } from './taker.ts';
import { WithdrawalUses } from './withdrawal-uses.ts';

// Bound here because the compiler knows a module's own constants but reads imported ones from memory each time.
const { CLIENT_REFERENCE } = codes;
const { MAX_ASSETS } = ledgers;
const { MAX_MARKETS } = seats;

/** The rules this release knows. */
export const RULES_VERSION = 1;
export const MAX_TIER = 255;
/** How much of what is due one command may do. */
export const DUE_PER_COMMAND = 1000;

/** Orders of an owner at a market that are still to be cancelled because there were too many for one command. */
export interface Sweep {
  readonly owner: number;
  readonly market: number;
  readonly end: number;
  /** Orders accepted later are not meant. */
  readonly upToOrder: number;
}

/** Everything the core knows. Its parts are public to each other and to the commands, to nobody else. */
export class State {
  rulesVersion = RULES_VERSION;
  position = 0;
  batchTimeMs = 0;
  clockOffsetMs = 0;
  timeMs = 0;
  nextOrder = 1;
  nextHold = 1;

  readonly owners = new Owners();
  readonly ledger = new Ledger(this.owners);
  readonly seats = new Seats();
  readonly orders = new Orders(this.seats);
  readonly clientOrderIds = new ClientOrderIds(this.orders, this.seats);
  readonly levels = new Levels(this.orders);
  readonly holds = new Holds(this.owners, this.ledger);
  readonly withdrawalUses = new WithdrawalUses();
  readonly clientReferences = new References();
  readonly outsideReferences = new References();

  /** Packed codes by asset id; 0 where there is none. */
  readonly assetCodes = new Float64Array(MAX_ASSETS);
  readonly assetScales = new Int32Array(MAX_ASSETS);
  readonly marketById: (Market | undefined)[] = new Array(MAX_MARKETS).fill(undefined);
  /** By id. */
  readonly markets: Market[] = [];

  readonly tierIsSet = new Int32Array(MAX_TIER + 1);
  readonly makerPpm = new Int32Array(MAX_TIER + 1);
  readonly takerPpm = new Int32Array(MAX_TIER + 1);

  /** Orders whose trigger was reached, by (time, id). */
  readonly fired = new DueQueue();
  sweeps: Sweep[] = [];

  readonly taker = new Taker();
  /** The sum of what was read ahead: part of nothing, but without a reader the reads would be left out. */
  warmed = 0;

  seatOf(owner: number, market: Market): number {
    const found = this.seats.find(owner, market.id);
    if (found >= 0) return found;
    const base = this.ledger.ensure(owner, 0, market.base);
    const quote = this.ledger.ensure(owner, 0, market.quote);
    return this.seats.add(owner, market.id, this.owners.ensure(owner), base, quote);
  }

  /** Where the command's reference is remembered. It must have one. */
  referencesOf(c: CommandFields): References {
    return c.referenceSource === CLIENT_REFERENCE ? this.clientReferences : this.outsideReferences;
  }

  addMarket(market: Market): void {
    this.marketById[market.id] = market;
    this.markets.push(market);
    this.markets.sort((a, b) => a.id - b.id);
  }
}
