import type { FastifyBaseLogger } from 'fastify';
import { type Duty, Loop } from '../../kit/loop.ts';
import { PostgresChannel } from '../../kit/postgres/channel.ts';
import type { ChannelConnection } from '../../kit/postgres/shared-connection.ts';
import type { WithdrawalProgress } from './progress.ts';

interface WithdrawalLoopParts {
  readonly progress: Pick<WithdrawalProgress, 'run'>;
  readonly connect: () => Promise<ChannelConnection>;
  readonly log: FastifyBaseLogger;
}

/** Continues interrupted withdrawals: at the start, when a withdrawal changes, and every ten seconds. */
export class WithdrawalLoop implements Duty {
  readonly name = 'withdrawals';
  readonly #loop: Loop;
  readonly #channel: PostgresChannel;

  constructor({ progress, connect, log }: WithdrawalLoopParts) {
    this.#loop = new Loop({ name: this.name, everyMs: 10_000, cycle: () => progress.run(), log });
    this.#channel = new PostgresChannel({ connect, name: this.name, received: () => this.#loop.poke() });
  }

  async start(): Promise<void> {
    await this.#channel.open();
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#channel.close();
    await this.#loop.stop();
  }
}
