import type pg from 'pg';
import { Checks } from './checks.ts';
import { assert, Broken, type Figures } from './findings.ts';
import { type Act, Happenings, operator } from './happenings.ts';
import { Interruptions } from './interruptions.ts';
import { clients, Scene, saver } from './scene.ts';
import { ServerOfSeed } from './server-of-seed.ts';

const STEPS = 55;
/** Enough cycles to complete anything in progress. */
const ROUNDS_TO_SETTLE = 14;
/** The probability that clients or operators act before one of the server's outgoing calls. */
const PEOPLE_ACT = 0.01;

/** One seed's schedule of events: on the network, at its nodes and server, and by clients and operators. */
export class Schedule {
  readonly #scene: Scene;
  readonly #pool: pg.Pool;
  readonly #checks: Checks;
  readonly #happenings: Happenings;
  #server: ServerOfSeed | undefined;

  /** `run` empties the pool's database; nothing else may use it meanwhile. */
  constructor(pool: pg.Pool, seed: number) {
    this.#pool = pool;
    this.#scene = new Scene(seed);
    const { log, network, owners, signer } = this.#scene;
    this.#checks = new Checks({
      pool,
      log,
      network,
      owners,
      signed: () => signer.signed,
    });
    this.#happenings = new Happenings(this.#scene, () => this.#restart());
  }

  get trace(): readonly string[] {
    return this.#scene.trace;
  }

  get figures(): Figures {
    return this.#scene.figures;
  }

  /**
   * Plays the schedule, and returns a hash of the final state. Throws Broken if something was lost, or happened twice
   * or too early.
   */
  async run(): Promise<string> {
    const { network, owners, log } = this.#scene;
    await emptied(this.#pool);
    const server = await this.#start(() => 0);
    this.#server = server;
    for (const client of [...clients, saver]) owners.set(await server.addressOf(client, network), client);
    this.#happenings.fillAccounts();
    await this.#serve((first) => first.rounds());
    this.#restart();
    for (let step = 0; step < STEPS; step++) await this.#step(step);
    await this.#end();
    await this.#count();
    return log.core.stateHash();
  }

  #start(rate: () => number): Promise<ServerOfSeed> {
    const { random, figures, log, network, chain, signer } = this.#scene;
    const tell = (line: string): void => this.#scene.tell(line);
    return ServerOfSeed.start({
      pool: this.#pool,
      log,
      network,
      node: chain,
      signer,
      interruptions: new Interruptions({ random, rate, tell, figures }),
      nowMs: () => this.#scene.serverMs,
    });
  }

  #restart(): void {
    this.#server = undefined;
  }

  async #step(step: number): Promise<void> {
    const { random } = this.#scene;
    await this.#scene.log.project(this.#pool);
    this.#scene.nowMs += random.pick([1_000, 15_000, 15_000, 60_000, 200_000]);
    const [name, act] = this.#happenings.next();
    this.#scene.tell(`${step}. ${name}`);
    await this.#serve(act);
    if (random.chance(0.7)) await this.#rounds();
    await this.#checks.always();
    this.#checkSigner();
  }

  #checkSigner(): void {
    const [fault] = this.#scene.signer.faults;
    if (fault !== undefined) throw fault;
  }

  /** Runs cycles of the server's network loop while clients and operators act. */
  async #rounds(): Promise<void> {
    let isWhole = false;
    await this.#serve(async (server) => {
      server.interruptions.meanwhile = () => this.#peopleAct(server);
      await server.rounds().finally(() => {
        server.interruptions.meanwhile = undefined;
      });
      isWhole = true;
    });
    if (isWhole && this.#scene.isWell && (await this.#hasReadAll())) await this.#checks.caughtUp();
  }

  async #peopleAct(server: ServerOfSeed): Promise<void> {
    const { random, interruptions, figures } = this.#scene;
    if (interruptions === 0 || !random.chance(PEOPLE_ACT)) return;
    const { meanwhile } = server.interruptions;
    server.interruptions.meanwhile = undefined;
    const [name, act] = this.#happenings.nextOfPeople();
    this.#scene.tell(`  meanwhile: ${name}`);
    figures['actions of clients during a cycle']++;
    try {
      await act(server);
    } catch (error) {
      this.#scene.tell(`  ${(error as Error).message}`);
    }
    server.interruptions.meanwhile = meanwhile;
  }

  async #hasReadAll(): Promise<boolean> {
    const { rows } = await this.#pool.query<{ hash: string }>(
      'select hash from chain_blocks order by height desc limit 1',
    );
    return rows[0]?.hash === this.#scene.network.chain.tip.hash;
  }

  /** Has the server do something. If the server is killed, the next call starts a new one. */
  async #serve(act: Act): Promise<void> {
    this.#server ??= await this.#start(() => this.#scene.interruptions);
    const server = this.#server;
    try {
      await act(server);
    } catch (error) {
      if (error instanceof Broken) throw error;
      this.#scene.tell(`  ${(error as Error).message}`);
    }
    if (server.interruptions.isDead) this.#server = undefined;
  }

  /** Ends all faults, funds the hot wallet, and lets everything in progress complete. */
  async #end(): Promise<void> {
    const { network } = this.#scene;
    this.#scene.heal();
    network.fundHotWallet();
    this.#restart();
    for (let round = 0; round < ROUNDS_TO_SETTLE && !(round > 1 && (await this.#isSettled())); round++) {
      await this.#goOn();
      network.mineMany(network.finalAfter);
      network.mineMany(Math.max(...network.rows.map(({ unlockConfirmations }) => unlockConfirmations)));
    }
    await this.#goOn();
    this.#checkSigner();
    const isDeep = this.figures['forks beyond the last confirmation'] > 0;
    // Sweeps are ignored after a deep reorg, which may have removed their funds permanently.
    const left = (await this.#left()).filter((one) => !isDeep || !one.startsWith('sweep'));
    // If a deep reorg has permanently removed a transaction's inputs, the transaction cannot complete without
    // operators, nor can transactions that spend its outputs.
    if (isDeep && left.some((one) => one.includes('the transaction spends an output that does not exist')))
      return this.#checks.always();
    assert(left.length === 0, 'everything is completed', () => left.join(', '));
    if (isDeep) return this.#checks.afterDeepForks();
    await this.#checks.atTheEnd();
    await this.#checkBooks();
  }

  async #goOn(): Promise<void> {
    this.#scene.nowMs += 400_000;
    this.#server ??= await this.#start(() => 0);
    const server = this.#server;
    const waiting = await server.table.within(['waiting_approval']);
    for (const { id } of waiting) await server.approve(id, operator.staffId);
    await this.#happenings.decideOnFailed(server);
    await this.#scene.log.project(this.#pool);
    await server.progress.run();
    await server.rounds();
    await server.rounds();
  }

  async #isSettled(): Promise<boolean> {
    return (await this.#left()).length === 0;
  }

  /** What is still in progress. */
  async #left(): Promise<readonly string[]> {
    await this.#scene.log.project(this.#pool);
    const { rows } = await this.#pool.query<{ left: string }>(
      `select id || ' ' || state || ' ' || problem as left from outgoing_payments
         where ended_at is null or not fee_booked and fee is not null
       union all select 'withdrawal ' || id || ' ' || state from withdrawals w
         where state not in ('draft', 'completed', 'refused', 'cancelled')
       union all select purpose || ' ' || record from money_records where purpose = 'withdrawal' and state = 'pending'
       union all select 'sweep ' || sweep_id from sweeps where ended_at is null`,
    );
    return rows.map(({ left }) => left);
  }

  async #checkBooks(): Promise<void> {
    const check = 'the treasury equals the ledger';
    // The alarm about a difference is raised when the third run in a row finds it.
    for (let look = 0; look < 2; look++) await this.#server?.work.reconciliation.run();
    const results = (await this.#server?.work.reconciliation.run()) ?? [];
    for (const { coin, difference, ...all } of results) {
      const figures = Object.entries(all).map(([name, figure]) => `${name} ${figure}`);
      assert(difference === 0n, check, () => `the books of ${coin} differ by ${difference}: ${figures.join(', ')}`);
    }
    assert(results.length === this.#scene.network.coins.length, check, () => 'not all books were compared');
  }

  async #count(): Promise<void> {
    const { rows } = await this.#pool.query<{ completed: number; given_back: number; failed: number }>(
      `select count(*) filter (where state = 'completed')::int as completed,
         count(*) filter (where state in ('refused', 'cancelled'))::int as given_back,
         (select count(*)::int from outgoing_payments where state = 'failed' and displaced_by = '') as failed from withdrawals`,
    );
    this.figures['withdrawals completed'] += rows[0]?.completed ?? 0;
    this.figures['withdrawals refunded'] += rows[0]?.given_back ?? 0;
    this.figures['included payments that moved nothing'] += rows[0]?.failed ?? 0;
  }
}

/** Empties the tables of an earlier schedule, and resets their sequences. */
async function emptied(pool: pg.Pool): Promise<void> {
  const tables = [
    'failed_payment_decisions',
    'withdrawal_approvals',
    'outgoing_claims',
    'outgoing_transactions',
    'outgoing_payments',
    'withdrawals',
    'sweeps',
    'unswept_deposits',
    'chain_blocks',
    'chain_deposits',
    'custody_alarms',
    'deposit_addresses',
    'address_holdings',
    'key_uses',
    'reconciliations',
    'money_records',
  ];
  const counted = ['withdrawals_id', 'sweeps_sweep_id', 'chain_deposits_deposit_id'];
  await pool.query(
    [
      ...tables.map((table) => `delete from ${table}`),
      ...counted.map((column) => `select setval('${column}_seq', 1, false)`),
    ].join(';'),
  );
}
