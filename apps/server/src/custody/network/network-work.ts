import type { Chain, SourceOf } from '@vitrine/chains';
import type { AssetView, Command, Core, OwnerId } from '@vitrine/core';
import type { Outcome } from '@vitrine/sequencer';
import type { Pool, PoolClient } from 'pg';
import type { CoinNetwork } from '../../settings/coin-networks.ts';
import type { CustodyAlarms } from '../alarms.ts';
import { type DepositRow, Deposits, type DepositsParts } from '../deposits/deposits.ts';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { Reconciliation } from '../reconciliation/reconciliation.ts';
import { Sweeps } from '../sweeps/sweeps.ts';
import { WithdrawalSending, type WithdrawalSendingParts } from '../withdrawals/sending.ts';
import { ChainFollower } from './chain-follower.ts';
import { NetworkFees } from './network-fees.ts';

export interface NetworkWorkParts extends Pick<WithdrawalSendingParts, 'table' | 'telling'> {
  readonly pool: Pool;
  readonly chain: Chain;
  /**
   * The height of the first block to read if none has been read yet; if undefined, reading starts at the node's head.
   */
  readonly startHeight: number | undefined;
  /** Maximum network fee of one transaction, in smallest units of the network's native coin. */
  readonly maxFee: bigint;
  readonly core: () => Core;
  readonly assetByCode: (code: string) => AssetView | undefined;
  /** The coin's row in the coin × network table. */
  readonly row: (coin: string) => CoinNetwork | undefined;
  readonly submit: (command: Command) => Promise<Outcome>;
  /** Loads the deposit addresses that this or another server has created since the last call. */
  readonly loadAddresses: () => Promise<void>;
  /** The owner of a deposit address. */
  readonly ownerOf: (address: string) => OwnerId | undefined;
  /** Finds the payment source of one of our addresses, by which the signer finds the key. */
  readonly sourceOf: SourceOf;
  /** Called when a deposit becomes available, within the transaction that records this. */
  readonly credited: (deposit: DepositRow, client: PoolClient) => Promise<void>;
  readonly outgoing: Outgoing;
  readonly alarms: CustodyAlarms;
  readonly nowMs: () => number;
}

/** Performs all of custody's work on one network, one step after another. */
export class NetworkWork {
  readonly follower: ChainFollower;
  readonly sweeps: Sweeps;
  readonly reconciliation: Reconciliation;
  readonly #deposits: Deposits;
  readonly #sending: WithdrawalSending;
  readonly #fees: NetworkFees;
  readonly #outgoing: Outgoing;
  readonly #chain: Chain;

  constructor(parts: NetworkWorkParts) {
    const { chain, outgoing } = parts;
    const { network, coins, hotAddress } = chain;
    const isOwn: DepositsParts['isOwn'] = (client, txid) => outgoing.isOwn(client, network, txid);
    const deposits = new Deposits({ ...parts, network, coins, hotAddress, isOwn });
    this.#chain = chain;
    this.#outgoing = outgoing;
    this.#deposits = deposits;
    this.follower = new ChainFollower({
      ...parts,
      reader: chain,
      isOurs: (address) => deposits.isOurs(address),
      sourceOf: (address) => (address === hotAddress ? { kind: 'hot' } : parts.sourceOf(address)),
      keep: async (client, block) => {
        await outgoing.keepKeyUses(client, network, block);
        await deposits.keep(client, block);
      },
      drop: async (client, fromHeight) => {
        await deposits.drop(client, fromHeight);
        await outgoing.takeBack(client, network, fromHeight);
      },
    });
    this.#sending = new WithdrawalSending({ ...parts, network, coins });
    this.#fees = new NetworkFees({ ...parts, network, coins });
    this.sweeps = new Sweeps(parts);
    this.reconciliation = new Reconciliation(parts);
  }

  /** Runs one cycle; returns whether there is more to do immediately. Throws ChainError if the node fails. */
  async round(): Promise<boolean> {
    const isBehind = await this.follower.step();
    const tip = await this.follower.tip();
    const isMore = isBehind || (tip !== undefined && (await this.#deposits.settle(tip.height)));
    await this.#sending.begin();
    await this.#outgoing.step(this.#chain.network);
    await this.#sending.follow();
    await this.#fees.book();
    if (!isMore) await this.sweeps.run();
    return isMore;
  }
}
