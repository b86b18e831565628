import { type Chain, familyOf, NodeUnreachable, SignerUnreachable, type SigningClient } from '@vitrine/chains';
import type { AssetView, Command } from '@vitrine/core';
import type pg from 'pg';
import { CustodyAlarms } from '../../alarms.ts';
import { DepositAddresses } from '../../deposits/deposit-addresses.ts';
import { NetworkWork } from '../../network/network-work.ts';
import { Outgoing } from '../../outgoing/outgoing.ts';
import { FailedPayments } from '../../withdrawals/failed.ts';
import { WithdrawalHints } from '../../withdrawals/hints.ts';
import { WithdrawalProgress } from '../../withdrawals/progress.ts';
import { WithdrawalReview } from '../../withdrawals/review.ts';
import { WithdrawalsTable } from '../../withdrawals/table.ts';
import type { Interruptions } from './interruptions.ts';
import { keysOn } from './kinds-of-networks.ts';
import type { MemoryLog } from './memory-log.ts';
import { type NetworkOfSeed, START_HEIGHT } from './network-of-seed.ts';

/** Maximum network fee of one payment, in smallest units of the network's native coin. */
const MAX_FEE = 10_000n;
/** A withdrawal worth more than this, in units of USDT, needs an operator's approval. */
const APPROVAL_ABOVE = 50_000_000;

export interface ServerParts {
  readonly pool: pg.Pool;
  readonly log: MemoryLog;
  readonly network: NetworkOfSeed;
  readonly node: Chain;
  readonly signer: Pick<SigningClient, 'sign'>;
  readonly interruptions: Interruptions;
  readonly nowMs: () => number;
}

/**
 * Custody, set up as a server does when it starts. When the server is killed, this object is abandoned and a new one
 * created.
 */
export class ServerOfSeed {
  readonly table: WithdrawalsTable;
  readonly progress: WithdrawalProgress;
  readonly failed: FailedPayments;
  readonly work: NetworkWork;
  readonly interruptions: Interruptions;
  readonly #addresses: DepositAddresses;
  readonly #pool: pg.Pool;

  private constructor({ log, network, node, signer, interruptions, nowMs, ...parts }: ServerParts) {
    this.interruptions = interruptions;
    this.#pool = parts.pool;
    const pool = interruptions.pool(parts.pool);
    const submit = (command: Command) => interruptions.call(command.kind, async () => log.submit(command));
    const chain = chainBehind(interruptions, node);
    const alarms = new CustodyAlarms(pool);
    const core = () => log.core;
    this.table = new WithdrawalsTable(pool, nowMs);
    this.progress = new WithdrawalProgress({
      pool,
      core,
      submit,
      table: this.table,
      limits: { approvalsFor: async ({ valueUnits }) => (valueUnits > APPROVAL_ABOVE ? 1 : 0) },
      hints: new WithdrawalHints(pool, core),
      telling: { handedOver: async () => {} },
      clock: nowMs,
      log: { error: () => {} },
    });
    const { format, depositXpub } = keysOn(chain.network);
    const makers = new Map([[familyOf[chain.network], { format, xpub: depositXpub }]]);
    this.#addresses = new DepositAddresses(parts.pool, makers);
    const outgoing = new Outgoing({
      pool,
      chains: new Map([[chain.network, chain]]),
      signer: {
        sign: (request) =>
          interruptions.call(
            'sign',
            () => signer.sign(request),
            (told) => new SignerUnreachable(told),
          ),
      },
      rows: () => network.rows,
      maxFee: () => MAX_FEE,
      alarms,
      replaceAfterMs: 600_000,
      nowMs,
    });
    const { table, progress } = this;
    const told = { refused: async () => {}, deliver: async () => {} };
    const review = new WithdrawalReview({ pool, table, progress, telling: told, clock: nowMs });
    const blocked = { reasonFor: async () => undefined };
    this.failed = new FailedPayments({
      pool,
      clock: nowMs,
      withdrawals: { table, review, progress, telling: told, blocked },
      outgoing,
    });
    this.work = new NetworkWork({
      pool,
      chain,
      startHeight: START_HEIGHT,
      maxFee: MAX_FEE,
      core,
      assetByCode: (code): AssetView | undefined => log.core.assets().find((asset) => asset.code === code),
      row: (coin) => network.row(coin),
      submit,
      loadAddresses: () => this.#addresses.loadNew(familyOf[chain.network]),
      ownerOf: (address) => this.#addresses.ownerOf(chain.network, address),
      sourceOf: (address) => this.#addresses.sourceOf(chain.network, address),
      credited: async () => {},
      outgoing,
      table: this.table,
      telling: { ...told, completed: async () => {} },
      alarms,
      nowMs,
    });
  }

  static async start(parts: ServerParts): Promise<ServerOfSeed> {
    const server = new ServerOfSeed(parts);
    await server.#addresses.load();
    return server;
  }

  /** The client's deposit address. */
  addressOf(owner: number, network: NetworkOfSeed): Promise<string> {
    return this.#addresses.give(owner, network.chain.network);
  }

  /** Approves a withdrawal as an operator with the right to do so. */
  async approve(id: number, staffId: string): Promise<void> {
    await this.#pool.query(
      `insert into withdrawal_approvals (withdrawal_id, staff_id, email, reason, at)
       select id, $2, $2, 'looks right', state_at from withdrawals where id = $1 and state = 'waiting_approval'
       on conflict do nothing`,
      [id, staffId],
    );
    await this.table.move(id, 'approve');
  }

  /** Runs cycles as the network's loop does, at most 20, until there is nothing more to do. */
  async rounds(): Promise<void> {
    for (let round = 0; round < 20 && (await this.work.round()); round++);
  }
}

const asked = ['head', 'block', 'hashAt', 'transaction', 'balance', 'build', 'replacement', 'sweep', 'broadcast'];

function chainBehind(interruptions: Interruptions, node: Chain): Chain {
  return new Proxy(node, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || !asked.includes(String(name))) return member;
      return (...parameters: unknown[]) =>
        interruptions.call(
          String(name),
          async () => member.apply(target, parameters),
          (told) => new NodeUnreachable(told),
        );
    },
  });
}
