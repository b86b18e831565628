import type { ChainCoin, Network } from '@vitrine/chains';
import { type AssetView, type Command, systemOwners } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import type { Pool } from 'pg';
import { outsideReference } from '../../kit/reference.ts';
import { custodyOwner } from '../custody-accounts.ts';

export interface NetworkFeesParts {
  readonly pool: Pool;
  readonly network: Network;
  readonly coins: readonly ChainCoin[];
  readonly assetByCode: (code: string) => AssetView | undefined;
  readonly submit: (command: Command) => Promise<Outcome>;
}

/** The maximum number of fees booked per cycle of the network loop: when the coin is listed, many may be outstanding. */
const BOOKED_AT_ONCE = 200;

/**
 * Books the network fee of each payment, rounded up to ledger units, as an expense of the treasury. Each fee is booked
 * once.
 */
export class NetworkFees {
  readonly #parts: NetworkFeesParts;

  constructor(parts: NetworkFeesParts) {
    this.#parts = parts;
  }

  /**
   * Books some outstanding network fees of payments that have ended. While the coin in which fees are paid is not
   * listed, they stay outstanding.
   */
  async book(): Promise<void> {
    const { pool, network, coins, assetByCode } = this.#parts;
    const own = coins.find(({ contract }) => contract === undefined);
    const asset = own && assetByCode(own.coin);
    if (own === undefined || asset === undefined) return;
    const { rows } = await pool.query<{ id: string; fee: string }>(
      `select id, fee from outgoing_payments where network = $1 and ended_at is not null and not fee_booked
         and fee is not null order by id limit ${BOOKED_AT_ONCE}`,
      [network],
    );
    for (const { id, fee } of rows) {
      await this.#book(id, BigInt(fee), own, asset);
      await pool.query('update outgoing_payments set fee_booked = true where id = $1', [id]);
    }
  }

  async #book(id: string, fee: bigint, { decimals }: ChainCoin, { asset, scale }: AssetView): Promise<void> {
    const { network, submit } = this.#parts;
    const units = feeUnitsOf(fee, decimals, scale);
    if (units === 0) return;
    const { refusal } = await submit({
      kind: 'Transfer',
      by: systemOwners.treasury,
      purpose: 'withdrawal',
      legs: [
        { owner: systemOwners.treasury, wallet: 'spot', asset, units: -units as AssetUnits },
        { owner: custodyOwner[network], wallet: 'spot', asset, units: units as AssetUnits },
      ],
      reference: outsideReference('network fee', id),
    });
    // The server may have been killed after it booked the fee and before it set `fee_booked`. Since then, a reorg may
    // have included a different transaction of the payment, with a different fee. The fee that was booked stays.
    if (refusal === 'reference_conflict') return;
    if (refusal !== undefined) throw new Error(`the ledger refused the network fee of payment ${id}: ${refusal}`);
  }
}

/** The fee in ledger units, rounded up: ceil(fee × 10^scale ÷ 10^decimals). */
export function feeUnitsOf(fee: bigint, decimals: number, scale: number): number {
  const numerator = fee * 10n ** BigInt(scale);
  const denominator = 10n ** BigInt(decimals);
  return Number((numerator + denominator - 1n) / denominator);
}
