import { type ChainBlock, type ChainCoin, type ChainTransfer, familyOf, type Network } from '@vitrine/chains';
import {
  type AssetView,
  type Command,
  type Core,
  type HoldUnits,
  type OwnerId,
  type PostHold,
  systemOwners,
  type VoidHold,
} from '@vitrine/core';
import { type AssetUnits, parseDecimal } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { outsideReference } from '../../kit/reference.ts';
import type { CoinNetwork } from '../../settings/coin-networks.ts';
import { CustodyAlarms } from '../alarms.ts';
import { custodyOwner, toLedgerUnits } from '../custody-accounts.ts';

export interface DepositsParts {
  readonly pool: Pool;
  readonly network: Network;
  readonly coins: readonly ChainCoin[];
  readonly hotAddress: string;
  readonly ownerOf: (address: string) => OwnerId | undefined;
  readonly assetByCode: (code: string) => AssetView | undefined;
  /** The coin's row of the table that operators edit; undefined: clients cannot deposit it here. */
  readonly row: (coin: string) => CoinNetwork | undefined;
  readonly core: () => Core;
  readonly submit: (command: Command) => Promise<Outcome>;
  /** Told once a deposit can be used, within the transaction that says so. */
  readonly credited: (deposit: DepositRow, client: PoolClient) => Promise<void>;
  /** Whether we sent this transaction ourselves: sweeps, gas and change are no deposits. */
  readonly isOwn: (client: PoolClient, txid: string) => Promise<boolean>;
  readonly alarms: CustodyAlarms;
}

export interface DepositRow {
  readonly deposit_id: string;
  readonly network: Network;
  readonly txid: string;
  readonly output: string;
  readonly coin: string;
  readonly owner_id: string;
  readonly address: string;
  readonly chain_amount: string;
  readonly units: string;
  readonly height: string | null;
  readonly ledger: 'none' | 'frozen' | 'available';
  readonly attempt: number;
  readonly hold_id: string | null;
  readonly counts_together: boolean;
}

/**
 * Deposits of one network: what blocks bring is kept with the block, and the ledger follows as confirmations come. A hold
 * from custody to the client is what is credited but frozen; posting it makes it available; when its block is replaced
 * before that, it is voided. Each step is a command with a reference of its own, so that repeating it changes nothing.
 */
export class Deposits {
  readonly #parts: DepositsParts;
  #toldHeight = 0;

  constructor(parts: DepositsParts) {
    this.#parts = parts;
  }

  /** Whether the network is searched for this address. */
  isOurs(address: string): boolean {
    return address === this.#parts.hotAddress || this.#parts.ownerOf(address) !== undefined;
  }

  /**
   * Keeps what a block brought. A transfer that was seen in another block before is the same one, where it is the same: what
   * a contract sends may depend on the block that it runs in.
   */
  async keep(client: PoolClient, { height, hash, transfers, spends = [] }: ChainBlock): Promise<void> {
    const spending = new Set(spends.map(({ txid }) => txid));
    for (const transfer of transfers) {
      if (this.#isOurMoney(transfer, spending)) continue;
      const owner = this.#receiver(transfer);
      const amounts = owner === undefined ? undefined : this.#amounts(transfer);
      if (owner === undefined || amounts === undefined || (await this.#parts.isOwn(client, transfer.txid))) continue;
      const { network } = this.#parts;
      const { rows } = await client.query<{ again: boolean; deposit_id: string }>(
        `insert into chain_deposits (network, txid, output, coin, owner_id, address, from_address, chain_amount, units,
           remainder, height, block_hash, stuck)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         on conflict (network, txid, output, coin, address, chain_amount)
         do update set height = excluded.height, block_hash = excluded.block_hash
         returning xmax <> 0 as again, deposit_id`,
        [
          network,
          transfer.txid,
          transfer.output,
          transfer.coin,
          owner,
          transfer.to,
          transfer.from ?? null,
          String(transfer.amount),
          amounts.units,
          String(amounts.remainder),
          height,
          hash,
          amounts.stuck,
        ],
      );
      if (rows[0]?.again === true) await this.#askAnew(client, transfer);
      else if (amounts.stuck !== null) await this.#alarmOfStuck(client, rows[0]?.deposit_id ?? '', amounts.stuck);
    }
  }

  /** What comes to the hot wallet from an address of ours, or as change, has not come from outside, whoever signed it. */
  #isOurMoney({ txid, from, to }: ChainTransfer, spending: ReadonlySet<string>): boolean {
    return to === this.#parts.hotAddress && (spending.has(txid) || (from !== undefined && this.isOurs(from)));
  }

  async #alarmOfStuck(client: PoolClient, subject: string, why: string): Promise<void> {
    const detail = `Deposit ${subject} is ${why}.`;
    await new CustodyAlarms(client).raise({ network: this.#parts.network, kind: 'deposit_stuck', subject, detail });
  }

  /** What its address holds was compared while no block had this transfer. */
  async #askAnew(client: PoolClient, { coin, to }: ChainTransfer): Promise<void> {
    const { network } = this.#parts;
    await client.query(
      `delete from address_holdings h using deposit_addresses a
       where h.network = $1 and h.coin = $2 and a.family = $3 and a.address = $4 and h.address_index = a.address_index`,
      [network, coin, familyOf[network], to],
    );
  }

  /** The blocks from this height on never happened. */
  async drop(client: PoolClient, fromHeight: number): Promise<void> {
    await client.query(
      'update chain_deposits set height = null, block_hash = null where network = $1 and height >= $2',
      [this.#parts.network, fromHeight],
    );
  }

  #receiver({ to }: ChainTransfer): OwnerId | undefined {
    return to === this.#parts.hotAddress ? systemOwners.treasury : this.#parts.ownerOf(to);
  }

  #amounts({ coin, amount }: ChainTransfer) {
    const { coins, assetByCode } = this.#parts;
    const listed = coins.find((one) => one.coin === coin);
    const asset = assetByCode(coin);
    if (listed === undefined || asset === undefined) return undefined;
    const inUnits = toLedgerUnits(amount, listed.decimals, asset.scale);
    if (inUnits === undefined) return { units: 0, remainder: amount, stuck: 'larger than the ledger can represent' };
    return { ...inUnits, stuck: null };
  }

  /** Brings the ledger to what the chain proves up to this height. Throws where the ledger cannot be reached. */
  async settle(tipHeight: number): Promise<void> {
    await this.#takeBack();
    await this.#endAlarms();
    const rows = await this.#waiting(tipHeight);
    for (const deposit of rows) await this.#advance(deposit, tipHeight);
    await this.#tellOfBlock(tipHeight);
  }

  /** One confirmation more is news to whoever waits for it. */
  async #tellOfBlock(tipHeight: number): Promise<void> {
    if (tipHeight === this.#toldHeight) return;
    this.#toldHeight = tipHeight;
    await this.#parts.pool.query(
      `select pg_notify('client_money', owner_id || ' deposit ' || deposit_id) from chain_deposits
       where network = $1 and ledger <> 'available' and height is not null and stuck is null`,
      [this.#parts.network],
    );
  }

  /** Credit whose block was replaced. The log knows of more than the rows, where the server was killed between the two. */
  async #takeBack(): Promise<void> {
    const { pool, network, core, alarms } = this.#parts;
    const { rows } = await pool.query<DepositRow>(
      'select * from chain_deposits where network = $1 and height is null order by deposit_id',
      [network],
    );
    for (const deposit of rows) {
      const { deposit_id, txid, ledger } = deposit;
      const hold = this.#holdOf(deposit);
      if (hold === undefined) continue;
      const isPosted = core().acceptanceOf(unlockCommand({ ...deposit, hold_id: String(hold) })) !== undefined;
      if (!isPosted) {
        await this.#giveUp(deposit, hold);
        continue;
      }
      if (ledger === 'frozen') await this.#unlock(deposit);
      const detail = `Deposit ${deposit_id} (${txid}) was already available when a reorg removed its block.`;
      await alarms.raise({ network, kind: 'deep_reorganisation', subject: `deposit ${deposit_id}`, detail });
    }
  }

  /** Of what is credited, whether or not that was written down. */
  #holdOf(deposit: DepositRow): number | undefined {
    if (deposit.hold_id !== null) return Number(deposit.hold_id);
    const credit = this.#creditCommand(deposit);
    return credit && this.#parts.core().acceptanceOf(credit)?.result;
  }

  async #giveUp(deposit: DepositRow, hold: number): Promise<DepositRow> {
    const { pool, submit } = this.#parts;
    const { deposit_id, attempt } = deposit;
    const { refusal } = await submit(takeBackCommand(deposit, hold));
    if (refusal !== undefined) throw new Error(`deposit ${deposit_id} cannot be taken back: ${refusal}`);
    const { rows } = await pool.query<DepositRow>(
      `update chain_deposits set ledger = 'none', hold_id = null, attempt = attempt + 1, credited_at = null,
         credited_position = null where deposit_id = $1 and attempt = $2 and ledger <> 'available' returning *`,
      [deposit_id, attempt],
    );
    return rows[0] ?? deposit;
  }

  /** One that came back may have been taken back before without that being written down: then it begins anew. */
  async #begunAnew(deposit: DepositRow): Promise<DepositRow> {
    const hold = this.#holdOf(deposit);
    const isTakenBack =
      hold !== undefined && this.#parts.core().acceptanceOf(takeBackCommand(deposit, hold)) !== undefined;
    return isTakenBack ? this.#giveUp(deposit, hold) : deposit;
  }

  /** What a replaced block had taken along is in another one. */
  async #endAlarms(): Promise<void> {
    await this.#parts.pool.query(
      `update custody_alarms a set ended_at = now() from chain_deposits d
       where a.network = $1 and a.kind = 'deep_reorganisation' and a.ended_at is null and d.network = a.network
         and d.height is not null and a.subject = 'deposit ' || d.deposit_id`,
      [this.#parts.network],
    );
  }

  /** On the chain and not yet available, oldest first. */
  async #waiting(tipHeight: number): Promise<DepositRow[]> {
    const { rows } = await this.#parts.pool.query<DepositRow>(
      `select * from chain_deposits where network = $1 and height <= $2 and ledger <> 'available' and stuck is null
       order by deposit_id`,
      [this.#parts.network, tipHeight],
    );
    return rows;
  }

  async #advance(deposit: DepositRow, tipHeight: number): Promise<void> {
    const rules = this.#rulesOf(deposit);
    if (rules === undefined) return;
    const confirmations = tipHeight - Number(deposit.height) + 1;
    let standing = await this.#begunAnew(deposit);
    if (standing.ledger === 'none') {
      if (confirmations < rules.creditConfirmations || !(await this.#isEnough(standing, rules, tipHeight))) return;
      const credited = await this.#credit(standing);
      if (credited === undefined) return;
      standing = credited;
    }
    if (confirmations >= rules.unlockConfirmations) await this.#unlock(standing);
  }

  /** The treasury's own money has no minimum. Undefined: nothing is credited now. */
  #rulesOf({ coin, owner_id }: DepositRow) {
    const row = this.#parts.row(coin);
    if (Number(owner_id) === systemOwners.treasury) {
      const confirmations = row?.unlockConfirmations ?? 20;
      return { creditConfirmations: confirmations, unlockConfirmations: confirmations, minimumDeposit: '0' };
    }
    return row?.depositsOpen === true ? row : undefined;
  }

  /** At least the minimum, or as much together with the client's other small ones of this coin. */
  async #isEnough(
    deposit: DepositRow,
    rules: Pick<CoinNetwork, 'minimumDeposit' | 'creditConfirmations'>,
    tipHeight: number,
  ) {
    const { pool, network, assetByCode } = this.#parts;
    const { coin, owner_id, units, counts_together, deposit_id } = deposit;
    const minimum = parseDecimal(rules.minimumDeposit, assetByCode(coin)?.scale ?? 0) ?? 0;
    if (Number(units) === 0) return false;
    if (counts_together || Number(units) >= minimum) return true;
    const { rows } = await pool.query<{ sum: string | null }>(
      `select sum(units) as sum from chain_deposits where network = $1 and owner_id = $2 and coin = $3
       and ledger = 'none' and height <= $4 and stuck is null and not counts_together and units < $5`,
      [network, owner_id, coin, tipHeight - rules.creditConfirmations + 1, minimum],
    );
    if (Number(rows[0]?.sum ?? 0) < minimum) return false;
    await pool.query(
      `update chain_deposits set counts_together = true where network = $1 and owner_id = $2 and coin = $3
       and ledger = 'none' and height <= $4 and stuck is null and units < $5 and deposit_id >= $6`,
      [network, owner_id, coin, tipHeight - rules.creditConfirmations + 1, minimum, deposit_id],
    );
    return true;
  }

  async #credit(deposit: DepositRow): Promise<DepositRow | undefined> {
    const { network, pool, submit, alarms } = this.#parts;
    const { deposit_id, attempt, txid } = deposit;
    const command = this.#creditCommand(deposit);
    if (command === undefined) return undefined;
    const outcome = await submit(command);
    if (outcome.refusal !== undefined) {
      const detail = `The ledger refused deposit ${deposit_id} (${txid}): ${outcome.refusal}.`;
      await alarms.raise({ network, kind: 'deposit_stuck', subject: deposit_id, detail });
      await pool.query('update chain_deposits set stuck = $2 where deposit_id = $1', [deposit_id, outcome.refusal]);
      return undefined;
    }
    const { rows } = await pool.query<DepositRow>(
      `update chain_deposits set ledger = 'frozen', hold_id = $3, credited_at = now(), credited_position = $4
       where deposit_id = $1 and attempt = $2 and ledger = 'none' returning *`,
      [deposit_id, attempt, holdOf(outcome), outcome.repeated?.position ?? outcome.position],
    );
    await alarms.end(network, 'deposit_stuck', deposit_id);
    return rows[0];
  }

  /** The same each time, so that the core knows it again. Undefined: an asset that is not listed. */
  #creditCommand(deposit: DepositRow): HoldUnits | undefined {
    const { deposit_id, coin, owner_id, units, attempt, txid, output, address, chain_amount } = deposit;
    const { network, assetByCode } = this.#parts;
    const asset = assetByCode(coin);
    if (asset === undefined) return undefined;
    const custody = custodyOwner[network];
    return {
      kind: 'HoldUnits',
      by: custody,
      purpose: 'deposit',
      from: { owner: custody, wallet: 'spot' },
      to: { owner: Number(owner_id), wallet: 'spot' },
      asset: asset.asset,
      units: Number(units) as AssetUnits,
      record: Number(deposit_id),
      reference: outsideReference(
        'deposit',
        `${network}/${txid}/${output}/${coin}/${address}/${chain_amount}/${attempt}`,
      ),
    };
  }

  async #unlock(deposit: DepositRow): Promise<void> {
    const { pool, submit, credited } = this.#parts;
    const { deposit_id } = deposit;
    const outcome = await submit(unlockCommand(deposit));
    if (outcome.refusal !== undefined) throw new Error(`deposit ${deposit_id} cannot be posted: ${outcome.refusal}`);
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query<DepositRow>(
        `update chain_deposits set ledger = 'available', available_at = now(), available_position = $2
         where deposit_id = $1 and ledger = 'frozen' returning *`,
        [deposit_id, outcome.repeated?.position ?? outcome.position],
      );
      if (rows[0] !== undefined) await credited(rows[0], client);
    });
  }
}

const takeBackCommand = ({ deposit_id, attempt }: DepositRow, hold: number): VoidHold => ({
  kind: 'VoidHold',
  hold,
  reference: outsideReference('deposit taken back', `${deposit_id}/${attempt}`),
});

const unlockCommand = ({ deposit_id, hold_id, attempt }: DepositRow): PostHold => ({
  kind: 'PostHold',
  hold: Number(hold_id),
  reference: outsideReference('deposit available', `${deposit_id}/${attempt}`),
});

/** The hold that an accepted or repeated HoldUnits made. */
function holdOf({ events, repeated }: Outcome): number {
  if (repeated !== undefined) return repeated.result;
  const pending = events.find(({ kind }) => kind === 'HoldPending');
  if (pending?.kind !== 'HoldPending') throw new Error('a hold was accepted that is not pending');
  return pending.hold;
}
