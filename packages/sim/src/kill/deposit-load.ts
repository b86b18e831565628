import type { ApiClient } from './api-client.ts';

export interface AcknowledgedDeposit {
  readonly key: string;
  readonly client: ApiClient;
  readonly body: object;
  /** The log position at which the deposit was credited. */
  readonly position: number;
}

/** A coin that is credited only in the ledger, and one whose deposits arrive in blocks of a network. */
const coins = ['SOL', 'USDT'] as const;

/** Deposits one after the other, each with its own Idempotency-Key. */
export class DepositLoad {
  readonly acknowledged: AcknowledgedDeposit[] = [];
  readonly #clients: readonly ApiClient[];
  #count = 0;
  #isRunning = true;

  constructor(clients: readonly ApiClient[]) {
    this.#clients = clients;
  }

  /** Runs until `stop` is called. */
  async run(): Promise<void> {
    while (this.#isRunning) {
      this.#count += 1;
      const client = this.#clients[this.#count % this.#clients.length] as ApiClient;
      const coin = coins[this.#count % coins.length] as string;
      const body = { coin, username: client.email, amount: String(10 + this.#count) };
      const key = `deposit-${this.#count}`;
      const answer = await client.post('/sandbox/deposits', body, key);
      if (answer.status === 200) this.acknowledged.push({ key, client, body, position: Number(answer.body.position) });
    }
  }

  stop(): void {
    this.#isRunning = false;
  }
}
