import { type Command, CommandBatch, Core, EventBuffer, type OwnerId } from '@vitrine/core';
import { timeMs } from '@vitrine/money';
import type { TestDatabase } from '@vitrine/tools/test-database';
import fastify, { type FastifyInstance } from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createIdentity, type Identity } from '../../auth/identity.ts';
import { NewPasswords } from '../../auth/passwords/new-passwords.ts';
import { freezeNoteOf } from '../../auth/security/freeze-note.ts';
import { signInWithPassword } from '../../auth/testing/sign-in.ts';
import { statusOf, toApiError } from '../../http/error-answer.ts';
import { Instruments } from '../../kit/instruments.ts';
import { MailQueue } from '../../notifications/mail/mail-queue.ts';
import { LiveMarketData } from '../../projections/tables/market-data.ts';
import { OpenOrders } from '../../projections/tables/open-orders.ts';
import type { ReadModelTables } from '../../projections/tables/tables.ts';
import { setupCommands } from '../../projections/testing/seeded-flow.ts';
import { OutboxMail } from '../../providers/mail/outbox-mail.ts';
import { OutboxSms } from '../../providers/sms/outbox-sms.ts';
import { createMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import { Stream } from '../stream.ts';
import type { StreamLimits } from '../stream-limits.ts';
import { Reader, rawClient } from './reader.ts';

export const START_MS = Date.UTC(2026, 0, 5);
const PASSWORD = 'seven blue herons';
const secret = 'a secret of the tests that is long enough';
const device = { ip: '127.0.0.1', userAgent: 'test' };

/** Real accounts and sessions on a real database, for any number of servers, one after another. */
export class StreamWorld {
  readonly pool: pg.Pool;
  readonly identity: Identity;
  /** The exchange's clock. */
  nowMs = START_MS;
  core = new Core();
  instruments = new Instruments(() => this.core);
  readonly #database: TestDatabase;
  readonly #outbox: OutboxMail;
  #server: Server | undefined;

  static async open(): Promise<StreamWorld> {
    const database = await createMigratedDatabase();
    const pool = new pg.Pool({ connectionString: database.url });
    const outbox = new OutboxMail(pool);
    let world: StreamWorld | undefined;
    const identity = await createIdentity({
      log: { error: () => {} },
      pool,
      connect: async () => {
        const listener = new pg.Client({ connectionString: database.url });
        await listener.connect();
        return listener;
      },
      secret,
      baseUrl: 'http://127.0.0.1',
      smsPerCountryHour: 100,
      times: { sessionHours: 12, sessionIdleHours: 4 },
      now: Date.now,
      mail: outbox,
      mailQueue: new MailQueue({ pool, mail: outbox, secret, log: { error: () => {}, warn: () => {} } }),
      sms: new OutboxSms(pool),
      core: () => (world as StreamWorld).core,
      brand: () => 'Vitrine',
      newPasswords: new NewPasswords({ pool, brand: () => 'Vitrine' }),
    });
    world = new StreamWorld(database, pool, outbox, identity);
    return world;
  }

  private constructor(database: TestDatabase, pool: pg.Pool, outbox: OutboxMail, identity: Identity) {
    this.#database = database;
    this.pool = pool;
    this.#outbox = outbox;
    this.identity = identity;
  }

  async close(): Promise<void> {
    await this.identity.close();
    await this.pool.end();
    await this.#database.drop();
  }

  /** Starts an exchange with two markets and five clients, and its stream on a separate port. */
  async start(limits: Partial<StreamLimits> = {}): Promise<void> {
    this.core = new Core();
    this.instruments = new Instruments(() => this.core);
    this.nowMs = START_MS;
    const { core } = this;
    const database = new Kysely<ReadModelTables>({ dialect: new PostgresDialect({ pool: this.pool }) });
    const marketData = new LiveMarketData(database, () => this.nowMs);
    const openOrders = new OpenOrders();
    const stream = new Stream({
      freezeOf: (owner) => freezeNoteOf(this.pool, owner),
      core: () => core,
      marketData,
      openOrders,
      instruments: this.instruments,
      sessions: this.identity.sessions,
      mode: 'sandbox',
      clock: () => timeMs(this.nowMs),
      publicOrigin: undefined,
      limits: { booksEveryMs: 20, figuresEveryMs: 40, ...limits },
    });
    const app = fastify();
    app.setErrorHandler((error, _request, reply) =>
      reply.status(statusOf(toApiError(error)?.code ?? 'internal')).send(),
    );
    await stream.attach(app);
    const url = `${(await app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws')}/stream`;
    this.#server = { app, url, stream, marketData, openOrders, readers: [] };
    this.apply(...setupCommands(5));
  }

  async stop(): Promise<void> {
    const { app, readers } = this.#running;
    for (const { socket } of readers) socket.terminate();
    await app.close();
    this.#server = undefined;
  }

  get stream(): Stream {
    return this.#running.stream;
  }

  get url(): string {
    return this.#running.url;
  }

  /** Applies a batch of commands, and passes its events to everything that follows the log. */
  apply(...commands: Command[]): void {
    const { marketData, openOrders, stream } = this.#running;
    const batch = new CommandBatch();
    for (const command of commands) batch.push(command);
    const events = new EventBuffer();
    const firstPosition = this.core.position + 1;
    this.nowMs += 10;
    this.core.applyBatch(batch, timeMs(this.nowMs), events);
    const applied = { firstPosition, count: commands.length, timeMs: this.core.timeMs, events };
    marketData.apply(applied);
    openOrders.apply(applied);
    stream.apply(applied);
  }

  reader(headers?: Record<string, string>): Promise<Reader> {
    const reader = new Reader(this.url, headers);
    this.#running.readers.push(reader);
    return reader.open();
  }

  rawClient(requests: readonly unknown[]) {
    return rawClient(this.url, requests);
  }

  async signUp(email: string): Promise<{ token: string; owner: OwnerId }> {
    const { access } = this.identity;
    await access.registrations.sendCode(email, device);
    const code = (await this.#outbox.messages(email))[0]?.code ?? '';
    const form = { username: email, code, password: PASSWORD, password_confirmation: PASSWORD };
    await access.registrations.register(form, device);
    const { token } = await signInWithPassword(access, email, PASSWORD);
    return { token, owner: (await this.sessionOf(token)).owner };
  }

  async sessionOf(token: string) {
    const session = await this.identity.sessions.authenticate({ authorization: `Bearer ${token}` });
    if (typeof session === 'string') throw new Error(session);
    return session;
  }

  get #running(): Server {
    if (this.#server === undefined) throw new Error('no server is running');
    return this.#server;
  }
}

interface Server {
  readonly app: FastifyInstance;
  readonly url: string;
  readonly stream: Stream;
  readonly marketData: LiveMarketData;
  readonly openOrders: OpenOrders;
  readonly readers: Reader[];
}
