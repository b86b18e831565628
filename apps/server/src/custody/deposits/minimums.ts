import type { ChainCoin, Network } from '@vitrine/chains';
import { type AssetView, systemOwners } from '@vitrine/core';
import { parseDecimal } from '@vitrine/money';
import type { Pool } from 'pg';
import type { CoinNetwork } from '../../settings/coin-networks.ts';

/** The rule by which deposits of a coin are credited at a given chain height. */
export interface DepositRule {
  readonly coin: string;
  /** The minimum deposit in ledger units; at least 1. */
  readonly minimumUnits: number;
  /** Whether clients can deposit the coin; the treasury always can. */
  readonly isListed: boolean;
  /** Whether clients' deposits are credited now. */
  readonly isOpen: boolean;
  /** Clients' deposits in blocks up to this height have enough confirmations to be credited. */
  readonly creditHeight: number;
  /**
   * Deposits in blocks up to this height have enough confirmations to become available. Those of the treasury are
   * credited only then.
   */
  readonly unlockHeight: number;
}

export interface RuleParts {
  readonly coins: readonly ChainCoin[];
  readonly assetByCode: (code: string) => AssetView | undefined;
  readonly row: (coin: string) => CoinNetwork | undefined;
}

/** The rule for coins that only the treasury deposits, to pay network fees. */
const unlisted = { minimumDeposit: '0.01', creditConfirmations: 20, unlockConfirmations: 20 };

/**
 * The maximum number of small deposits that are added up to reach the minimum. It limits how many commands a finely
 * split amount takes, since the core stores their references forever [R6].
 */
const TOGETHER_AT_MOST = 50;

export const rulesAt = (tipHeight: number, { coins, assetByCode, row: rowOf }: RuleParts): DepositRule[] =>
  coins.flatMap(({ coin }) => {
    const asset = assetByCode(coin);
    if (asset === undefined) return [];
    const row = rowOf(coin);
    const { minimumDeposit, creditConfirmations, unlockConfirmations } = row ?? unlisted;
    return {
      coin,
      minimumUnits: Math.max(1, parseDecimal(minimumDeposit, asset.scale) ?? 0),
      isListed: row !== undefined,
      isOpen: row?.depositsOpen === true,
      creditHeight: tipHeight - creditConfirmations + 1,
      unlockHeight: tipHeight - unlockConfirmations + 1,
    };
  });

/** SQL table expression for the rules, which the query receives as JSON in parameter $2. */
export const rulesTable = `jsonb_to_recordset($2::jsonb) as rule (coin text, "minimumUnits" bigint, "isListed" boolean,
  "isOpen" boolean, "creditHeight" bigint, "unlockHeight" bigint)`;

/** The maximum number of new deposits that are summed per cycle. */
const SUMMED_AT_ONCE = 10_000;
/** The maximum number of receivers per cycle whose deposits are summed again after the minimums change. */
const RECEIVERS_AT_ONCE = 2_000;

/**
 * SQL table expressions: some deposits that have enough confirmations to be credited but have not been summed yet, and
 * the receivers of these deposits.
 */
const receiversOfUnsummed = `unsummed as (
    select d.deposit_id, d.coin, d.owner_id, "minimumUnits", "creditHeight"
    from chain_deposits d join ${rulesTable} on d.coin = rule.coin
    where d.network = $1 and d.available_at is null and not d.reaches_minimum and not d.is_summed
      and d.height <= "creditHeight" order by d.height limit ${SUMMED_AT_ONCE}),
  receivers as (select distinct coin, owner_id, "minimumUnits", "creditHeight" from unsummed)`;

/**
 * SQL table expression: the next receivers of deposits that are not marked as reaching the minimum, following the
 * receiver whose coin and owner are parameters $3 and $4.
 */
const nextReceivers = `receivers as (
    select next.*, "minimumUnits", "creditHeight" from (
      select distinct coin, owner_id from chain_deposits
      where network = $1 and available_at is null and not reaches_minimum and (coin, owner_id) > ($3, $4::bigint)
      order by coin, owner_id limit ${RECEIVERS_AT_ONCE}) next
    left join ${rulesTable} on next.coin = rule.coin)`;

/**
 * SQL table expressions that mark the largest small deposits of each receiver, up to `TOGETHER_AT_MOST`, if their sum
 * reaches the minimum.
 */
const marked = `largest as (
    select d.deposit_id, sum(d.units) over (partition by d.coin, d.owner_id) >= "minimumUnits" as are_enough
    from receivers r cross join lateral (
      select * from chain_deposits small
      where small.network = $1 and small.coin = r.coin and small.owner_id = r.owner_id and small.available_at is null
        and not small.reaches_minimum and small.stuck is null and small.units > 0 and small.units < "minimumUnits"
        and small.height <= "creditHeight"
      order by small.units desc, small.deposit_id limit ${TOGETHER_AT_MOST}) d),
  marked as (
    update chain_deposits d set reaches_minimum = true from largest
    where d.deposit_id = largest.deposit_id and are_enough returning d.coin, d.owner_id)`;

interface Receiver {
  readonly coin: string;
  readonly owner_id: string;
}

const BEFORE_ALL: Receiver = { coin: '', owner_id: '0' };

/**
 * Marks the deposits on one network that reach the minimum, alone or together with the receiver's other small deposits
 * of the same coin that have enough confirmations. Marks are permanent: a higher minimum applies only to later
 * deposits.
 */
export class MinimumMarks {
  readonly #pool: Pool;
  readonly #network: Network;
  /** The minimums that applied when deposits were last marked. */
  #markedBy = '';
  /**
   * Cursor: the last receiver whose deposits were summed with the current minimums; undefined when no receivers are
   * left.
   */
  #summedUpTo: Receiver | undefined;

  constructor(pool: Pool, network: Network) {
    this.#pool = pool;
    this.#network = network;
  }

  /**
   * Sums the deposits that have not been summed yet. After the server starts, and whenever the minimums change, all
   * deposits below the minimum are summed again, some of them in each cycle.
   */
  async update(rules: readonly DepositRule[]): Promise<void> {
    const minimums = JSON.stringify(rules.map(({ coin, minimumUnits, isListed }) => [coin, minimumUnits, isListed]));
    const areNew = minimums !== this.#markedBy;
    await this.#markSingle(rules, areNew);
    if (areNew) this.#summedUpTo = BEFORE_ALL;
    this.#markedBy = minimums;
    await this.#sumNew(rules);
    if (this.#summedUpTo !== undefined) this.#summedUpTo = await this.#sumAfter(this.#summedUpTo, rules);
  }

  async #markSingle(rules: readonly DepositRule[], isOfAll: boolean): Promise<void> {
    await this.#pool.query(
      `update chain_deposits d set reaches_minimum = true from ${rulesTable}
       where d.network = $1 and d.coin = rule.coin and d.available_at is null and not d.reaches_minimum
         and d.units >= "minimumUnits" and ("isListed" or d.owner_id = $3) ${isOfAll ? '' : 'and not d.is_summed'}`,
      [this.#network, JSON.stringify(rules), systemOwners.treasury],
    );
  }

  /**
   * Sums new deposits. If any deposits of a receiver were marked, the receiver's remaining new deposits stay unsummed
   * until the next cycle. Deposits summed in earlier cycles are summed again only if new ones arrive, because on
   * their own they do not reach the minimum.
   */
  async #sumNew(rules: readonly DepositRule[]): Promise<void> {
    await this.#pool.query(
      `with ${receiversOfUnsummed}, ${marked}
       update chain_deposits d set is_summed = true from unsummed
       where d.deposit_id = unsummed.deposit_id and not exists (
         select from marked where marked.coin = unsummed.coin and marked.owner_id = unsummed.owner_id)`,
      [this.#network, JSON.stringify(rules)],
    );
  }

  /**
   * Sums the deposits of the next receivers. Returns the next cursor: `after` again if any deposits were marked;
   * undefined if no receivers are left.
   */
  async #sumAfter(after: Receiver, rules: readonly DepositRule[]): Promise<Receiver | undefined> {
    const { rows } = await this.#pool.query<Receiver & { readonly any_marked: boolean }>(
      `with ${nextReceivers}, ${marked}
       select coin, owner_id, exists (select from marked) as any_marked from receivers order by coin, owner_id`,
      [this.#network, JSON.stringify(rules), after.coin, after.owner_id],
    );
    if (rows[0]?.any_marked === true) return after;
    return rows.length < RECEIVERS_AT_ONCE ? undefined : rows.at(-1);
  }
}
