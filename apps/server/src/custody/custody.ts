import { type Chain, ChainError, type ChainFamily, familyOf, type Network, type SigningClient } from '@vitrine/chains';
import { type AssetView, type Command, type Core, FIRST_CLIENT_OWNER } from '@vitrine/core';
import { formatDecimal, trimZeros } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { type Duty, Loop } from '../kit/loop.ts';
import { PostgresChannel } from '../kit/postgres/channel.ts';
import type { ChannelConnection } from '../kit/postgres/shared-connection.ts';
import type { Notices } from '../notifications/notices.ts';
import type { CoinNetwork } from '../settings/coin-networks.ts';
import { CustodyAlarms } from './alarms.ts';
import { type AddressMaker, DepositAddresses } from './deposits/deposit-addresses.ts';
import type { DepositRow } from './deposits/deposits.ts';
import { NetworkLoop } from './network/network-loop.ts';
import { NetworkWork } from './network/network-work.ts';
import { Outgoing } from './outgoing/outgoing.ts';
import type { Reconciled } from './reconciliation/reconciliation.ts';
import { ReconciliationWatch } from './reconciliation/reconciliation-watch.ts';
import { SignerWatch } from './signer/signer-watch.ts';
import type { Withdrawals } from './withdrawals/withdrawals.ts';

const WATCH_EVERY_MS = 30_000;
const RECONCILE_EVERY_MS = 60_000;

export interface NetworkSetUp {
  readonly chain: Chain;
  /** Extended public key of the deposit addresses. */
  readonly xpub: string;
  /**
   * The height of the first block to read if none has been read yet; if undefined, reading starts at the node's head.
   */
  readonly startHeight: number | undefined;
  readonly pollMs: number;
  /** If the node has no new block for this long, an alarm is raised; if undefined, no such alarm is raised. */
  readonly silentAfterMs: number | undefined;
  /** Maximum network fee of one transaction, in smallest units of the network's native coin. */
  readonly maxFee: bigint;
}

export interface CustodyParts {
  readonly pool: Pool;
  readonly networks: readonly NetworkSetUp[];
  readonly core: () => Core;
  readonly assetByCode: (code: string) => AssetView | undefined;
  /** The current coin × network table, as edited by operators. */
  readonly rows: () => readonly CoinNetwork[];
  readonly submit: (command: Command) => Promise<Outcome>;
  readonly notices: Notices;
  readonly signer: Pick<SigningClient, 'sign' | 'health'>;
  /** Whether the signer's health is polled regularly, or only on request. */
  readonly isSignerWatched: boolean;
  /** A transaction pending for this long is replaced at a higher fee. */
  readonly replaceAfterMs: number;
  /** Handles withdrawals up to the point where they can be sent. */
  readonly withdrawals: Pick<Withdrawals, 'table' | 'telling'>;
  /** Opens the connection on which approvals of withdrawals are received. */
  readonly connect: () => Promise<ChannelConnection>;
  readonly log: FastifyBaseLogger;
}

interface NetworkAtWork {
  readonly chain: Chain;
  readonly work: NetworkWork;
  readonly loop: NetworkLoop;
}

/** Handles on-chain deposits and outgoing payments. */
export class Custody implements Duty {
  readonly name = 'custody';
  readonly addresses: DepositAddresses;
  readonly alarms: CustodyAlarms;
  readonly #parts: CustodyParts;
  readonly outgoing: Outgoing;
  readonly signer: SignerWatch;
  readonly #networks = new Map<Network, NetworkAtWork>();
  readonly #reconciliations: ReconciliationWatch;
  readonly #channel: PostgresChannel;
  readonly #loops: readonly Loop[];

  constructor(parts: CustodyParts) {
    this.#parts = parts;
    this.alarms = new CustodyAlarms(parts.pool);
    this.addresses = new DepositAddresses(parts.pool, makersOf(parts.networks));
    this.outgoing = new Outgoing({
      pool: parts.pool,
      chains: new Map(parts.networks.map(({ chain }) => [chain.network, chain])),
      signer: parts.signer,
      rows: parts.rows,
      maxFee: (network) => parts.networks.find(({ chain }) => chain.network === network)?.maxFee ?? 0n,
      alarms: this.alarms,
      replaceAfterMs: parts.replaceAfterMs,
      nowMs: Date.now,
    });
    this.signer = new SignerWatch({ ...parts, alarms: this.alarms, nowMs: Date.now });
    this.#channel = new PostgresChannel({
      connect: parts.connect,
      name: 'withdrawals',
      received: (payload) => {
        if (payload.endsWith(' approved')) for (const network of this.#networks.keys()) this.poke(network);
      },
    });
    for (const setUp of parts.networks) this.#networks.set(setUp.chain.network, this.#atWork(setUp));
    this.#reconciliations = new ReconciliationWatch([...this.#networks.keys()], this.alarms);
    this.#loops = this.#loopsOf(parts);
  }

  #loopsOf({ isSignerWatched, log }: CustodyParts): Loop[] {
    const isFirstLater = true;
    // Each network has its own loop, so that a slow node delays only the reconciliation of its network.
    const reconciling = [...this.#networks.keys()].map((network) => {
      const cycle = () => this.#reconcileWhereReachable(network);
      return new Loop({ name: `reconciliation of ${network}`, everyMs: RECONCILE_EVERY_MS, cycle, isFirstLater, log });
    });
    const watching = (name: string, cycle: () => Promise<void>) =>
      new Loop({ name, everyMs: WATCH_EVERY_MS, cycle, isFirstLater, log });
    return [
      ...reconciling,
      watching('reconciliation watch', () => this.#reconciliations.watch()),
      ...(isSignerWatched ? [watching('signer watch', () => this.signer.watch())] : []),
    ];
  }

  get chains(): ReadonlyMap<Network, Chain> {
    return new Map([...this.#networks].map(([network, { chain }]) => [network, chain]));
  }

  async open(): Promise<void> {
    await this.addresses.load();
  }

  /** Starts the loops. Called only on the server that writes the log. */
  async start(): Promise<void> {
    for (const { loop } of this.#networks.values()) loop.start();
    await this.#channel.open();
    for (const loop of this.#loops) loop.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#loops.map((loop) => loop.stop()));
    await this.#channel.close();
    await Promise.all([...this.#networks.values()].map(({ loop }) => loop.stop()));
  }

  /** Requests a cycle of this network's loop, for example because something has happened on the network. */
  poke(network: Network): void {
    this.#networks.get(network)?.loop.poke();
  }

  /** Requests a cycle of this network's loop; resolves when a cycle that started after this call has ended. */
  async readOn(network: Network): Promise<void> {
    await this.#networks.get(network)?.loop.next();
  }

  /**
   * Compares the current on-chain holdings with the amounts owed according to the ledger. Empty if the network is not
   * set up. Throws ChainError if the node fails.
   */
  async reconcile(network: Network): Promise<readonly Reconciled[]> {
    const results = await this.#networks.get(network)?.work.reconciliation.run();
    if (results !== undefined) await this.#reconciliations.reconciled(network);
    return results ?? [];
  }

  async #reconcileWhereReachable(network: Network): Promise<void> {
    try {
      await this.reconcile(network);
    } catch (error) {
      // No alarm is needed here: the network's loop raises one if the node fails for a while.
      if (!(error instanceof ChainError)) throw error;
    }
  }

  /**
   * Queries the node again for an unread transaction, and returns whether it was read; undefined if the network is not
   * set up. Throws ChainError.
   */
  async readAgain(network: Network, txid: string): Promise<boolean | undefined> {
    return this.#networks.get(network)?.work.follower.readAgain(txid);
  }

  /** Starts sweeping deposit addresses to the hot wallet now, without waiting for the schedule. */
  async sweep(network: Network): Promise<void> {
    await this.#networks.get(network)?.work.sweeps.begin();
    this.poke(network);
  }

  /** The height of the last block read; undefined before the first, or if the network is not set up. */
  async tipHeight(network: Network): Promise<number | undefined> {
    return (await this.#networks.get(network)?.work.follower.tip())?.height;
  }

  #atWork({ chain, startHeight, pollMs, maxFee, silentAfterMs }: NetworkSetUp): NetworkAtWork {
    const { pool, core, assetByCode, rows, submit, log, withdrawals } = this.#parts;
    const { network } = chain;
    const { alarms, outgoing } = this;
    const work = new NetworkWork({
      ...withdrawals,
      pool,
      chain,
      startHeight,
      maxFee,
      core,
      assetByCode,
      row: (coin) => rows().find((one) => one.coin === coin && one.network === network),
      submit,
      loadAddresses: () => this.addresses.loadNew(familyOf[network]),
      ownerOf: (address) => this.addresses.ownerOf(network, address),
      sourceOf: (address) => this.addresses.sourceOf(network, address),
      credited: (deposit, client) => this.#tell(deposit, client),
      outgoing,
      alarms,
      nowMs: Date.now,
    });
    const loop = new NetworkLoop({
      network,
      round: () => work.round(),
      everyMs: pollMs,
      tipHeight: async () => (await work.follower.tip())?.height,
      silentAfterMs,
      alarms,
      log,
    });
    return { chain, work, loop };
  }

  async #tell({ owner_id, coin, units }: DepositRow, client: PoolClient): Promise<void> {
    const asset = this.#parts.assetByCode(coin);
    if (asset === undefined || Number(owner_id) < FIRST_CLIENT_OWNER) return;
    const amount = trimZeros(formatDecimal(Number(units), asset.scale));
    await this.#parts.notices.add(Number(owner_id), 'deposit_credited', { coin, amount }, client);
  }
}

function makersOf(networks: readonly NetworkSetUp[]): ReadonlyMap<ChainFamily, AddressMaker> {
  return new Map(networks.map(({ chain, xpub }) => [familyOf[chain.network], { format: chain.addresses, xpub }]));
}
