import type { ScamPattern, WithdrawalHint } from '@vitrine/contract';
import type { AssetId, Core, OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import type { Withdrawal } from './table.ts';

/** If at least this many other clients send to an address, they are presumed not to know each other. */
const STRANGERS = 3;
const UNUSUAL_TIMES = 3;
/** A withdrawal of at least this many tenths of the balance is considered nearly all of it. */
const NEARLY_ALL_TENTHS = 9;
const HOUR_MS = 3_600_000;

interface Facts {
  readonly first: boolean;
  readonly new_address: boolean;
  readonly most_before: string;
  readonly new_device: boolean;
  readonly just_deposited: boolean;
  readonly others: number;
  readonly refused_elsewhere: boolean;
}

type Looked = Pick<Withdrawal, 'id' | 'owner' | 'asset' | 'coin' | 'network' | 'address' | 'units' | 'valueUnits'>;

/** Warning signs about a client and an address. */
export class WithdrawalHints {
  readonly #pool: Pool;
  readonly #core: () => Core;

  constructor(pool: Pool, core: () => Core) {
    this.#pool = pool;
    this.#core = core;
  }

  /**
   * The warning signs that apply to a withdrawal. `freeUnits` is the available balance, without the withdrawal's
   * amount.
   */
  async of(withdrawal: Looked, freeUnits: number): Promise<WithdrawalHint[]> {
    const facts = await this.#facts(withdrawal);
    const found: Readonly<Record<WithdrawalHint, boolean>> = {
      new_address: facts.new_address,
      first_withdrawal: facts.first,
      new_device: facts.new_device,
      unusually_large: !facts.first && withdrawal.valueUnits > UNUSUAL_TIMES * Number(facts.most_before),
      just_deposited: facts.just_deposited,
      nearly_everything: isNearlyAll(withdrawal.units, freeUnits),
      address_of_others: facts.others > 0,
    };
    return (Object.keys(found) as WithdrawalHint[]).filter((hint) => found[hint]);
  }

  /** The fraud patterns that a draft matches. The draft's amount is not on hold yet. */
  async patterns(draft: Looked): Promise<ScamPattern[]> {
    const facts = await this.#facts(draft);
    const left = this.free(draft.owner, draft.asset) - draft.units;
    const found: Readonly<Record<ScamPattern, boolean>> = {
      address_of_strangers: facts.refused_elsewhere || facts.others >= STRANGERS,
      emptied_from_new_device: facts.new_device && facts.new_address && isNearlyAll(draft.units, left),
    };
    return (Object.keys(found) as ScamPattern[]).filter((pattern) => found[pattern]);
  }

  free(owner: OwnerId, asset: AssetId): number {
    return this.#core().balance(owner, 'spot', asset).availableUnits;
  }

  async #facts({ id, owner, coin, network, address }: Looked): Promise<Facts> {
    const { rows } = await this.#pool.query<Facts>(
      `with mine as (select * from withdrawals where owner = $1 and id <> $2 and state = 'completed'),
       others as (select owner, state, refusal_reason from withdrawals
         where network = $3 and address = $4 and owner <> $1 and state <> 'draft')
       select
         not exists (select from mine) as first,
         not exists (select from mine where mine.network = $3 and mine.address = $4) as new_address,
         coalesce((select max(value_units) from mine), 0)::text as most_before,
         exists (select from known_device where owner = $1 and first_seen_at > now() - interval '24 hours')
           and exists (select from known_device where owner = $1 and first_seen_at <= now() - interval '24 hours')
           as new_device,
         exists (select from chain_deposits join money_records credit on purpose = 'deposit' and record = deposit_id
           where chain_deposits.owner_id = $1 and coin = $5 and credit.state <> 'voided' and time_ms > $6) as just_deposited,
         (select count(distinct owner)::int from others) as others,
         exists (select from others where state = 'refused'
           and refusal_reason in ('address_risk', 'fraud_suspected', 'takeover_suspected')) as refused_elsewhere`,
      [owner, id, network, address, coin, this.#core().timeMs - HOUR_MS],
    );
    const facts = rows[0];
    if (facts === undefined) throw new Error(`the query for the warning signs of withdrawal ${id} returned no row`);
    return facts;
  }
}

const isNearlyAll = (units: number, leftUnits: number): boolean =>
  BigInt(units) * 10n >= (BigInt(units) + BigInt(leftUnits)) * BigInt(NEARLY_ALL_TENTHS);
