import {
  type AssetId,
  type FundingEnded,
  type FundingSettled,
  type HoldPosted,
  type MarketId,
  type OrderFilled,
  type OrderId,
  type OwnerId,
  type PositionChanged,
  type PositionSettled,
  systemOwners,
  type TransferPosted,
  type TransferPurpose,
  type Wallet,
} from '@vitrine/core';
import type { AssetUnits, TimeMs } from '@vitrine/money';
import type pg from 'pg';
import type { BooksProjection } from '../books/books-projection.ts';
import type { Entry } from '../books/entries.ts';
import { BulkRows } from '../projector/bulk-rows.ts';
import { type At, isClient } from '../projector/projected-event.ts';
import { type FillsProjection, LINES_OF_FILL } from './fills.ts';
import type { LedgerCause, LedgerLine, LedgerLinesProjection } from './ledger-lines.ts';
import type { LiquidationsProjection } from './liquidations.ts';
import type { MarketsProjection } from './markets.ts';

interface Account {
  readonly owner: OwnerId;
  readonly wallet: Wallet;
  readonly asset: AssetId;
  /** The account's balance in the table; undefined until it has been read. */
  units: number | undefined;
  /** The sum of the changes since the last flush; used only for accounts without ledger lines. */
  addedUnits: number;
  isTouched: boolean;
  /** Whether the table has a row for the account. */
  isStored: boolean;
}

/** A change to a client's account balance that is not part of a spot trade, with the fields of its ledger line. */
interface Posting {
  readonly kind: 'posting';
  readonly account: Account;
  readonly units: number;
  readonly position: number;
  readonly line: number;
  readonly timeMs: number;
  readonly cause: LedgerCause;
  readonly order: OrderId;
}

/** Why an account changes, and by which order (0 for none). */
interface Reason {
  readonly cause: LedgerCause;
  readonly order: OrderId;
}

/** Events that move units between accounts. */
export type MovingEvent =
  | TransferPosted
  | HoldPosted
  | OrderFilled
  | PositionChanged
  | PositionSettled
  | FundingSettled
  | FundingEnded;

/** A client's side of a trade, and its changes to two accounts, fee included. */
interface Fill {
  readonly kind: 'fill';
  readonly event: OrderFilled;
  readonly at: At;
  readonly role: 'maker' | 'taker';
  readonly base: Account;
  readonly quote: Account;
  readonly baseUnits: number;
  readonly quoteUnits: number;
}

const columns = { owner_id: 'bigint', wallet: 'text', asset_id: 'integer', units: 'bigint' } as const;

/** This statement costs a third less than an INSERT with ON CONFLICT, which first tries to insert each row. */
const UPDATE = `
update account_balances b set units = rows.units from rows
where (b.owner_id, b.wallet, b.asset_id) = (rows.owner_id, rows.wallet, rows.asset_id)`;

/** The number of accounts whose balances are cached between flushes. */
const CACHED_ACCOUNTS = 200_000;

const walletNumbers: Readonly<Record<Wallet, number>> = { spot: 0, future: 1, funding: 2, earn: 3 };
const MAX_ASSETS = 65_536;

const keyOf = (owner: OwnerId, wallet: Wallet, asset: AssetId): number =>
  (owner * 4 + walletNumbers[wallet]) * MAX_ASSETS + asset;

interface OwnerOfFill {
  readonly owner: OwnerId;
  readonly baseUnits: number;
  readonly quoteUnits: number;
}

/** A fill's changes to two accounts of one owner. */
interface SideOfFill {
  readonly base: Account;
  readonly quote: Account;
  readonly baseUnits: number;
  readonly quoteUnits: number;
}

/**
 * Table account_balances: every account's balance, summed from the events alone, so that an auditor can compare it with
 * the core. Only transfers, posted holds, fills, and the amounts that positions realize, pay and receive are counted:
 * pending holds and margin move nothing between accounts.
 */
export class AccountBalancesProjection {
  readonly #markets: MarketsProjection;
  readonly #lines: LedgerLinesProjection;
  readonly #fills: FillsProjection;
  readonly #books: BooksProjection;
  readonly #liquidations: Pick<LiquidationsProjection, 'isOrder'>;
  readonly #accounts = new Map<number, Account>();
  #touched: Account[] = [];
  #changes: (Posting | Fill)[] = [];
  readonly #wanted = new BulkRows({ owner_id: 'bigint', wallet: 'text', asset_id: 'integer' });
  readonly #rows = new BulkRows(columns);
  readonly #updates = new BulkRows(columns);

  constructor(
    markets: MarketsProjection,
    lines: LedgerLinesProjection,
    fills: FillsProjection,
    books: BooksProjection,
    liquidations: Pick<LiquidationsProjection, 'isOrder'>,
  ) {
    this.#markets = markets;
    this.#lines = lines;
    this.#fills = fills;
    this.#books = books;
    this.#liquidations = liquidations;
  }

  apply(event: MovingEvent, at: At): void {
    switch (event.kind) {
      case 'TransferPosted':
        for (const { owner, wallet, asset, units } of event.legs)
          this.#post(this.#touch(owner, wallet, asset), units, at, by(event.purpose));
        return;
      case 'HoldPosted': {
        const { fromOwner, fromWallet, toOwner, toWallet, asset, units, purpose } = event;
        this.#post(this.#touch(fromOwner, fromWallet, asset), -units, at, by(purpose));
        this.#post(this.#touch(toOwner, toWallet, asset), units, at, by(causeForReceiver(purpose)));
        return;
      }
      case 'OrderFilled':
        if (this.#markets.get(event.market).isPerpetual) this.#payFees(event, at);
        else this.#trade(event, at);
        return;
      default:
        this.#settle(event, at);
    }
  }

  /** [Z1]: both sides of a trade in a perpetual market pay their fees. Realized profit comes with PositionChanged. */
  #payFees(e: OrderFilled, at: At): void {
    const { market, makerOwner, makerOrder, makerFeeUnits, takerOwner, takerOrder, takerFeeUnits } = e;
    const fees = this.#spot(systemOwners.fees, this.#markets.get(market).quote);
    const isLiquidation = this.#liquidations.isOrder(market, takerOrder);
    const takerCause = isLiquidation ? 'liquidation_fee' : 'fee';
    const takerFees = isLiquidation ? this.#margin(systemOwners.insurance, market) : fees;
    this.#post(this.#margin(takerOwner, market), -takerFeeUnits, at, { cause: takerCause, order: takerOrder });
    this.#post(this.#margin(makerOwner, market), -makerFeeUnits, at, { cause: 'fee', order: makerOrder });
    takerFees.addedUnits += takerFeeUnits;
    fees.addedUnits += makerFeeUnits;
  }

  /** Realized profits and losses and funding payments of positions go through the clearing account. */
  #settle(event: PositionChanged | PositionSettled | FundingSettled | FundingEnded, at: At): void {
    const { market } = event;
    const clearing = this.#margin(systemOwners.clearing, market);
    switch (event.kind) {
      case 'PositionChanged':
        this.#post(this.#margin(event.owner, market), event.realizedUnits, at, by('futures_profit'));
        clearing.addedUnits -= event.realizedUnits;
        return;
      case 'PositionSettled':
        this.#post(this.#margin(event.owner, market), -event.feeUnits, at, by('liquidation_fee'));
        this.#margin(systemOwners.insurance, market).addedUnits += event.feeUnits;
        return;
      case 'FundingSettled': {
        const units = event.receivedUnits - event.paidUnits;
        this.#post(this.#margin(event.owner, market), units, at, by('funding'));
        clearing.addedUnits -= units;
        return;
      }
      case 'FundingEnded':
        clearing.addedUnits -= event.restUnits;
        this.#margin(systemOwners.insurance, market).addedUnits += event.restUnits;
    }
  }

  /** The account in which an owner's positions in a perpetual market are settled. */
  #margin(owner: OwnerId, market: MarketId): Account {
    return this.#touch(owner, 'future', this.#markets.get(market).quote);
  }

  #trade(e: OrderFilled, at: At): void {
    const { base, quote, lotUnits } = this.#markets.get(e.market);
    const takerBuys = e.takerSide === 'buy';
    const baseUnits = takerBuys ? e.sizeLots * lotUnits : -e.sizeLots * lotUnits;
    const quoteUnits = takerBuys ? -e.notionalUnits : e.notionalUnits;
    const maker = { owner: e.makerOwner, baseUnits: -baseUnits, quoteUnits: -quoteUnits - e.makerFeeUnits };
    this.#fill(e, at, 'maker', this.#side(maker, base, quote));
    const taker = { owner: e.takerOwner, baseUnits, quoteUnits: quoteUnits - e.takerFeeUnits };
    this.#fill(e, at, 'taker', this.#side(taker, base, quote));
    this.#spot(systemOwners.fees, quote).addedUnits += e.makerFeeUnits + e.takerFeeUnits;
  }

  #spot(owner: OwnerId, asset: AssetId): Account {
    return this.#touch(owner, 'spot', asset);
  }

  #side({ owner, baseUnits, quoteUnits }: OwnerOfFill, base: AssetId, quote: AssetId): SideOfFill {
    return { base: this.#spot(owner, base), quote: this.#spot(owner, quote), baseUnits, quoteUnits };
  }

  #fill(event: OrderFilled, at: At, role: 'maker' | 'taker', { base, quote, baseUnits, quoteUnits }: SideOfFill): void {
    // The exchange's own accounts are part of nearly every fill, so their changes are only summed.
    if (isClient(base.owner)) {
      this.#changes.push({ kind: 'fill', event, at: { ...at }, role, base, quote, baseUnits, quoteUnits });
      at.line += LINES_OF_FILL;
    } else {
      base.addedUnits += baseUnits;
      quote.addedUnits += quoteUnits;
    }
  }

  #post(account: Account, units: number, at: At, { cause, order }: Reason): void {
    if (units === 0) return;
    const { position, timeMs } = at;
    if (!isClient(account.owner)) account.addedUnits += units;
    else this.#changes.push({ kind: 'posting', account, units, position, line: at.line++, timeMs, cause, order });
  }

  #touch(owner: OwnerId, wallet: Wallet, asset: AssetId): Account {
    const key = keyOf(owner, wallet, asset);
    let account = this.#accounts.get(key);
    if (account === undefined) {
      account = { owner, wallet, asset, units: undefined, addedUnits: 0, isTouched: false, isStored: false };
      this.#accounts.set(key, account);
    }
    if (!account.isTouched) {
      account.isTouched = true;
      this.#touched.push(account);
    }
    return account;
  }

  async flush(client: pg.ClientBase): Promise<void> {
    if (this.#touched.length === 0) return;
    await this.#load(client);
    for (const change of this.#changes) this.#tell(change);
    this.#changes = [];
    for (const account of this.#touched) {
      const units = added(account, account.addedUnits);
      const rows = account.isStored ? this.#updates : this.#rows;
      rows.add(account.owner, account.wallet, account.asset, units);
      account.isStored = true;
      account.addedUnits = 0;
      account.isTouched = false;
    }
    this.#touched = [];
    if (this.#rows.length > 0) await this.#rows.insertInto(client, 'account_balances');
    await this.#update(client);
    this.#shrinkCache();
  }

  async #update(client: pg.ClientBase): Promise<void> {
    const { length } = this.#updates;
    if (length === 0) return;
    const { rowCount } = await this.#updates.run(client, 'update account_balances', UPDATE);
    if (rowCount !== length) throw new Error('Another process has deleted rows of account_balances');
  }

  #tell(change: Posting | Fill): void {
    if (change.kind === 'posting') {
      this.#lines.add(change.account.owner, ledgerLine(change, added(change.account, change.units)));
      this.#books.add(change.account.owner, postingEntry(change));
    } else {
      const { event, at, role, base, quote, baseUnits, quoteUnits } = change;
      this.#fills.add(event, at, role, added(base, baseUnits), added(quote, quoteUnits));
      this.#books.add(base.owner, tradeEntry(change));
    }
  }

  async #load(client: pg.ClientBase): Promise<void> {
    for (const account of this.#touched) {
      if (account.units !== undefined) continue;
      account.units = 0;
      this.#wanted.add(account.owner, account.wallet, account.asset);
    }
    if (this.#wanted.length === 0) return;
    const { rows } = await this.#wanted.run(
      client,
      'load account_balances',
      `select b.owner_id, b.wallet, b.asset_id, b.units from rows join account_balances b using (owner_id, wallet, asset_id)`,
    );
    for (const row of rows as { owner_id: string; wallet: Wallet; asset_id: number; units: string }[]) {
      const account = this.#touch(Number(row.owner_id), row.wallet, row.asset_id);
      account.units = Number(row.units);
      account.isStored = true;
    }
  }

  /** Evicts the oldest cache entries; they are read again when needed. */
  #shrinkCache(): void {
    for (const key of this.#accounts.keys()) {
      if (this.#accounts.size <= CACHED_ACCOUNTS) return;
      this.#accounts.delete(key);
    }
  }
}

/** Adds to the balance of the account, and returns the new balance. */
function added(account: Account, units: number): number {
  const balance = (account.units ?? 0) + units;
  if (!Number.isSafeInteger(balance))
    throw new Error(
      `The balance of owner ${account.owner}, wallet ${account.wallet}, asset ${account.asset} exceeds the range of safe integers`,
    );
  account.units = balance;
  return balance;
}

function ledgerLine(posting: Posting, balance: number): LedgerLine {
  const { account } = posting;
  return {
    position: posting.position,
    line: posting.line,
    wallet: account.wallet,
    asset: account.asset,
    cause: posting.cause,
    amountUnits: posting.units as AssetUnits,
    balanceAfterUnits: balance as AssetUnits,
    order: posting.order,
    timeMs: posting.timeMs as TimeMs,
  };
}

function postingEntry({ account, units, cause, position, line, timeMs }: Posting): Entry {
  const { wallet, asset } = account;
  return { kind: 'posting', position, line, timeMs, wallet, asset, cause, units };
}

function tradeEntry({ event, at, role, base, quote, baseUnits }: Fill): Entry {
  const { position, line, timeMs } = at;
  return {
    kind: 'trade',
    position,
    line,
    timeMs,
    base: base.asset,
    quote: quote.asset,
    side: baseUnits > 0 ? 'buy' : 'sell',
    baseUnits: Math.abs(baseUnits),
    notionalUnits: event.notionalUnits,
    feeUnits: role === 'taker' ? event.takerFeeUnits : event.makerFeeUnits,
  };
}

const by = (cause: LedgerCause): Reason => ({ cause, order: 0 });

/** An internal transfer is a withdrawal for one client and a deposit for the other. */
const causeForReceiver = (purpose: TransferPurpose): TransferPurpose =>
  purpose === 'withdrawal' ? 'deposit' : purpose;
