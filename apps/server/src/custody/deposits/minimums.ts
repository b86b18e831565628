import type { ChainCoin, Network } from '@vitrine/chains';
import { type AssetView, systemOwners } from '@vitrine/core';
import { parseDecimal } from '@vitrine/money';
import type { Pool } from 'pg';
import type { CoinNetwork } from '../../settings/coin-networks.ts';

/** What decides at a height of the chain whether deposits of a coin are credited. */
export interface DepositRule {
  readonly coin: string;
  /** In ledger units, and at least one. */
  readonly minimumUnits: number;
  /** Whether clients can deposit the coin; the treasury always can. */
  readonly isListed: boolean;
  /** Whether clients' deposits are credited now. */
  readonly isOpen: boolean;
  /** Clients' deposits in blocks up to this height have the confirmations for a credit. */
  readonly creditHeight: number;
  /** Deposits up to this height have those that make them available; the treasury's are credited only then. */
  readonly unlockHeight: number;
}

export interface RuleParts {
  readonly coins: readonly ChainCoin[];
  readonly assetByCode: (code: string) => AssetView | undefined;
  readonly row: (coin: string) => CoinNetwork | undefined;
}

/** The rule for coins that only the treasury deposits: those that pay fees. */
const unlisted = { minimumDeposit: '0.01', creditConfirmations: 20, unlockConfirmations: 20 };

/**
 * At most this many small deposits reach the minimum together: however finely a sender splits an amount, crediting it
 * takes a limited number of commands, whose references the core never forgets [R6].
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

/** The rules as a table of a query, whose second parameter they are as JSON. */
export const rulesTable = `jsonb_to_recordset($2::jsonb) as rule (coin text, "minimumUnits" bigint, "isListed" boolean,
  "isOpen" boolean, "creditHeight" bigint, "unlockHeight" bigint)`;

/**
 * Marks the deposits that reach the minimum, alone or together with the receiver's other small deposits of this coin
 * that have their confirmations. What is marked stays so: a higher minimum applies to later deposits.
 */
export async function markSufficient(pool: Pool, network: Network, rules: readonly DepositRule[]): Promise<void> {
  const parameters = [network, JSON.stringify(rules)];
  await pool.query(
    `update chain_deposits d set reaches_minimum = true from ${rulesTable}
     where d.network = $1 and d.coin = rule.coin and d.available_at is null and not d.reaches_minimum
       and d.units >= "minimumUnits" and ("isListed" or d.owner_id = $3)`,
    [...parameters, systemOwners.treasury],
  );
  await pool.query(
    `with small as (
       select d.deposit_id, d.owner_id, d.coin, d.units, "minimumUnits",
         row_number() over (partition by d.coin, d.owner_id order by d.units desc, d.deposit_id) as place
       from chain_deposits d join ${rulesTable} on d.coin = rule.coin
       where d.network = $1 and d.available_at is null and not d.reaches_minimum and d.stuck is null
         and d.units > 0 and d.units < "minimumUnits" and d.height <= "creditHeight"),
     largest as (
       select deposit_id, sum(units) over (partition by coin, owner_id) >= "minimumUnits" as are_enough
       from small where place <= $3)
     update chain_deposits d set reaches_minimum = true from largest
     where d.deposit_id = largest.deposit_id and are_enough`,
    [...parameters, TOGETHER_AT_MOST],
  );
}
