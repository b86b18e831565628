import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chain, Network } from '@vitrine/chains';
import { type EvmTestNetwork, openEvmNetwork } from '@vitrine/chains/evm-test-network';
import { eventually } from '@vitrine/tools/eventually';
import type { TestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import pino from 'pino';
import { numberToHex } from 'viem/utils';
import { expect } from 'vitest';
import { firstCoinNetworks } from '../../settings/coin-networks.ts';
import { createMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { openExchange } from '../../wiring/exchange.ts';
import { ServerProcess, type TestResponse } from '../../wiring/process/testing/server-process.ts';
import { readSettings } from '../../wiring/settings/settings.ts';
import type { Reconciled } from '../reconciliation/reconciliation.ts';
import { Gate } from './gate.ts';
import { SIGNER_SECRET, SignerProgram } from './signer-program.ts';

const NETWORK: Network = 'ERC20';
const PASSWORD = 'Pelican-orchard-58';
const TRANSACTION_PASSWORD = 'Kettle-harbour-31';
/**
 * `CREDIT`: confirmations until a deposit is credited. `UNLOCK`: until it is available, and until a payment is final.
 */
export const CREDIT = 2;
export const UNLOCK = 4;

/** An SQL condition: the withdrawal's hold has ended according to the read models. */
const SETTLED = `exists (select from money_records m where m.purpose = 'withdrawal' and m.record = withdrawals.id
  and m.hold_id <> 0 and m.state <> 'pending')`;

type Headers = Readonly<Record<string, string>>;

export interface Sender {
  readonly email: string;
  readonly headers: Headers;
  readonly address: string;
}

/** A withdrawal that its client has confirmed. */
export interface Asked {
  readonly id: string;
  readonly coin: 'ETH' | 'USDT';
  readonly to: string;
}

/**
 * An exchange on a real Ethereum node. Its server and signer run as processes, started as operators start them, and
 * blocks are mined on request. A gate in front of the node and one in front of the signer intercept calls and
 * responses.
 */
export class EthereumScene {
  readonly network: EvmTestNetwork;
  readonly chain: Chain;
  readonly signer: SignerProgram;
  readonly signerGate: Gate;
  readonly nodeGate: Gate;
  readonly #database: TestDatabase;
  readonly #pool: pg.Pool;
  readonly #folder: string;
  readonly #environment: Headers;
  #server: ServerProcess | undefined;
  #clients = 0;
  #outsiders = 0;

  static async open(changes: Headers = {}): Promise<EthereumScene> {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-ethereum-'));
    const [network, database] = await Promise.all([openEvmNetwork({ traces: 'debug' }), createMigratedDatabase()]);
    const signer = await SignerProgram.create(folder, policyOf(network));
    await signer.start();
    const gates = await Promise.all([Gate.before(signer.url), Gate.before(network.node.url)]);
    const scene = new EthereumScene({ network, database, folder, signer, gates }, changes);
    await scene.start();
    await scene.#decide();
    return scene;
  }

  private constructor(parts: SceneParts, changes: Headers) {
    const { network, database, folder, signer, gates } = parts;
    [this.signerGate, this.nodeGate] = gates;
    this.network = network;
    this.signer = signer;
    this.#database = database;
    this.#folder = folder;
    this.#pool = new pg.Pool({ connectionString: database.url, max: 2 });
    this.chain = network.chainWith({ hotAddress: signer.settings.ERC20_HOT_ADDRESS ?? '' });
    this.#environment = {
      MODE: 'sandbox',
      HOUSE: 'off',
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'data'),
      RATE_PER_ADDRESS: '100000',
      NETWORKS: NETWORK,
      ...signer.settings,
      ERC20_NODE_URL: this.nodeGate.url,
      ERC20_CHAIN_ID: String(network.settings.chainId),
      ERC20_TRACES: 'debug',
      ERC20_POLL_MS: '50',
      ERC20_START_HEIGHT: '1',
      ERC20_USDT_CONTRACT: network.contracts.SilentToken ?? '',
      ERC20_USDC_CONTRACT: network.contracts.PlainToken ?? '',
      SIGNER_URL: this.signerGate.url,
      SIGNER_SECRET,
      ...changes,
    };
  }

  get server(): ServerProcess {
    if (this.#server === undefined) throw new Error('the server has not been started');
    return this.#server;
  }

  async start(): Promise<void> {
    this.#server = await ServerProcess.start(this.#environment);
  }

  async killServer(): Promise<void> {
    await this.server.kill('SIGKILL');
  }

  async close(): Promise<void> {
    await this.#server?.kill('SIGKILL');
    await this.signer.kill();
    await Promise.all([this.signerGate.close(), this.nodeGate.close()]);
    await this.network.close();
    await this.#pool.end();
    await this.#database.drop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  // biome-ignore lint/suspicious/noExplicitAny: rows of every table
  async query(text: string, values: readonly unknown[] = []): Promise<any[]> {
    return (await this.#pool.query(text, [...values])).rows;
  }

  /** Stores settings with few confirmations and no approvals; operators would enter them in the console. */
  async #decide(): Promise<void> {
    const settings = {
      kycRequirement: 'nothing',
      withdrawalPerDayUsdt: { Unverified: '1000000', Verified: '1000000' },
      withdrawalApprovalAboveUsdt: { one: '1000000', two: '1000000' },
      coinNetworks: firstCoinNetworks.map((row) => ({
        ...row,
        creditConfirmations: CREDIT,
        unlockConfirmations: UNLOCK,
      })),
    };
    await this.query(
      `insert into exchange_settings_version (version, settings, changed_by, reason) values (1, $1, 'a test', 'a test')`,
      [JSON.stringify(settings)],
    );
  }

  /** Funds the hot wallet for many withdrawals, and books the funds as the treasury's. */
  async fillHotWallet(): Promise<void> {
    const to = this.chain.hotAddress;
    await this.network.pay({ to, coin: 'ETH', amount: 10n ** 19n });
    await this.network.pay({ to, coin: 'USDT', amount: 10n ** 11n });
    await this.network.mine(UNLOCK);
    await this.until(`select from chain_deposits where address = $1 and available_at is not null`, [to], 2);
  }

  /** Signs up as a person does, and creates a deposit address. */
  async client(): Promise<Sender> {
    const { server } = this;
    const email = `client${++this.#clients}@test.example`;
    await done(server.post('/api/v2/send-code', { email }));
    const passwords = { password: PASSWORD, password_confirmation: PASSWORD };
    await done(
      server.post('/api/v2/register', {
        username: email,
        code: await this.#mailedCode(email),
        ...passwords,
        transaction_password: TRANSACTION_PASSWORD,
      }),
    );
    const { body } = await done(server.post('/api/v3/login', { username: email, password: PASSWORD }));
    const headers = { authorization: `Bearer ${body.token}` };
    const made = await done(server.post('/api/v3/generate-wallet', { wallet_type: NETWORK }, headers));
    return { email, headers, address: made.body.wallet.wallet_address };
  }

  /** A client who has deposited these amounts. */
  async clientWith(amounts: Readonly<Partial<Record<'ETH' | 'USDT', bigint>>>): Promise<Sender> {
    const client = await this.client();
    for (const [coin, amount] of Object.entries(amounts)) await this.network.pay({ to: client.address, coin, amount });
    await this.network.mine(UNLOCK);
    const number = Object.keys(amounts).length;
    await this.until(
      `select from chain_deposits where address = $1 and available_at is not null`,
      [client.address],
      number,
    );
    return client;
  }

  async balance({ headers }: Sender, name: string) {
    const { wallet } = (await done(this.server.get(`/api/v3/wallet-balance?name=${name}`, headers))).body;
    return { available: wallet.available as string, frozen: wallet.freeze_balance as string };
  }

  /** The amount of the coin in those of the client's deposits that are credited but still frozen. */
  async incoming({ headers }: Sender, name: string): Promise<string | undefined> {
    const { balance } = (await done(this.server.get(`/api/v3/wallet-single-coin?name=${name}`, headers))).body;
    return balance.causes.find(({ cause }: { cause: string }) => cause === 'deposit')?.amount;
  }

  /** The status of each of the client's deposits, by transaction id. */
  async deposits({ headers }: Sender): Promise<Record<string, string>> {
    const { body } = await done(this.server.get('/api/v3/deposit-history', headers));
    const rows = Object.values(body).find(Array.isArray) ?? [];
    return Object.fromEntries(rows.map((row) => [row.txid, row.recharge_status]));
  }

  /** Withdraws to a new external address. */
  async withdraw(client: Sender, coin: 'ETH' | 'USDT', amount: string): Promise<Asked> {
    const to = this.network.outsider(++this.#outsiders);
    const form = { coin, bchain_name: NETWORK, withdraw_address: to, withdraw_amount: amount };
    const { draft } = (await done(this.server.post('/api/v3/otp', form, client.headers))).body;
    const confirmation = {
      ...form,
      gasfee: draft.gasfee,
      verification: await this.#mailedCode(client.email),
      transaction_password: TRANSACTION_PASSWORD,
    };
    // The server may be killed before it responds.
    const answer = await this.server.post('/api/v3/withdrawals', confirmation, client.headers).catch(() => undefined);
    if (answer !== undefined && answer.body.message !== 'success') throw new Error(JSON.stringify(answer.body));
    return { id: String(draft.id), coin, to };
  }

  async #mailedCode(email: string): Promise<string> {
    return (await done(this.server.get(`/sandbox/messages?to=${email}`))).body[0].code;
  }

  /** Waits until a query returns this many rows. */
  async until(text: string, values: readonly unknown[], count = 1): Promise<void> {
    await eventually(async () => expect(await this.query(text, values)).toHaveLength(count));
  }

  /** Waits until the payment of a withdrawal is in this state. */
  paymentIs({ id }: Asked, state: string): Promise<void> {
    return this.until('select from outgoing_payments where id = $1 and state = $2', [`withdrawal:${id}`, state]);
  }

  withdrawalIs({ id }: Asked, state: string): Promise<void> {
    return this.until(`select from withdrawals where id = $1 and state = $2 and ${SETTLED}`, [id, state]);
  }

  /** Mines blocks until the withdrawal is completed. */
  async complete(asked: Asked): Promise<void> {
    const isOver = async () =>
      (await this.query(`select from withdrawals where id = $1 and state = 'completed' and ${SETTLED}`, [asked.id]))
        .length === 1;
    await eventually(async () => {
      await this.network.mine(1);
      // Gives the server time to read the block.
      await sleep(50);
      expect(await isOver()).toBe(true);
    });
  }

  /** Locks a withdrawal's row until the returned function is called. */
  async lock({ id }: Asked): Promise<() => Promise<void>> {
    const client = await this.#pool.connect();
    await client.query('begin');
    await client.query('select from withdrawals where id = $1 for update', [id]);
    return async () => {
      await client.query('rollback');
      client.release();
    };
  }

  /** Blocks the database updates that complete withdrawals until the returned function is called. */
  async holdUpSettling(): Promise<() => Promise<void>> {
    const client = await this.#pool.connect();
    await client.query('select pg_advisory_lock(1)');
    await client.query(`
      create function wait_here() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(1); return new; end $$;
      create trigger settled_later before update on withdrawals for each row
        when (new.state = 'completed' and old.state <> 'completed') execute function wait_here()`);
    return async () => {
      await client.query('select pg_advisory_unlock(1)');
      client.release();
      await this.query('drop trigger settled_later on withdrawals');
      await this.query('drop function wait_here');
    };
  }

  /** Waits until `holdUpSettling` is blocking an update. */
  isHeldUp(): Promise<void> {
    return this.until(`select from pg_locks where locktype = 'advisory' and objid = 1 and not granted`, []);
  }

  /** Mines blocks that require a higher fee than pending transactions offer. */
  async mineDear(count: number): Promise<void> {
    for (let block = 0; block < count; block++) {
      await this.network.anvil.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(30_000_000_000n)]);
      await this.network.mine(1);
    }
  }

  /** Mines blocks with high fees until the withdrawal's first transaction is replaced by a second one. */
  async replaced({ id }: Asked): Promise<void> {
    const second =
      'select from outgoing_transactions where payment_id = $1 and version = 2 and broadcast_at is not null';
    await eventually(async () => {
      await this.mineDear(1);
      expect(await this.query(second, [`withdrawal:${id}`])).toHaveLength(1);
    });
  }

  /** The number of the hot wallet's transactions that are in blocks. */
  async hotTransactions(): Promise<number> {
    return Number(await this.network.anvil.rpc('eth_getTransactionCount', [this.chain.hotAddress, 'latest']));
  }

  /**
   * Sends a transaction as an outsider who has the hot wallet's key: with the next nonce of the wallet, and at a fee
   * that outbids all other transactions.
   */
  async useHotKey({ to, value }: { readonly to: string; readonly value: bigint }): Promise<string> {
    const { anvil } = this.network;
    const from = this.chain.hotAddress;
    const nonce = numberToHex(await this.hotTransactions());
    const fees = { maxFeePerGas: numberToHex(200_000_000_000n), maxPriorityFeePerGas: numberToHex(50_000_000_000n) };
    await anvil.rpc('anvil_impersonateAccount', [from]);
    const order = { from, to, value: numberToHex(value), gas: numberToHex(21_000n), nonce, ...fees };
    return await anvil.rpc<string>('eth_sendTransaction', [order]);
  }

  received({ coin, to }: Asked): Promise<bigint> {
    return this.chain.balance(coin, to);
  }

  /**
   * Stops the server, and runs its reconciliation in this process to compare on-chain holdings with the amounts owed
   * according to the ledger.
   */
  async differences(): Promise<Readonly<Record<string, bigint>>> {
    await this.server.kill('SIGTERM');
    const settings = readSettings(this.#environment);
    const exchange = await openExchange(settings, this.#database.url, pino({ level: 'silent' }));
    try {
      const reconciled: readonly Reconciled[] = await exchange.services.custody.reconcile(NETWORK);
      return Object.fromEntries(reconciled.map(({ coin, difference }) => [coin, difference]));
    } finally {
      await exchange.close();
    }
  }
}

interface SceneParts {
  readonly network: EvmTestNetwork;
  readonly database: TestDatabase;
  readonly folder: string;
  readonly signer: SignerProgram;
  readonly gates: [signer: Gate, node: Gate];
}

const policyOf = ({ settings: { chainId }, contracts }: EvmTestNetwork) => ({
  networks: {
    ERC20: {
      chainId,
      maxFee: '0.02',
      feesPerDay: '1',
      coins: {
        ETH: { decimals: 18, perPayment: '1', perDay: '10' },
        USDT: { decimals: 6, contract: contracts.SilentToken, perPayment: '1000', perDay: '10000' },
        USDC: { decimals: 6, contract: contracts.PlainToken, perPayment: '1000', perDay: '10000' },
      },
    },
  },
  blocked: [],
});

async function done(answer: Promise<TestResponse>): Promise<TestResponse> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return answer;
}
