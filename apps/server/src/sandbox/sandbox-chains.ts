import { createHash } from 'node:crypto';
import { familyOf, type Network, type SimulatedChain } from '@vitrine/chains';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Custody } from '../custody/custody.ts';
import type { Duty } from '../kit/loop.ts';
import { ChainKeeper, simulatedNetworks } from './simulated-networks.ts';

export interface SandboxChainsParts {
  readonly pool: Pool;
  readonly chains: readonly SimulatedChain[];
  readonly custody: Custody;
  /** Whether blocks are mined automatically. */
  readonly isAlive: boolean;
  readonly log: FastifyBaseLogger;
}

export interface SandboxPayment {
  readonly network: Network;
  readonly to: string;
  readonly coin: string;
  /** In the coin's smallest units on the chain. */
  readonly amount: bigint;
  /** Identifies the transaction: paying again with the same key sends no second transaction. */
  readonly key: string;
}

interface NetworkAtWork {
  readonly chain: SimulatedChain;
  readonly keeper: ChainKeeper;
  timer?: NodeJS.Timeout;
  /** Blocks requested and not yet mined. */
  asked: number;
  mining: Promise<void> | undefined;
}

/** Drives the simulated networks: external payments and blocks. */
export class SandboxChains implements Duty {
  readonly name = 'simulated networks';
  readonly #parts: SandboxChainsParts;
  readonly #networks: ReadonlyMap<Network, NetworkAtWork>;

  constructor(parts: SandboxChainsParts) {
    this.#parts = parts;
    this.#networks = new Map(
      parts.chains.map((chain) => {
        const keeper = new ChainKeeper(parts.pool, chain);
        return [chain.network, { chain, keeper, asked: 0, mining: undefined }];
      }),
    );
  }

  async start(): Promise<void> {
    for (const [network, atWork] of this.#networks) {
      await atWork.keeper.keep();
      this.#parts.custody.poke(network);
      if (!this.#parts.isAlive) continue;
      const mine = () =>
        void this.mine(network, 1).catch((err: unknown) =>
          this.#parts.log.warn({ err, network }, 'mining a simulated block failed'),
        );
      atWork.timer = setInterval(mine, simulatedNetworks[network].blockMs).unref();
    }
  }

  async stop(): Promise<void> {
    for (const { timer, mining } of this.#networks.values()) {
      clearInterval(timer);
      await mining?.catch(() => undefined);
    }
  }

  /** Sends a payment, which waits for the next block. Returns the transaction's id. */
  async pay({ network, to, coin, amount, key }: SandboxPayment): Promise<string> {
    const { chain, keeper } = this.#at(network);
    const txid = `${familyOf[network] === 'evm' ? '0x' : ''}${createHash('sha256').update(key).digest('hex')}`;
    chain.pay([{ coin, to, amount: String(amount) }], { txid });
    await keeper.keep();
    return txid;
  }

  /** Mines this many blocks now, and has custody read them. Concurrent calls share the blocks. */
  mine(network: Network, count: number): Promise<void> {
    const atWork = this.#at(network);
    atWork.asked = Math.max(atWork.asked, count);
    atWork.mining ??= this.#mineAsked(network, atWork).finally(() => {
      atWork.mining = undefined;
    });
    return atWork.mining.then(() => (atWork.asked > 0 ? this.mine(network, atWork.asked) : undefined));
  }

  async #mineAsked(network: Network, atWork: NetworkAtWork): Promise<void> {
    // Waits for the end of this turn of the event loop, so that all calls made in the same turn share the blocks.
    await new Promise(setImmediate);
    const count = atWork.asked;
    atWork.asked = 0;
    for (let mined = 0; mined < count; mined++) atWork.chain.mine();
    await atWork.keeper.keep();
    await this.#parts.custody.readOn(network);
  }

  #at(network: Network): NetworkAtWork {
    const atWork = this.#networks.get(network);
    if (atWork === undefined) throw new Error(`the sandbox does not simulate the network ${network}`);
    return atWork;
  }
}
