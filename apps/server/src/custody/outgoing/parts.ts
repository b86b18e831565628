import type { Chain, Network, SigningClient } from '@vitrine/chains';
import type { Pool } from 'pg';
import type { CoinNetwork } from '../../settings/coin-networks.ts';
import type { CustodyAlarms } from '../alarms.ts';

export interface OutgoingParts {
  readonly pool: Pool;
  readonly chains: ReadonlyMap<Network, Chain>;
  readonly signer: Pick<SigningClient, 'sign'>;
  /** The table coin × network as operators have it now: how many confirmations end a payment. */
  readonly rows: () => readonly CoinNetwork[];
  /** The most that one payment may pay to the network, in the network's own coin's smallest units. */
  readonly maxFee: (network: Network) => bigint;
  readonly alarms: CustodyAlarms;
  /** A transaction that waits for so long gets a higher fee. */
  readonly replaceAfterMs: number;
  readonly nowMs: () => number;
}
