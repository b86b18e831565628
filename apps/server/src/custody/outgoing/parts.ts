import type { Chain, Network, SigningClient } from '@vitrine/chains';
import type { Pool } from 'pg';
import type { CoinNetwork } from '../../settings/coin-networks.ts';
import type { CustodyAlarms } from '../alarms.ts';

export interface OutgoingParts {
  readonly pool: Pool;
  readonly chains: ReadonlyMap<Network, Chain>;
  readonly signer: Pick<SigningClient, 'sign'>;
  /** The current coin × network table, which gives the number of confirmations after which a payment is final. */
  readonly rows: () => readonly CoinNetwork[];
  /** Maximum network fee of one payment, in smallest units of the network's native coin. */
  readonly maxFee: (network: Network) => bigint;
  readonly alarms: CustodyAlarms;
  /** A transaction pending for this long is replaced at a higher fee. */
  readonly replaceAfterMs: number;
  readonly nowMs: () => number;
}
