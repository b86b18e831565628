import { type ChainBlock, type ChainCoin, type ChainTransfer, familyOf, type Network } from '@vitrine/chains';
import { type AssetView, type Command, type Core, type OwnerId, systemOwners } from '@vitrine/core';
import type { Outcome } from '@vitrine/sequencer';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { CoinNetwork } from '../../settings/coin-networks.ts';
import { alarmDetail, CustodyAlarms } from '../alarms.ts';
import { toLedgerUnits } from '../custody-accounts.ts';
import { addUnswept } from '../sweeps/unswept-deposits.ts';
import { type Credit, creditCommand, creditOf, postCommand, type Standing, voidCommand } from './ledger-side.ts';
import { type DepositRule, MinimumMarks, rulesAt, rulesTable } from './minimums.ts';

export interface DepositsParts {
  readonly pool: Pool;
  readonly network: Network;
  readonly coins: readonly ChainCoin[];
  readonly hotAddress: string;
  readonly ownerOf: (address: string) => OwnerId | undefined;
  readonly assetByCode: (code: string) => AssetView | undefined;
  /** The coin's row in the coin × network table; if undefined, clients cannot deposit the coin on this network. */
  readonly row: (coin: string) => CoinNetwork | undefined;
  readonly core: () => Core;
  readonly submit: (command: Command) => Promise<Outcome>;
  /** Called when a deposit becomes available, within the transaction that records this. */
  readonly credited: (deposit: DepositRow, client: PoolClient) => Promise<void>;
  /** Whether we sent this transaction ourselves: sweeps, gas and change are not deposits. */
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
  readonly available_at: Date | null;
}

interface PendingRow extends DepositRow {
  /** Whether the deposit has enough confirmations to become available. */
  readonly is_final: boolean;
}

/** The maximum number of deposits settled per cycle of the network loop, which then proceeds with withdrawals. */
const SETTLED_AT_ONCE = 200;

/** The value of the column `stuck` for a deposit whose coin is not listed yet; an index contains only these deposits. */
export const NOT_LISTED = 'not listed';

/**
 * The value of `stuck` for a deposit of a coin that was not listed, if operators return it outside the exchange: it is
 * neither credited nor counted any more.
 */
export const RETURNED = 'returned';

/**
 * The deposits on one network. They are stored together with their block, and the ledger is updated as confirmations
 * arrive. A credit is a hold from custody to the client (frozen). Posting the hold makes the deposit available; if a
 * reorg removes the deposit's block before that, the hold is voided. Each step is a command with its own reference, so
 * that repeating it changes nothing. The state of the credit is always read from the ledger; the row records only the
 * deposit itself, whether its amount is enough to be credited, and whether it is marked as available.
 */
export class Deposits {
  readonly #parts: DepositsParts;
  readonly #marks: MinimumMarks;
  #toldHeight = 0;
  /**
   * The coins that were listed when `#takeListed` last ended their alarms, joined by commas; undefined if deposits were
   * taken since.
   */
  #endedFor: string | undefined;
  /** Id of the deposit after which the next cycle continues; 0 means that it starts with the oldest. */
  #settledUpTo = '0';

  constructor(parts: DepositsParts) {
    this.#parts = parts;
    this.#marks = new MinimumMarks(parts.pool, parts.network);
  }

  /** Whether a transfer to this address could be a deposit. */
  isOurs(address: string): boolean {
    return address === this.#parts.hotAddress || this.#parts.ownerOf(address) !== undefined;
  }

  /**
   * Stores the deposits of a block. A transfer that was already seen in a different block is the same deposit only if
   * coin, address and amount match: a contract may send different amounts, depending on the block in which it is
   * executed.
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
         do update set height = excluded.height, block_hash = excluded.block_hash, is_summed = false
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
      else await this.#alarm(client, transfer.coin, amounts.stuck, rows[0]?.deposit_id ?? '');
    }
  }

  /** Whether a transfer is from our own addresses to the hot wallet, or is change. Neither is a deposit. */
  #isOurMoney({ txid, from, to }: ChainTransfer, spending: ReadonlySet<string>): boolean {
    return to === this.#parts.hotAddress && (spending.has(txid) || (from !== undefined && this.isOurs(from)));
  }

  async #alarm(client: Pick<PoolClient, 'query'>, coin: string, stuck: string | null, deposit: string): Promise<void> {
    if (stuck === null) return;
    const isListed = stuck !== NOT_LISTED;
    const detail = isListed ? alarmDetail('deposit_too_large', { deposit }) : alarmDetail('deposit_unlisted', { coin });
    // One alarm for all deposits of an unlisted coin: anyone can send many.
    const subject = isListed ? deposit : coin;
    await new CustodyAlarms(client).raise({ network: this.#parts.network, kind: 'deposit_stuck', subject, detail });
  }

  /**
   * Makes reconciliation query the balance of the transfer's address again: the balance may have been queried while the
   * transfer was in no block.
   */
  async #askAnew(client: PoolClient, { coin, to }: ChainTransfer): Promise<void> {
    const { network } = this.#parts;
    await client.query(
      `delete from address_holdings h using deposit_addresses a
       where h.network = $1 and h.coin = $2 and a.family = $3 and a.address = $4 and h.address_index = a.address_index`,
      [network, coin, familyOf[network], to],
    );
  }

  /** Marks deposits in blocks at this height and above as being in no block: a reorg has replaced them. */
  async drop(client: PoolClient, fromHeight: number): Promise<void> {
    await client.query(
      'update chain_deposits set height = null, block_hash = null where network = $1 and height >= $2',
      [this.#parts.network, fromHeight],
    );
  }

  #receiver({ to }: ChainTransfer): OwnerId | undefined {
    return to === this.#parts.hotAddress ? systemOwners.treasury : this.#parts.ownerOf(to);
  }

  /**
   * The amount in ledger units and, if it cannot be credited, the reason (`stuck`). Undefined if the network has no
   * such coin.
   */
  #amounts({ coin, amount }: Pick<ChainTransfer, 'coin' | 'amount'>) {
    const { coins, assetByCode } = this.#parts;
    const onChain = coins.find((one) => one.coin === coin);
    if (onChain === undefined) return undefined;
    const asset = assetByCode(coin);
    if (asset === undefined) return { units: 0, remainder: amount, stuck: NOT_LISTED };
    const inUnits = toLedgerUnits(amount, onChain.decimals, asset.scale);
    if (inUnits === undefined) return { units: 0, remainder: amount, stuck: 'larger than the ledger can represent' };
    return { ...inUnits, stuck: null };
  }

  /**
   * Converts deposits that arrived before their coin was listed to ledger units, so that they are credited like others.
   * Reads in every cycle, as another server or a repeated read of a block may record such a deposit when its coin is
   * already listed here, and limits the deposits per cycle.
   */
  async #takeListed(): Promise<void> {
    const { pool, network, coins, assetByCode, alarms } = this.#parts;
    const listed = coins.map(({ coin }) => coin).filter((coin) => assetByCode(coin) !== undefined);
    const { rows } = await pool.query<DepositRow>(
      `select * from chain_deposits where network = $1 and stuck = '${NOT_LISTED}' and coin = any($2)
       order by coin, deposit_id limit ${SETTLED_AT_ONCE}`,
      [network, listed],
    );
    if (rows.length > 0) this.#endedFor = undefined;
    for (const { deposit_id, coin, chain_amount } of rows) {
      const amounts = this.#amounts({ coin, amount: BigInt(chain_amount) });
      if (amounts === undefined) continue;
      await this.#alarm(pool, coin, amounts.stuck, deposit_id);
      await pool.query(
        `update chain_deposits set units = $2, remainder = $3, stuck = $4, is_summed = false
         where deposit_id = $1 and stuck = $5`,
        [deposit_id, amounts.units, String(amounts.remainder), amounts.stuck, NOT_LISTED],
      );
    }
    if (rows.length === SETTLED_AT_ONCE || listed.join() === this.#endedFor) return;
    for (const coin of listed) await alarms.end(network, 'deposit_stuck', coin);
    this.#endedFor = listed.join();
  }

  /**
   * Updates the ledger according to the chain up to this height. Handles a limited number of deposits per call, so that
   * a long queue does not delay withdrawals. Returns whether more deposits are pending. Throws if the ledger is
   * unavailable.
   */
  async settle(tipHeight: number): Promise<boolean> {
    const after = this.#settledUpTo;
    this.#settledUpTo = '0';
    await this.#takeListed();
    const rules = rulesAt(tipHeight, this.#parts);
    await this.#marks.update(rules);
    await this.#takeBack();
    await this.#endAlarms();
    const rows = await this.#pending(rules, after);
    for (const deposit of rows) await this.#advance(deposit);
    await this.#tellOfBlock(tipHeight);
    if (rows.length < SETTLED_AT_ONCE) return false;
    this.#settledUpTo = rows.at(-1)?.deposit_id ?? '0';
    return true;
  }

  /** Notifies clients of each new confirmation of a deposit that reaches the minimum and is not available yet. */
  async #tellOfBlock(tipHeight: number): Promise<void> {
    if (tipHeight === this.#toldHeight) return;
    this.#toldHeight = tipHeight;
    await this.#parts.pool.query(
      `select pg_notify('client_money', owner_id || ' deposit ' || deposit_id) from chain_deposits
       where network = $1 and available_at is null and reaches_minimum and height is not null and stuck is null`,
      [this.#parts.network],
    );
  }

  /**
   * Voids the credits of deposits whose block was replaced. If such a deposit is already available, it stays available,
   * and an alarm is raised.
   */
  async #takeBack(): Promise<void> {
    const { pool, network, alarms } = this.#parts;
    const { rows } = await pool.query<DepositRow>(
      `select * from chain_deposits where network = $1 and height is null and (available_at is not null or reaches_minimum)
       order by deposit_id`,
      [network],
    );
    for (const deposit of rows) {
      const { deposit_id, txid } = deposit;
      if (deposit.available_at === null) {
        const credit = this.#creditOf(deposit);
        if (credit.state === 'frozen') {
          await this.#submit(deposit, voidCommand(deposit, credit));
          await this.#tell(deposit);
        }
        if (credit.state !== 'available') continue;
        await this.#unlock(deposit, credit);
      }
      const detail = alarmDetail('deposit_replaced', { deposit: deposit_id, txid });
      await alarms.raise({ network, kind: 'deep_reorganisation', subject: `deposit ${deposit_id}`, detail });
    }
  }

  /** Ends the alarms of deposits that are in a block again. */
  async #endAlarms(): Promise<void> {
    await this.#parts.pool.query(
      `update custody_alarms a set ended_at = now() from chain_deposits d
       where a.network = $1 and a.kind = 'deep_reorganisation' and a.ended_at is null and d.network = a.network
         and d.height is not null and a.subject = 'deposit ' || d.deposit_id`,
      [this.#parts.network],
    );
  }

  /**
   * The oldest deposits, at most `SETTLED_AT_ONCE`, that have enough confirmations to be credited and are neither
   * marked as available nor stuck.
   */
  async #pending(rules: readonly DepositRule[], after: string): Promise<PendingRow[]> {
    const { rows } = await this.#parts.pool.query<PendingRow>(
      `select d.*, d.height <= "unlockHeight" as is_final
       from chain_deposits d join ${rulesTable} on d.coin = rule.coin
       where d.network = $1 and d.available_at is null and d.reaches_minimum and d.stuck is null and d.deposit_id > $4
         and d.height <= case when d.owner_id = $3 then "unlockHeight" when "isOpen" then "creditHeight" end
       order by d.deposit_id limit ${SETTLED_AT_ONCE}`,
      [this.#parts.network, JSON.stringify(rules), systemOwners.treasury, after],
    );
    return rows;
  }

  async #advance(deposit: PendingRow): Promise<void> {
    let credit = this.#creditOf(deposit);
    if (credit.state === 'none') credit = await this.#credit(deposit, credit);
    if (credit.state !== 'none' && deposit.is_final) await this.#unlock(deposit, credit);
  }

  /** The deposit's credit; its state is `none` if the asset is not listed. */
  #creditOf(deposit: DepositRow): Credit {
    const asset = this.#parts.assetByCode(deposit.coin);
    return asset === undefined ? { state: 'none', attempt: 0 } : creditOf(this.#parts.core(), deposit, asset);
  }

  /**
   * Credits the deposit and returns the state of the credit afterwards. If the ledger refuses the credit, an alarm is
   * raised.
   */
  async #credit(deposit: DepositRow, before: Credit): Promise<Credit> {
    const { network, pool, submit, assetByCode, alarms } = this.#parts;
    const { deposit_id, coin, txid } = deposit;
    const asset = assetByCode(coin);
    if (asset === undefined) return before;
    const { refusal } = await submit(creditCommand(deposit, asset, before.attempt));
    if (refusal !== undefined) {
      const detail = alarmDetail('deposit_refused', { deposit: deposit_id, txid, refusal });
      await alarms.raise({ network, kind: 'deposit_stuck', subject: deposit_id, detail });
      await pool.query('update chain_deposits set stuck = $2 where deposit_id = $1', [deposit_id, refusal]);
      return before;
    }
    await this.#tell(deposit);
    await alarms.end(network, 'deposit_stuck', deposit_id);
    return this.#creditOf(deposit);
  }

  async #unlock(deposit: DepositRow, credit: Standing): Promise<void> {
    const { pool, credited } = this.#parts;
    const { repeated, position } = await this.#submit(deposit, postCommand(deposit, credit));
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query<DepositRow>(
        `update chain_deposits set available_at = now(), available_position = $2
         where deposit_id = $1 and available_at is null returning *`,
        [deposit.deposit_id, repeated?.position ?? position],
      );
      if (rows[0] === undefined) return;
      await addUnswept(client, rows[0]);
      await credited(rows[0], client);
    });
  }

  /** Notifies the client of a change in the ledger that leaves the deposit's row unchanged. */
  async #tell({ owner_id, deposit_id }: DepositRow): Promise<void> {
    await this.#parts.pool.query(`select pg_notify('client_money', $1)`, [`${owner_id} deposit ${deposit_id}`]);
  }

  async #submit({ deposit_id }: DepositRow, command: Command): Promise<Outcome> {
    const outcome = await this.#parts.submit(command);
    if (outcome.refusal !== undefined)
      throw new Error(`the ledger refused ${command.kind} for deposit ${deposit_id}: ${outcome.refusal}`);
    return outcome;
  }
}
