import { type OwnerId, systemOwners } from '@vitrine/core';
import type pg from 'pg';
import { custodyOwner } from '../../custody-accounts.ts';
import { assert } from './findings.ts';
import type { LedgerCoin } from './kinds-of-networks.ts';
import type { WatchedHold } from './ledger-watch.ts';
import type { MemoryLog } from './memory-log.ts';
import { type Arrival, arrivalsIn, arrivalsOf, type NetworkOfSeed } from './network-of-seed.ts';
import type { PlayedTransaction } from './played-transactions.ts';
import type { SignedOrder } from './remembering-signer.ts';

interface DepositRow {
  readonly deposit_id: string;
  readonly txid: string;
  readonly output: string;
  readonly coin: string;
  readonly owner_id: string;
  readonly chain_amount: string;
  readonly units: string;
  readonly height: string | null;
  readonly available_at: Date | null;
  readonly stuck: string | null;
}

/** A deposit with its state in the ledger, which its row does not contain. */
interface Deposit extends DepositRow {
  readonly ledger: 'none' | 'frozen' | 'available';
}

interface WithdrawalRow {
  readonly id: string;
  readonly owner: string;
  readonly coin: string;
  readonly address: string;
  readonly state: string;
  readonly units: string;
  readonly fee_units: string;
  readonly payment: string | null;
  readonly txid: string;
}

/** The contents of custody's rows and the state of the network at one moment. */
interface Facts {
  readonly deposits: readonly Deposit[];
  readonly withdrawals: readonly WithdrawalRow[];
  /** Every transaction that was ever in a block, on whichever branch. */
  readonly included: readonly PlayedTransaction[];
}

export interface ChecksParts {
  readonly pool: pg.Pool;
  readonly log: MemoryLog;
  readonly network: NetworkOfSeed;
  /** Owners by deposit address. */
  readonly owners: ReadonlyMap<string, OwnerId>;
  /** All that the signer has signed. */
  readonly signed: () => readonly SignedOrder[];
}

const keyOf = ({ txid, output }: Pick<Arrival, 'txid' | 'output'>): string => `${txid} ${output}`;

/** Compares the exchange's records with the chain and the log. */
export class Checks {
  readonly #parts: ChecksParts;

  constructor(parts: ChecksParts) {
    this.#parts = parts;
  }

  /**
   * Checks what must hold at any moment: nothing happened too early or twice, and no client has more than was
   * deposited.
   */
  async always(): Promise<void> {
    const facts = await this.#facts();
    this.#checkDepositHolds(facts);
    this.#checkWithdrawalHolds(facts);
    this.#checkFees(facts);
    this.#checkPayments();
    await this.#checkDisplaced(facts);
    this.#checkClients();
    await this.#checkBlocks();
  }

  /**
   * Checks what must hold when the exchange, using an honest node and without interruption, has read the chain to its
   * tip.
   */
  async caughtUp(): Promise<void> {
    const { network } = this.#parts;
    const { deposits } = await this.#facts();
    const rows = new Map(deposits.map((row) => [keyOf(row), row]));
    const check = 'a deposit is reversed with its block, and credited when it is due';
    const late = deposits.find(({ height, ledger }) => height === null && ledger === 'frozen');
    assert(late === undefined, check, () => `${late && keyOf(late)} is credited but in no block`);
    this.#checkAvailable(deposits);
    for (const { arrival, confirmations } of this.#arrivals()) {
      const row = rows.get(keyOf(arrival));
      const due = this.#due(arrival, confirmations);
      const told = () => `${keyOf(arrival)} has ${confirmations} confirmations and is ${row?.ledger}, not ${due}`;
      assert(
        row?.height !== null && row !== undefined,
        check,
        () => `${keyOf(arrival)} is on the chain, but not in the table`,
      );
      const isDue = due === undefined || row.stuck !== null || row.ledger === due || row.ledger === 'available';
      assert(isDue || network.row(arrival.coin)?.depositsOpen === false, check, told);
    }
  }

  /** Checks that a deposit is available in its row if and only if it is available according to the log. */
  #checkAvailable(deposits: readonly Deposit[]): void {
    for (const row of deposits) {
      const told = () =>
        `${keyOf(row)} has been available since ${row.available_at}, but is ${row.ledger} in the ledger`;
      assert((row.available_at !== null) === (row.ledger === 'available'), 'no deposit is lost', told);
    }
  }

  /** The state that a deposit should have reached by now; undefined if it is below the minimum. */
  #due({ coin, amount, to }: Arrival, confirmations: number): Deposit['ledger'] | undefined {
    const { decimals } = this.#parts.network.coin(coin);
    const { creditConfirmations = 0, unlockConfirmations = 0 } = this.#parts.network.row(coin) ?? {};
    if (amount < 10n ** BigInt(decimals)) return undefined;
    if (confirmations >= unlockConfirmations) return 'available';
    return confirmations >= creditConfirmations && this.#parts.owners.has(to) ? 'frozen' : undefined;
  }

  /** Checks what must hold when nothing is in progress: everything has happened exactly once. */
  async atTheEnd(): Promise<void> {
    await this.always();
    await this.caughtUp();
    const facts = await this.#facts();
    this.#checkDeposits(facts.deposits);
    for (const withdrawal of facts.withdrawals) this.#checkName(withdrawal, await this.#checkWithdrawal(withdrawal));
    const held = [...this.#parts.log.core.pendingHolds()].length;
    const open = facts.withdrawals.filter(({ state }) => !isOver(state)).length;
    const end = 'everything is completed';
    assert(held === open, end, () => `${held} holds are pending, but ${open} withdrawals have not ended`);
    const { rows } = await this.#parts.pool.query<{ payment_id: string }>('select payment_id from outgoing_claims');
    assert(rows.length === 0, end, () => `${rows[0]?.payment_id} still claims something`);
    await this.#checkAlarms();
    this.#checkTreasury(facts);
  }

  /** Checks what must hold after reorgs that removed final transactions; the books are not checked then. */
  async afterDeepForks(): Promise<void> {
    await this.always();
    for (const withdrawal of (await this.#facts()).withdrawals) {
      const isLost = withdrawal.state === 'completed' && withdrawal.payment === 'failed';
      if (isLost) await this.#checkTold(withdrawal);
      else await this.#checkWithdrawal(withdrawal);
    }
    const { rows } = await this.#parts.pool.query<{ deposit_id: string }>(
      `select deposit_id from chain_deposits d where available_at is not null and height is null and not exists
         (select from custody_alarms a where a.kind = 'deep_reorganisation' and a.ended_at is null
            and a.subject = 'deposit ' || d.deposit_id)`,
    );
    assert(
      rows.length === 0,
      'operators are notified',
      () => `deposit ${rows[0]?.deposit_id} disappeared, but operators were not notified`,
    );
  }

  /** Checks that an alarm was raised about a completed withdrawal whose payment failed after a reorg. */
  async #checkTold({ id }: WithdrawalRow): Promise<void> {
    const { rowCount } = await this.#parts.pool.query(
      `select from custody_alarms where kind = 'withdrawal_failed' and ended_at is null and subject = $1`,
      [`withdrawal:${id}`],
    );
    assert(
      rowCount === 1,
      'operators are notified',
      () => `withdrawal ${id} is no longer paid on the chain, but operators were not notified`,
    );
  }

  async #facts(): Promise<Facts> {
    const { pool, network } = this.#parts;
    const deposits = await pool.query<DepositRow>('select * from chain_deposits order by deposit_id');
    const withdrawals = await pool.query<WithdrawalRow>(
      `select w.*, p.state as payment from withdrawals w
       left join outgoing_payments p on p.id = w.payment_id where w.state <> 'draft' order by w.id`,
    );
    const standing = this.#parts.log.watch.of('deposit').filter(({ voidedAt }) => voidedAt === undefined);
    const ledger = new Map<number | undefined, Deposit['ledger']>(
      standing.map(({ command, postedAt }) => [command.record, postedAt === undefined ? 'frozen' : 'available']),
    );
    const ledgerOf = (row: DepositRow) => ledger.get(Number(row.deposit_id)) ?? 'none';
    const withLedger = deposits.rows.map((row) => ({ ...row, ledger: ledgerOf(row) }));
    return { deposits: withLedger, withdrawals: withdrawals.rows, included: network.everIncluded() };
  }

  async #checkBlocks(): Promise<void> {
    const { rows } = await this.#parts.pool.query<{ hash: string }>(
      'select hash from chain_blocks order by height desc',
    );
    const branch = this.#parts.network.back(rows[0]?.hash ?? '');
    for (const { hash } of rows) {
      const block = branch.next().value;
      const told = () => `${hash} was read in place of ${block?.hash}, on which the later ones are built`;
      assert(block?.hash === hash, 'the blocks read form one chain', told);
    }
  }

  // Checks of deposits.

  #checkDepositHolds({ deposits, included }: Facts): void {
    const { log } = this.#parts;
    const rows = new Map(deposits.map((row) => [Number(row.deposit_id), row]));
    const came = included.filter(({ succeeded }) => succeeded);
    const arrivals = new Map(came.flatMap(arrivalsOf).map((arrival) => [keyOf(arrival), arrival]));
    const live = new Set<number>();
    for (const hold of log.watch.of('deposit')) {
      const { record = 0, units } = hold.command;
      const row = rows.get(record);
      const arrival = row && arrivals.get(keyOf(row));
      const once = 'a deposit is credited once, with the amount that arrived';
      assert(row !== undefined && arrival !== undefined, once, () => `deposit ${record} never arrived`);
      assert(this.#isFor(arrival, hold), once, () => `${units} were credited for ${keyOf(arrival)}`);
      this.#checkTimes(arrival, hold);
      if (hold.voidedAt !== undefined) continue;
      assert(!live.has(record), once, () => `deposit ${record} is credited twice`);
      live.add(record);
    }
  }

  #isFor({ to, coin, amount }: Arrival, { command }: WatchedHold): boolean {
    const { asset, decimals, scale } = this.#parts.network.coin(coin);
    const isRight = command.to.owner === this.#ownerOf(to) && command.asset === asset;
    return isRight && command.units === unitsFor(amount, decimals, scale);
  }

  #ownerOf(address: string): OwnerId | undefined {
    const { network, owners } = this.#parts;
    return address === network.chain.hotAddress ? systemOwners.treasury : owners.get(address);
  }

  #checkTimes({ txid, coin, to }: Arrival, { madeAt, postedAt }: WatchedHold): void {
    const { network } = this.#parts;
    const { creditConfirmations = Infinity, unlockConfirmations = Infinity } = network.row(coin) ?? {};
    const credit = this.#ownerOf(to) === systemOwners.treasury ? unlockConfirmations : creditConfirmations;
    const came = { txid, succeeded: true };
    const told = () => `${txid} of ${coin}`;
    assert(network.hadReached(came, credit, madeAt), 'a deposit is never credited early', told);
    if (postedAt === undefined) return;
    assert(network.hadReached(came, unlockConfirmations, postedAt), 'a deposit is never available early', told);
  }

  /** All transfers on the chain to our addresses, with their confirmations. */
  #arrivals(): readonly { readonly arrival: Arrival; readonly confirmations: number }[] {
    const { network, owners } = this.#parts;
    const { chain } = network;
    return [...chain.back()].flatMap((block) =>
      arrivalsIn(block, (coin) => chain.isListed(coin))
        .filter(({ to }) => to === chain.hotAddress || owners.has(to))
        .map((arrival) => ({ arrival, confirmations: chain.tip.height - block.height + 1 })),
    );
  }

  #checkDeposits(rows: readonly Deposit[]): void {
    const known = new Map(rows.filter(({ height }) => height !== null).map((row) => [keyOf(row), row]));
    const real = this.#arrivals();
    for (const { arrival } of real) this.#checkDeposit(arrival, known.get(keyOf(arrival)));
    const lost = 'no deposit is lost';
    assert(
      known.size === real.length,
      lost,
      () => `${known.size} are in the table, but ${real.length} are on the chain`,
    );
    const gone = rows.find(({ height, ledger }) => height === null && ledger !== 'none');
    assert(gone === undefined, lost, () => `${gone && keyOf(gone)} is credited but in no block`);
    this.#checkSmall([...known.values()]);
  }

  #checkDeposit({ txid, coin, amount }: Arrival, row: Deposit | undefined): void {
    const { decimals, scale } = this.#parts.network.coin(coin);
    const units = unitsFor(amount, decimals, scale);
    const lost = 'no deposit is lost';
    assert(row !== undefined && BigInt(row.chain_amount) === amount, lost, () => `${amount} of ${txid}`);
    if (units === undefined) return;
    assert(Number(row.units) === units, lost, () => `${txid} is recorded with ${row.units}, not ${units}`);
    const isBig = units >= 10 ** scale;
    const isCredited = !isBig || row.stuck !== null || row.ledger === 'available';
    assert(isCredited, lost, () => `${txid}, ${units} of ${coin}, is ${row.ledger} at the end`);
  }

  /**
   * Checks, per client and coin, that the small deposits not yet credited add up to less than the minimum.
   */
  #checkSmall(rows: readonly Deposit[]): void {
    const sums = new Map<string, number>();
    for (const { ledger, stuck, owner_id, coin, units } of rows) {
      if (ledger === 'available' || stuck !== null) continue;
      const sum = (sums.get(`${owner_id} ${coin}`) ?? 0) + Number(units);
      sums.set(`${owner_id} ${coin}`, sum);
      const least = 10 ** this.#parts.network.coin(coin).scale;
      assert(sum < least, 'no deposit is lost', () => `${sum} ${coin} were not credited to owner ${owner_id}`);
    }
  }

  // Checks of withdrawals and payments.

  #checkWithdrawalHolds({ withdrawals, included }: Facts): void {
    const rows = new Map(withdrawals.map((row) => [Number(row.id), row]));
    const posted = new Set<number>();
    for (const { command, postedAt, voidedAt } of this.#parts.log.watch.of('withdrawal')) {
      const row = rows.get(command.record ?? 0);
      const early = 'a withdrawal is settled in the ledger only after its payment has its confirmations';
      assert(row !== undefined, early, () => `nobody requested withdrawal ${command.record}`);
      if (postedAt !== undefined) {
        const isPaid = included.some((one) => this.#pays(one, row, postedAt));
        assert(isPaid, early, () => `withdrawal ${row.id} was posted, but not paid on the chain`);
        posted.add(Number(row.id));
      }
      if (voidedAt !== undefined) this.#checkGivenBack(row, included, voidedAt);
    }
    for (const row of withdrawals) this.#checkWithdrawalFee(row, posted.has(Number(row.id)));
  }

  /** Whether the transaction pays the withdrawal, and was final at `moment`. */
  #pays(transaction: PlayedTransaction, row: WithdrawalRow, moment: number): boolean {
    const { paymentId, outputs, succeeded } = transaction;
    const [paid] = outputs;
    if (!isOf(paymentId, row) || !succeeded || paid === undefined) return false;
    const isRight = paid.to === row.address && paid.coin === row.coin && paid.amount === this.#dueTo(row);
    return isRight && this.#isFinal(transaction, row, moment);
  }

  #dueTo({ units, fee_units, coin }: WithdrawalRow): bigint {
    const { decimals, scale } = this.#parts.network.coin(coin);
    return BigInt(Number(units) - Number(fee_units)) * 10n ** BigInt(decimals - scale);
  }

  #checkGivenBack(row: WithdrawalRow, included: readonly PlayedTransaction[], voidedAt: number): void {
    const { id, state } = row;
    const check = 'a refunded withdrawal was never signed, or its payment has failed for good';
    assert(state === 'refused' || state === 'cancelled', check, () => `withdrawal ${id} is ${state}`);
    const isFinal = (one: PlayedTransaction): boolean => this.#isFinal(one, row, voidedAt);
    const final = included.filter(isFinal);
    const signed = this.#parts.signed().filter(({ paymentId }) => isOf(paymentId, row));
    for (const { paymentId: payment } of signed) {
      const hasFailed = final.some(({ paymentId, succeeded }) => paymentId === payment && !succeeded);
      const isDisplaced = signed.every((one) => one.paymentId !== payment || this.#isVoid(one, final));
      assert(hasFailed || isDisplaced, check, () => `withdrawal ${id}, ${state}, was signed as ${payment}`);
    }
  }

  /**
   * Whether a transaction is void: a final transaction has used its claims, or it spends the change of a void
   * transaction.
   */
  #isVoid({ txid, paymentId, claims }: SignedOrder, final: readonly PlayedTransaction[]): boolean {
    const isInstead = (one: PlayedTransaction): boolean =>
      one.txid !== txid &&
      (one.isByOurKey === true || one.paymentId === paymentId) &&
      one.claims.some((claim) => claims.includes(claim));
    const below = this.#parts.signed().filter((one) => claims.some((claim) => claim.startsWith(`${one.txid}:`)));
    return final.some(isInstead) || below.some((one) => this.#isVoid(one, final));
  }

  #isFinal(
    transaction: PlayedTransaction,
    { coin }: Pick<WithdrawalRow, 'coin'>,
    moment = this.#parts.network.moment,
  ): boolean {
    const { network } = this.#parts;
    return network.hadReached(transaction, network.row(coin)?.unlockConfirmations ?? Infinity, moment);
  }

  #checkWithdrawalFee({ id, state, fee_units }: WithdrawalRow, isPosted: boolean): void {
    const booked = this.#parts.log.watch.moved(systemOwners.fees, Number(id));
    const check = 'withdrawal fees are booked once';
    const told = () => `withdrawal ${id}, ${state}, has booked ${booked.join(' and ') || 'nothing'}`;
    assert(booked.length <= 1 && booked.every((units) => units === Number(fee_units)), check, told);
    assert(booked.length === 0 || isPosted, check, told);
    if (state !== 'completed') return;
    assert(booked.length === 1 && isPosted, check, told);
  }

  /** Checks that booked network fees never exceed the fees that final transactions have paid. */
  #checkFees({ included }: Facts): void {
    const { network } = this.#parts;
    const final = included.filter((one) => network.hadReached(one, network.finalAfter));
    const [booked, paid] = [this.#bookedFees(), this.#feesOf(final)];
    assert(booked <= paid, 'network fees are booked once', () => `${booked} was booked, but ${paid} was paid`);
  }

  #bookedFees(): number {
    const { log, network } = this.#parts;
    return sumOf(log.watch.moved(custodyOwner[network.chain.network]));
  }

  #feesOf(transactions: readonly PlayedTransaction[]): number {
    const { decimals, scale } = this.#parts.network.native;
    const ours = transactions.filter(({ paymentId }) => paymentId !== undefined);
    const unit = 10n ** BigInt(decimals - scale);
    return sumOf(ours.map(({ fee }) => Number((fee + unit - 1n) / unit)));
  }

  /** Checks that no two transactions of one payment are on the chain, whether or not they moved anything. */
  #checkPayments(): void {
    const seen = new Set<string>();
    for (const { paymentId } of this.#ours()) {
      assert(
        !seen.has(paymentId ?? ''),
        'a payment is on the chain at most once',
        () => `payment ${paymentId} is on the chain twice`,
      );
      seen.add(paymentId ?? '');
    }
  }

  /** Checks that a payment displaced by another transaction failed only after the other transaction was final. */
  async #checkDisplaced({ included }: Facts): Promise<void> {
    const { rows } = await this.#parts.pool.query<{ id: string; coin: string; displaced_by: string }>(
      `select id, coin, displaced_by from outgoing_payments where displaced_by <> ''`,
    );
    for (const { id, coin, displaced_by } of rows) {
      const isFinal = included.some((one) => one.txid === displaced_by && this.#isFinal(one, { coin }));
      assert(isFinal, 'a payment fails only once that is final', () => `${id} was displaced by ${displaced_by}`);
    }
  }

  #ours(): readonly PlayedTransaction[] {
    const all = [...this.#parts.network.chain.back()].flatMap(({ transactions }) => transactions);
    return all.filter(({ paymentId }) => paymentId !== undefined);
  }

  /** Checks a withdrawal that should have ended by now, and returns the transactions that paid it. */
  async #checkWithdrawal(row: WithdrawalRow): Promise<readonly PlayedTransaction[]> {
    const { id, owner, coin, address, state, payment } = row;
    const { chain } = this.#parts.network;
    const received = await chain.balance(coin, address);
    const made = this.#ours().filter(({ paymentId }) => isOf(paymentId, row));
    const due = state === 'completed' ? this.#dueTo(row) : 0n;
    const told = () =>
      `withdrawal ${id} of ${owner}, ${state}, its payment ${payment}: ${made.length} transactions moved ${received}, not ${due}`;
    assert(isOver(state), 'everything is completed', told);
    const once = 'a payment is on the chain at most once';
    const moved = made.filter(({ succeeded }) => succeeded);
    assert(moved.length === (state === 'completed' ? 1 : 0), once, told);
    assert(received === due, once, told);
    return moved;
  }

  #checkName({ id, state, txid }: WithdrawalRow, [paid]: readonly PlayedTransaction[]): void {
    const isRight = state !== 'completed' || paid?.txid === txid;
    assert(isRight, 'a payment is on the chain at most once', () => `withdrawal ${id} names ${txid}`);
  }

  // Checks of the books.

  /**
   * Checks for each client and coin that the balance, holds included, equals the deposits posted minus the withdrawals
   * posted.
   */
  #checkClients(): void {
    const { log, owners, network } = this.#parts;
    for (const owner of new Set(owners.values())) {
      for (const { coin, asset } of network.coins) {
        const { availableUnits, heldUnits } = log.core.balance(owner, 'spot', asset);
        const came = this.#posted('deposit', ({ command }) => command.to.owner === owner && command.asset === asset);
        const left = this.#posted(
          'withdrawal',
          ({ command }) => command.from.owner === owner && command.asset === asset,
        );
        const has = availableUnits + heldUnits;
        const check = 'clients have what arrived less what left';
        assert(availableUnits >= 0, check, () => `client ${owner} has a negative balance`);
        assert(
          has === came - left,
          check,
          () => `client ${owner} has ${has} of ${coin}: ${came} received, ${left} sent`,
        );
      }
    }
    for (const { asset, allUnits } of log.core.assetSums())
      assert(
        allUnits === 0,
        'the treasury equals the ledger',
        () => `the accounts of asset ${asset} sum to ${allUnits}`,
      );
  }

  #posted(purpose: 'deposit' | 'withdrawal', isMeant: (hold: WatchedHold) => boolean): number {
    const posted = this.#parts.log.watch.of(purpose).filter(({ postedAt }) => postedAt !== undefined);
    return sumOf(posted.filter(isMeant).map(({ command }) => command.units));
  }

  /** Checks that each failed payment has an alarm, and that no other payment has one. */
  async #checkAlarms(): Promise<void> {
    const { rows } = await this.#parts.pool.query<{ id: string; state: string; is_told: boolean }>(
      `select id, state, exists (select from custody_alarms a
         where a.kind = 'withdrawal_failed' and a.subject = p.id and a.ended_at is null) as is_told
       from outgoing_payments p where ended_at is not null and given_up_at is null`,
    );
    for (const { id, state, is_told } of rows)
      assert(
        is_told === (state === 'failed'),
        'operators are notified',
        () => `${id} is ${state}, and an alarm ${is_told ? 'says otherwise' : 'is missing'}`,
      );
  }

  /** Checks that the accounts of custody, treasury and fees have the balances that the chain alone implies. */
  #checkTreasury({ deposits, withdrawals }: Facts): void {
    const { log, network } = this.#parts;
    const fees = this.#feesOf(this.#ours());
    assert(
      this.#bookedFees() === fees,
      'network fees are booked once',
      () => `${this.#bookedFees()} of ${fees} was booked`,
    );
    for (const listed of network.coins) {
      const { coin, asset } = listed;
      const arrived = deposits.filter((one) => one.coin === coin && one.ledger === 'available');
      const left = withdrawals.filter((one) => one.coin === coin && one.state === 'completed');
      const ours = arrived.filter(({ owner_id }) => Number(owner_id) === systemOwners.treasury);
      const spent = listed === network.native ? fees : 0;
      const premine = this.#inUnits(network.premine[coin] ?? 0n, listed);
      const paid = sumOf(left.map(({ units, fee_units }) => Number(units) - Number(fee_units)));
      const expected = [
        [custodyOwner[network.chain.network], -(premine + sumOf(arrived.map(unitsOf)) - paid - spent)],
        [systemOwners.treasury, premine + sumOf(ours.map(unitsOf)) - spent],
        [systemOwners.fees, sumOf(left.map(({ fee_units }) => Number(fee_units)))],
      ] as const;
      for (const [owner, units] of expected) {
        const { availableUnits } = log.core.balance(owner, 'spot', asset);
        const told = () => `account ${owner} has ${availableUnits} of ${coin}, and the chain says ${units}`;
        assert(availableUnits === units, 'the treasury equals the ledger', told);
      }
    }
  }

  #inUnits(amount: bigint, { decimals, scale }: LedgerCoin): number {
    return unitsFor(amount, decimals, scale) ?? 0;
  }
}

const isOver = (state: string): boolean => ['completed', 'refused', 'cancelled'].includes(state);

/** Whether the payment belongs to the withdrawal: as its first payment, or as a new one after an earlier one failed. */
const isOf = (paymentId: string | undefined, { id }: WithdrawalRow): boolean =>
  paymentId?.split(':').slice(0, 2).join(':') === `withdrawal:${id}`;

/** The amount in ledger units, rounded down; undefined if the ledger cannot represent it. */
function unitsFor(amount: bigint, decimals: number, scale: number): number | undefined {
  const units = amount / 10n ** BigInt(decimals - scale);
  return units <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(units) : undefined;
}

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0);

const unitsOf = ({ units }: DepositRow): number => Number(units);
