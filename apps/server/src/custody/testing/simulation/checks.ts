import type pg from 'pg';
import { toLedgerUnits } from '../../custody-accounts.ts';
import type { MemoryLog } from './memory-log.ts';
import { hotAddress, type NetworkOfSeed, type Outside } from './network-of-seed.ts';

/** What a schedule should never come to. */
export class Broken extends Error {}

function assert(holds: boolean, what: () => string): void {
  if (!holds) throw new Broken(what());
}

interface DepositRow {
  readonly txid: string;
  readonly output: string;
  readonly coin: string;
  readonly owner_id: string;
  readonly chain_amount: string;
  readonly units: string;
  readonly height: string | null;
  readonly ledger: 'none' | 'frozen' | 'available';
  readonly stuck: string | null;
}

interface WithdrawalRow {
  readonly id: string;
  readonly owner: string;
  readonly coin: string;
  readonly address: string;
  readonly state: string;
  readonly is_settled: boolean;
  readonly units: string;
  readonly fee_units: string;
  readonly payment: string | null;
  readonly amount: string | null;
}

const keyOf = ({ txid, output }: Pick<Outside, 'txid' | 'output'>): string => `${txid} ${output}`;

/** Holds what the exchange says against what the chain and the ledger say. */
export class Checks {
  readonly #pool: pg.Pool;
  readonly #log: MemoryLog;
  readonly #network: NetworkOfSeed;
  /** By deposit address. */
  readonly #owners: ReadonlyMap<string, number>;
  /** What had all its confirmations, and the first number of them, in blocks that the exchange has read. */
  readonly #unlocked = new Set<string>();
  readonly #credited = new Set<string>();

  constructor(pool: pg.Pool, log: MemoryLog, network: NetworkOfSeed, owners: ReadonlyMap<string, number>) {
    this.#pool = pool;
    this.#log = log;
    this.#network = network;
    this.#owners = owners;
  }

  /** Nobody has more than what the blocks that were read justify, and nobody anything twice. */
  async always(): Promise<void> {
    await this.#readTip();
    const deposits = await this.#deposits();
    for (const deposit of deposits) {
      const key = keyOf(deposit);
      const isEarly = (early: DepositRow['ledger'], justified: ReadonlySet<string>) =>
        deposit.ledger === early && !justified.has(key);
      assert(!isEarly('available', this.#unlocked), () => `${key} is available before its confirmations`);
      assert(!isEarly('frozen', this.#credited), () => `${key} is credited before its confirmations`);
    }
    await this.#checkClients((owner, coin, units) => {
      const most = deposits
        .filter((one) => Number(one.owner_id) === owner && one.coin === coin && this.#unlocked.has(keyOf(one)))
        .reduce((sum, one) => sum + Number(one.units), 0);
      assert(units <= most, () => `client ${owner} has had ${units} of ${coin}, and ${most} are justified`);
    });
    this.#checkSums();
  }

  /** With all that was under way over, everything has happened once. */
  async atTheEnd(): Promise<void> {
    await this.always();
    const deposits = await this.#deposits();
    this.#checkDeposits(deposits);
    await this.#checkClients((owner, coin, units) => {
      const due = deposits
        .filter((one) => Number(one.owner_id) === owner && one.coin === coin && one.ledger === 'available')
        .reduce((sum, one) => sum + Number(one.units), 0);
      assert(units === due, () => `client ${owner} has had ${units} of ${coin}, and ${due} came`);
    });
    const withdrawals = await this.#withdrawals();
    for (const withdrawal of withdrawals) await this.#checkWithdrawal(withdrawal);
    const held = this.#log.core.pendingHolds().length;
    const open = withdrawals.filter(({ is_settled }) => !is_settled).length;
    assert(held === open, () => `${held} holds are pending, for ${open} withdrawals that are not over`);
    const { rows } = await this.#pool.query<{ payment_id: string }>('select payment_id from outgoing_claims');
    assert(rows.length === 0, () => `${rows[0]?.payment_id} still claims something`);
  }

  /** Marks what the blocks that were read give enough confirmations. */
  async #readTip(): Promise<void> {
    const { rows } = await this.#pool.query<{ hash: string }>(
      'select hash from chain_blocks order by height desc limit 1',
    );
    const tip = rows[0]?.hash ?? '';
    let confirmations = 0;
    for (const { arrivals } of this.#network.back(tip)) {
      confirmations++;
      for (const arrival of arrivals) {
        const row = this.#network.row(arrival.coin);
        if (confirmations >= (row?.creditConfirmations ?? Infinity)) this.#credited.add(keyOf(arrival));
        if (confirmations >= (row?.unlockConfirmations ?? Infinity)) this.#unlocked.add(keyOf(arrival));
      }
    }
  }

  /** For each client and coin: all that ever became theirs, whether they have it still, hold it, or withdrew it. */
  async #checkClients(check: (owner: number, coin: string, units: number) => void): Promise<void> {
    const posted = await this.#posted();
    for (const owner of new Set(this.#owners.values())) {
      for (const { coin, asset } of this.#network.coins) {
        const { availableUnits, heldUnits } = this.#log.core.balance(owner, 'spot', asset);
        assert(availableUnits >= 0, () => `client ${owner} stands below zero`);
        check(owner, coin, availableUnits + heldUnits + (posted.get(`${owner} ${coin}`) ?? 0));
      }
    }
  }

  /** Units of withdrawals that have left the client, by client and coin: those with a hold that is over and was not given back. */
  async #posted(): Promise<ReadonlyMap<string, number>> {
    const pending = new Set(this.#log.core.pendingHolds().map(({ hold }) => hold));
    const { rows } = await this.#pool.query<{ owner: string; coin: string; units: string; hold_id: string }>(
      `select owner, coin, units, hold_id from withdrawals where state in ('sending', 'completed') and hold_id is not null`,
    );
    const sums = new Map<string, number>();
    for (const { owner, coin, units, hold_id } of rows) {
      if (pending.has(Number(hold_id))) continue;
      sums.set(`${owner} ${coin}`, (sums.get(`${owner} ${coin}`) ?? 0) + Number(units));
    }
    return sums;
  }

  #checkSums(): void {
    for (const { asset, allUnits } of this.#log.core.assetSums())
      assert(allUnits === 0, () => `the accounts of asset ${asset} sum to ${allUnits}`);
  }

  #checkDeposits(rows: readonly DepositRow[]): void {
    const known = new Map(rows.filter(({ height }) => height !== null).map((row) => [keyOf(row), row]));
    const real = [...this.#network.back(this.#network.chain.tip.hash)]
      .flatMap(({ arrivals }) => arrivals)
      .filter(({ to }) => to === hotAddress || this.#owners.has(to));
    for (const arrival of real) this.#checkDeposit(arrival, known.get(keyOf(arrival)));
    assert(known.size === real.length, () => `${known.size} deposits are known, and ${real.length} are on the chain`);
    const late = rows.find(({ height, ledger }) => height === null && ledger !== 'none');
    assert(late === undefined, () => `${late && keyOf(late)} is credited, and on no block`);
    this.#checkSmall([...known.values()]);
  }

  #checkDeposit({ txid, coin, amount, to }: Outside, row: DepositRow | undefined): void {
    const { decimals, scale } = this.#network.coin(coin);
    const units = toLedgerUnits(amount, decimals, scale)?.units;
    assert(row !== undefined && BigInt(row.chain_amount) === amount, () => `${amount} of ${txid} are lost`);
    if (row === undefined || units === undefined) return;
    assert(Number(row.units) === units, () => `${txid} counts ${row.units}, not ${units}`);
    const isBig = units >= 10 ** scale || (to === hotAddress && units > 0);
    assert(!isBig || row.ledger === 'available', () => `${txid}, ${units} of ${coin}, is ${row.ledger} at the end`);
  }

  /** What is left uncredited because it is small does not make up the minimum together. */
  #checkSmall(rows: readonly DepositRow[]): void {
    const sums = new Map<string, number>();
    for (const { ledger, stuck, owner_id, coin, units } of rows) {
      if (ledger === 'available' || stuck !== null) continue;
      const sum = (sums.get(`${owner_id} ${coin}`) ?? 0) + Number(units);
      sums.set(`${owner_id} ${coin}`, sum);
      assert(sum < 10 ** this.#network.coin(coin).scale, () => `${sum} of ${coin} are not credited to ${owner_id}`);
    }
  }

  async #checkWithdrawal({
    id,
    owner,
    coin,
    address,
    state,
    is_settled,
    units,
    payment,
    amount,
    fee_units,
  }: WithdrawalRow) {
    const received = await this.#network.chain.balance(coin, address);
    const onChain = [...this.#network.back(this.#network.chain.tip.hash)]
      .flatMap(({ sent }) => sent)
      .filter(({ to }) => to === address);
    const moved = onChain.filter(({ succeeded }) => succeeded).length;
    const { decimals, scale } = this.#network.coin(coin);
    const due = BigInt(Number(units) - Number(fee_units)) * 10n ** BigInt(decimals - scale);
    const told = () => `withdrawal ${id} of ${owner}, ${state}: ${moved} transactions moved ${received} of ${due}`;
    const isOver = ['completed', 'refused', 'cancelled'].includes(state) && is_settled;
    assert(isOver || payment === 'failed', () => `${told()}; its payment is ${payment}`);
    assert(moved === (state === 'completed' ? 1 : 0), told);
    assert(onChain.length <= 1, told);
    assert(received === (state === 'completed' ? due : 0n), told);
    assert(amount === null || BigInt(amount) === due, told);
  }

  async #deposits(): Promise<readonly DepositRow[]> {
    return (await this.#pool.query<DepositRow>('select * from chain_deposits order by deposit_id')).rows;
  }

  async #withdrawals(): Promise<readonly WithdrawalRow[]> {
    const { rows } = await this.#pool.query<WithdrawalRow>(
      `select w.*, p.state as payment, p.amount from withdrawals w
       left join outgoing_payments p on p.id = 'withdrawal:' || w.id where w.state <> 'draft' order by w.id`,
    );
    return rows;
  }
}
