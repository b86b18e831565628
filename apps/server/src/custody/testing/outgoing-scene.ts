import {
  accountPath,
  type Chain,
  evmAddresses,
  SeedKeys,
  type SigningClient,
  SimulatedChain,
  simulatedContract,
} from '@vitrine/chains';
import type { TestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { type CoinNetwork, firstCoinNetworks } from '../../settings/coin-networks.ts';
import { createMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { CustodyAlarms } from '../alarms.ts';
import { Outgoing, type OutgoingPayment, type WantedPayment } from '../outgoing/outgoing.ts';
import { SignerProcess } from './signer-process.ts';

const seed = '0f'.repeat(32);
export const usdt = 1_000_000n;
export const eth = 10n ** 18n;
export const CONFIRMATIONS = 3;

/** The exchange's connections to the outside world, which tests can intercept. */
export interface Outside {
  readonly pool: pg.Pool;
  readonly chain: Chain;
  readonly signer: Pick<SigningClient, 'sign'>;
}

/** One simulated network, a signer in its own process, a database, and a clock that tests control. */
export class OutgoingScene {
  readonly pool: pg.Pool;
  readonly chain: SimulatedChain;
  readonly signer: SignerProcess;
  /** The same keys as the signer's. */
  readonly keys = new SeedKeys(Buffer.from(seed, 'hex'));
  readonly #clock: { ms: number };
  maxFee = eth / 100n;
  #receivers = 0;
  readonly #database: TestDatabase;

  private constructor(database: TestDatabase, chain: SimulatedChain, signer: SignerProcess, clock: { ms: number }) {
    this.#clock = clock;
    this.#database = database;
    this.pool = new pg.Pool({ connectionString: database.url });
    this.chain = chain;
    this.signer = signer;
  }

  static async open(perDay = '1000000'): Promise<OutgoingScene> {
    const database = await createMigratedDatabase();
    const coins = {
      ETH: { decimals: 18, perPayment: '1000', perDay },
      USDT: { decimals: 6, contract: simulatedContract('USDT'), perPayment: '10000', perDay },
    };
    const signer = new SignerProcess(seed, { ERC20: { maxFee: '0.01', feesPerDay: '100', coins } });
    await signer.start();
    const clock = { ms: 1_800_000_000_000 };
    return new OutgoingScene(database, await openChain(() => clock.ms), signer, clock);
  }

  get nowMs(): number {
    return this.#clock.ms;
  }

  pass(ms: number): void {
    this.#clock.ms += ms;
  }

  /** The coin × network table. */
  coinNetworks(): readonly CoinNetwork[] {
    return firstCoinNetworks.map((row) => ({ ...row, unlockConfirmations: CONFIRMATIONS }));
  }

  /** Creates an `Outgoing` as a restarted server would; the outside world stays the same. */
  outgoing(between: (outside: Outside) => Outside = (outside) => outside): Outgoing {
    const { pool, chain, signer } = between({ pool: this.pool, chain: this.chain, signer: this.signer.client });
    return new Outgoing({
      pool,
      chains: new Map([['ERC20', chain]]),
      signer,
      rows: () => this.coinNetworks(),
      maxFee: () => this.maxFee,
      alarms: new CustodyAlarms(pool),
      replaceAfterMs: 600_000,
      nowMs: () => this.nowMs,
    });
  }

  /** A withdrawal of 10 USDT to a new address; `wish` replaces some of its fields. */
  payment(wish: Partial<WantedPayment> = {}): WantedPayment {
    this.#receivers++;
    return {
      id: `withdrawal:${this.#receivers}`,
      network: 'ERC20',
      purpose: 'withdrawal',
      source: { kind: 'hot' },
      coin: 'USDT',
      to: evmAddresses.parse(`0x${(0xabc000 + this.#receivers).toString(16).padStart(40, '0')}`) ?? '',
      amount: 10n * usdt,
      ...wish,
    };
  }

  want(outgoing: Outgoing, payment: WantedPayment): Promise<void> {
    return inTransaction(this.pool, (client) => outgoing.want(client, payment));
  }

  /** Runs cycles and mines blocks until the payment has ended. */
  async finish(outgoing: Outgoing, id: string): Promise<OutgoingPayment> {
    for (let round = 0; round < 40; round++) {
      this.pass(400_000);
      await outgoing.step('ERC20');
      const payment = await outgoing.payment(id);
      if (payment?.state === 'confirmed' || payment?.state === 'failed') return payment;
      this.chain.mine();
    }
    throw new Error(`payment ${id} was not completed within 40 cycles: ${JSON.stringify(await this.rows(id))}`);
  }

  async rows(id: string): Promise<unknown> {
    const { rows } = await this.pool.query(
      `select p.state, p.problem, t.version, t.claims, t.txid, t.broadcast_at from outgoing_payments p
       left join outgoing_transactions t on t.payment_id = p.id where p.id = $1 order by t.version`,
      [id],
    );
    return rows;
  }

  received({ coin, to }: WantedPayment): Promise<bigint> {
    return this.chain.balance(coin, to);
  }

  async claims(): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ claim: string }>('select claim from outgoing_claims order by claim');
    return rows.map(({ claim }) => claim);
  }

  async alarms(): Promise<readonly string[]> {
    const { rows } = await this.pool.query(
      'select kind, subject from custody_alarms where ended_at is null order by 1, 2',
    );
    return rows.map(({ kind, subject }) => `${kind} ${subject}`);
  }

  async close(): Promise<void> {
    await this.pool.end();
    await this.signer.remove();
    await this.#database.drop();
  }
}

async function openChain(nowMs: () => number): Promise<SimulatedChain> {
  const keys = new SeedKeys(Buffer.from(seed, 'hex'));
  return new SimulatedChain({
    network: 'ERC20',
    coins: [
      { coin: 'ETH', decimals: 18 },
      { coin: 'USDT', decimals: 6, contract: simulatedContract('USDT') },
    ],
    addresses: evmAddresses,
    xpub: await keys.accountXpub(accountPath('evm', 'deposit')),
    hotAddress: evmAddresses.derive(await keys.accountXpub(accountPath('evm', 'hot')), 0),
    premine: { ETH: 1_000n * eth, USDT: 1_000_000n * usdt },
    nowMs,
  });
}
