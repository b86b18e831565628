import { setTimeout as sleep } from 'node:timers/promises';
import { hashSync } from '@node-rs/argon2';
import type { StaffRole } from '@vitrine/contract';
import { type Command, OPENING_PAUSE_MS } from '@vitrine/core';
import type { Outcome } from '@vitrine/sequencer';
import { eventually } from '@vitrine/tools/eventually';
import { createTestInstallation, type TestInstallation } from '@vitrine/tools/test-database';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import pino from 'pino';
import { signInWithPassword, testDevice } from '../auth/testing/sign-in.ts';
import { type Exchange, openExchange } from '../wiring/exchange.ts';
import { readSettings } from '../wiring/settings/settings.ts';

export const PASSWORD = 'correct horse 9';

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
  readonly body: any;
}

type Headers = Readonly<Record<string, string>>;

/**
 * The lowest cost that Argon2 allows. A hash contains its cost, so this also speeds up the comparisons with PASSWORD,
 * which tests make thousands of times.
 */
const QUICK = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const quickHash = hashSync(PASSWORD, QUICK);

/** Someone who calls the exchange over HTTP, signed in or not. */
export class Caller {
  readonly #exchange: Exchange;
  readonly #headers: Headers;

  constructor(exchange: Exchange, headers: Headers = {}) {
    this.#exchange = exchange;
    this.#headers = headers;
  }

  get(url: string, headers: Headers = {}): Promise<TestResponse> {
    return this.call('GET', url, undefined, headers);
  }

  post(url: string, body: object = {}, headers: Headers = {}): Promise<TestResponse> {
    return this.call('POST', url, body, headers);
  }

  /** A body that consists of bytes is sent as a file. */
  async call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object | string, headers: Headers = {}) {
    const isFile = body instanceof Uint8Array;
    const payload =
      body === undefined
        ? {}
        : { payload: isFile ? Buffer.from(body) : typeof body === 'string' ? body : JSON.stringify(body) };
    const type: Headers =
      body === undefined ? {} : { 'content-type': isFile ? 'application/octet-stream' : 'application/json' };
    const answer = await this.#exchange.app.inject({
      method,
      url,
      ...payload,
      headers: { ...type, ...this.#headers, ...headers },
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return { status: answer.statusCode, headers: answer.headers, body: isJson ? answer.json() : answer.body };
  }
}

export class TestClient extends Caller {
  readonly email: string;
  readonly owner: number;
  readonly token: string;

  constructor(exchange: Exchange, email: string, owner: number, token: string) {
    super(exchange, { authorization: `Bearer ${token}` });
    this.email = email;
    this.owner = owner;
    this.token = token;
  }

  /** Uploads a file; returns the id that a form references. */
  async upload(purpose: 'kyc-photo' | 'attachment', bytes: Uint8Array): Promise<string> {
    const { status, body } = await this.post(`/api/v3/uploads/${purpose}`, bytes);
    if (status !== 200) throw new Error(`the file was refused: ${JSON.stringify(body)}`);
    return body.upload_id;
  }

  /** Places an order with the transaction password. */
  order(fields: object, headers: Headers = {}): Promise<TestResponse> {
    return this.post('/api/v2/my-order', { name: 'BTCUSDT', transaction_password: PASSWORD, ...fields }, headers);
  }

  /** The available amount of a coin, as the wallet shows it. */
  async available(coin: string): Promise<string> {
    return (await this.get(`/api/v3/wallet-balance?name=${coin}`)).body.wallet.available;
  }
}

/** A member of staff, signed in to the console. */
export class TestStaff extends Caller {
  readonly id: string;
  readonly email: string;
  readonly token: string;

  constructor(exchange: Exchange, id: string, email: string, token: string) {
    super(exchange, { authorization: `Bearer ${token}` });
    this.id = id;
    this.email = email;
    this.token = token;
  }

  /** The secret of this member's authenticator. */
  get totpSecret(): string {
    return `authenticator of ${this.email}`;
  }
}

/** An exchange on its own database, with the sandbox's markets but no market maker. Close it after the tests. */
export class TestExchange {
  readonly exchange: Exchange;
  readonly visitor: Caller;
  readonly #end: () => Promise<void>;
  readonly #databaseUrl: string;
  readonly #tables: pg.Pool;
  #clients = 0;
  #staff = 0;

  private constructor(exchange: Exchange, databaseUrl: string, end: () => Promise<void>) {
    this.exchange = exchange;
    this.#databaseUrl = databaseUrl;
    this.#tables = new pg.Pool({ connectionString: databaseUrl, max: 2, idleTimeoutMillis: 0 });
    this.#tables.on('error', () => undefined);
    this.visitor = new Caller(exchange);
    this.#end = end;
  }

  static async open(environment: Headers = {}, log?: FastifyBaseLogger): Promise<TestExchange> {
    const { url, folder, drop } = await TestExchange.installation();
    return TestExchange.openOn(url, folder, environment, drop, log);
  }

  /**
   * A copy of an installation that has been started before. A first start takes longer than later ones, so it is done
   * only once.
   */
  static installation(): Promise<TestInstallation> {
    return createTestInstallation('exchange', async (empty) => {
      await (await TestExchange.openOn(empty.url, empty.folder)).close();
    });
  }

  /** Opens an exchange on a database and a folder that outlive it. */
  static async openOn(
    databaseUrl: string,
    dataDir: string,
    environment: Headers = {},
    afterClose = async () => {},
    log: FastifyBaseLogger = pino({ level: 'silent' }),
  ): Promise<TestExchange> {
    const settings = readSettings({
      HOUSE: 'off',
      DEMO: 'off',
      DATA_DIR: dataDir,
      RATE_PER_ADDRESS: '100000',
      RATE_CONSOLE: '100000',
      RATE_FILES: '100000',
      // The lease is long, because a busy machine may delay a test for seconds. Only tests of faults need the lease to
      // expire.
      LEASE_MS: '30000',
      ROOM_FOR_ORDERS: '1024',
      // Few connections, because opening one takes Postgres 20 ms of processor time.
      DATABASE_CONNECTIONS: '4',
      ...environment,
    });
    const exchange = await openExchange(settings, databaseUrl, log);
    // After this, emails are sent only by the code that queues them and by the tests, never by the loop.
    await stopDuty(exchange, 'emails');
    return new TestExchange(exchange, databaseUrl, async () => {
      await exchange.close();
      await afterClose();
    });
  }

  /** The database URL for the role that owns the tables. */
  get databaseUrl(): string {
    return this.#databaseUrl;
  }

  get services() {
    return this.exchange.services;
  }

  async close(): Promise<void> {
    await this.#tables.end();
    await this.#end();
  }

  /** Reads or changes the tables directly, bypassing the API. */
  async query(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.#tables.query(text, [...values])).rows as Record<string, unknown>[];
  }

  /** Sends the emails that are due, and waits until the queue is empty. */
  async sendQueuedMail(): Promise<void> {
    await this.services.mailQueue.sendAll();
    await eventually(async () => {
      if ((await this.query('select from mail_queue')).length > 0) throw new Error('the email queue is not empty');
    });
  }

  /** Submits commands that no client may submit: listing, freezing, halting. */
  async submit(command: Command): Promise<Outcome> {
    const outcome = await this.services.sequencer.submit(command);
    if (outcome.refusal !== undefined) throw new Error(`${command.kind} was refused: ${outcome.refusal}`);
    return outcome;
  }

  /** Moves the clock past the opening pause ([X8]), so that all open perpetual markets fire orders. */
  async passOpeningPause(): Promise<void> {
    await this.submit({ kind: 'AdvanceClock', byMs: OPENING_PAUSE_MS });
    await this.submit({ kind: 'Tick' });
  }

  /** A new client with a transaction password and these deposits, who has accepted the notice on the risks of futures. */
  async client(deposits: Readonly<Record<string, string>> = {}): Promise<TestClient> {
    const email = `client${++this.#clients}@test.example`;
    const { accounts } = this.services;
    const owner = await accounts.openHashed({ username: email, hash: quickHash, transactionHash: quickHash });
    await this.query('insert into futures_acceptances (owner, market_id, days) values ($1, 0, 0)', [owner]);
    const [client] = await this.query('select person_id as id from client where owner = $1', [owner]);
    for (const [coin, amount] of Object.entries(deposits)) {
      await this.#deposit({ coin, amount, username: email });
    }
    const admitted = await this.services.access.signIns.admit(
      { personId: String(client?.id), accountPasswordAt: '' },
      'password',
      testDevice,
    );
    if (admitted.kind !== 'signed_in') throw new Error(`${email} was asked for a second factor`);
    return new TestClient(this.exchange, email, owner, admitted.token);
  }

  /** Retries for 20 seconds if the exchange is unavailable: on a busy machine, it may briefly lose its lease. */
  async #deposit(deposit: object): Promise<void> {
    const patience = Date.now() + 20_000;
    for (;;) {
      const { status, body } = await this.visitor.post('/sandbox/deposits', deposit);
      if (status === 200) return;
      if (body.code !== 'unavailable' || Date.now() > patience)
        throw new Error(`the deposit was refused: ${JSON.stringify(body)}`);
      await sleep(100);
    }
  }

  /**
   * A member of staff with these roles, who is signed in and whose first day (without the right to request or approve
   * changes) is over.
   */
  async staff(...roles: readonly StaffRole[]): Promise<TestStaff> {
    const { members, sessions } = this.services.staff;
    const email = `staff${++this.#staff}@test.example`;
    const { id } = await members.create({ email, name: `Staff ${this.#staff}`, roles, createdBy: 'a test' });
    await members.setPassword(id, quickHash);
    await members.enrol(id, `authenticator of ${email}`, 0);
    // The table is changed directly, because in production no service skips the first day.
    await this.query(`update staff_member set enrolled_at = enrolled_at - interval '24 hours' where id = $1`, [id]);
    return new TestStaff(this.exchange, id, email, await sessions.open(id, { ip: '127.0.0.1', userAgent: 'test' }));
  }

  /** A client from an earlier run of the exchange, with the session from that run. */
  clientFrom({ email, owner, token }: TestClient): TestClient {
    return new TestClient(this.exchange, email, owner, token);
  }

  /** Opens another session for a client. */
  async signIn(email: string, owner: number): Promise<TestClient> {
    const { token } = await signInWithPassword(this.services.access, email, PASSWORD);
    return new TestClient(this.exchange, email, owner, token);
  }
}

/** Stops a duty, so that a test can do the duty's work itself. */
export async function stopDuty({ duties }: Pick<Exchange, 'duties'>, name: string): Promise<void> {
  const duty = duties.find((duty) => duty.name === name);
  if (duty === undefined) throw new Error(`no duty is named ${name}`);
  await duty.stop();
}
