import { type Network, SimulatedSigner } from '@vitrine/chains';
import { systemOwners } from '@vitrine/core';
import { assetUnits } from '@vitrine/money';
import type pg from 'pg';
import { custodyOwner } from '../../custody-accounts.ts';
import { Broken, Checks } from './checks.ts';
import { FaultyNode } from './faulty-node.ts';
import { Interruptions } from './interruptions.ts';
import { MemoryLog } from './memory-log.ts';
import { addresses, addressOf, hotAddress, keys, NetworkOfSeed } from './network-of-seed.ts';
import { Random } from './random.ts';
import { RememberingSigner } from './remembering-signer.ts';
import { ServerOfSeed } from './server-of-seed.ts';

const STEPS = 40;
const clients = [1000, 1001, 1002];
const FIRST_MS = 1_800_000_000_000;
/** Beyond what anything under way needs. */
const ROUNDS_TO_SETTLE = 14;

/** One seed's schedule: what happens on the network, to its node, to the server, and what clients and operators do. */
export class Schedule {
  /** What happened, line by line: the same each time. */
  readonly trace: string[] = [];
  #nowMs = FIRST_MS;
  /** How often what the server does outside is interrupted. */
  #interruptions: number;
  readonly #pool: pg.Pool;
  readonly #random: Random;
  readonly #log: MemoryLog;
  readonly #network: NetworkOfSeed;
  readonly #node: FaultyNode;
  readonly #signer: RememberingSigner;
  /** Whose deposit address it is. */
  readonly #owners = new Map<string, number>();
  readonly #checks: Checks;
  #server: ServerOfSeed | undefined;
  #receivers = 0;

  /** The pool's database is emptied by `run`; nobody else uses it meanwhile. */
  constructor(pool: pg.Pool, seed: number) {
    this.#pool = pool;
    this.#random = new Random(seed);
    const nowMs = () => this.#nowMs;
    const tell = (line: string): void => {
      this.trace.push(line);
    };
    this.#interruptions = this.#random.pick([0, 0.003, 0.01, 0.03]);
    this.#log = new MemoryLog(nowMs);
    this.#network = new NetworkOfSeed(this.#random, nowMs, tell);
    this.#node = new FaultyNode(this.#network.chain, this.#random, () => this.#meanwhile());
    const { network } = this.#network.chain;
    this.#signer = new RememberingSigner(new SimulatedSigner(network, addresses, this.#network.native.coin), keys);
    this.#checks = new Checks(pool, this.#log, this.#network, this.#owners);
  }

  /** Throws Broken where something was lost, or came to be twice or too early. Answers a hash of where it ended. */
  async run(): Promise<string> {
    await emptied(this.#pool);
    this.#openBooks(this.#network.chain.network);
    this.#server = await this.#start(() => 0);
    for (const client of clients) this.#owners.set(await this.#server.addressOf(client, this.#network), client);
    for (let step = 0; step < STEPS; step++) await this.#step(step);
    await this.#settle();
    await this.#checks.atTheEnd();
    await this.#checkBooks();
    return this.#log.core.stateHash();
  }

  #tell(line: string): void {
    this.trace.push(line);
  }

  /** What the hot wallet begins with is the treasury's. */
  #openBooks(network: Network): void {
    for (const { coin, decimals, asset, scale } of this.#network.coins) {
      this.#log.submit({ kind: 'RegisterAsset', asset, code: coin, scale });
      const units = Number((this.#network.premine[coin] ?? 0n) / 10n ** BigInt(decimals - scale));
      this.#log.submit({
        kind: 'Transfer',
        by: systemOwners.treasury,
        purpose: 'house_funding',
        legs: [
          { owner: custodyOwner[network], wallet: 'spot', asset, units: assetUnits(-units) },
          { owner: systemOwners.treasury, wallet: 'spot', asset, units: assetUnits(units) },
        ],
      });
    }
  }

  #start(rate: () => number): Promise<ServerOfSeed> {
    const interruptions = new Interruptions(this.#random, rate, (line) => this.#tell(line));
    return ServerOfSeed.start({
      pool: this.#pool,
      log: this.#log,
      network: this.#network,
      node: this.#node,
      signer: this.#signer,
      interruptions,
      nowMs: () => this.#nowMs,
    });
  }

  async #step(step: number): Promise<void> {
    this.#nowMs += this.#random.pick([1_000, 15_000, 15_000, 200_000, 700_000]);
    const [name, act] = this.#choose();
    this.#tell(`${step}. ${name}`);
    await this.#serve(act);
    if (this.#random.chance(0.6)) await this.#serve((server) => server.rounds());
    await this.#checks.always();
    if (this.#signer.faults.length > 0) throw new Broken(this.#signer.faults.join('; '));
  }

  /** The server does something; one that is killed is followed by another. */
  async #serve(act: (server: ServerOfSeed) => Promise<void> | void): Promise<void> {
    this.#server ??= await this.#start(() => this.#interruptions);
    const server = this.#server;
    try {
      await act(server);
    } catch (error) {
      this.#tell(`  ${(error as Error).message}`);
      if (error instanceof Broken) throw error;
    }
    if (server.interruptions.isDead) this.#server = undefined;
  }

  /** What happens, the likelier the more often it is named. */
  #choose(): readonly [string, (server: ServerOfSeed) => Promise<void> | void] {
    const network = this.#network;
    const random = this.#random;
    const mine = () => network.mine(random.pick([1, 1, 0.5]));
    const blocks = () => network.mineMany(random.between(2, 12));
    return random.pick([
      ['block', mine],
      ['block', mine],
      ['block', mine],
      ['blocks', blocks],
      ['blocks', blocks],
      ['deposit', () => this.#send()],
      ['deposit', () => this.#send()],
      ['deposit', () => this.#send()],
      ['withdrawal', (server) => this.#withdraw(server)],
      ['withdrawal', (server) => this.#withdraw(server)],
      ['withdrawal', (server) => this.#withdraw(server)],
      ['decision', (server) => this.#decide(server)],
      ['decision', (server) => this.#decide(server)],
      ['withdrawals go on', (server) => server.progress.run()],
      ['withdrawals go on', (server) => server.progress.run()],
      ['fork', () => network.fork()],
      ['fork', () => network.fork()],
      ['fee', () => this.#setFee(random.pick([10, 1_000, 3_000, 9_999, 20_000]))],
      ['failure', () => network.failOne()],
      ['node', () => this.#setMood()],
      ['node', () => this.#setMood()],
      ['sweeps', (server) => server.work.sweeps.begin()],
      ['books', async (server) => void (await server.work.reconciliation.run())],
      ['switches', () => this.#switch()],
      ['signer', () => this.#stopSigner(!this.#signer.isStopped)],
      ['restart', () => this.#restart()],
    ] as const);
  }

  /** While the node is asked, the network goes on. */
  #meanwhile(): void {
    if (this.#interruptions === 0 || !this.#random.chance(0.01)) return;
    if (this.#random.chance(0.3)) this.#network.fork();
    else this.#network.mine(0.5);
  }

  #send(): void {
    const receivers = [...this.#owners.keys()];
    this.#network.send([...receivers, ...receivers, hotAddress]);
  }

  #setFee(fee: number): void {
    this.#tell(`  the fee is ${fee}`);
    this.#network.chain.fee = BigInt(fee);
  }

  #setMood(): void {
    const lag = this.#random.pick([0, 0, this.#random.between(1, Math.min(6, this.#network.finalAfter))]);
    const lies = this.#random.pick([0, 0, 0.05, 0.2]);
    this.#tell(`  ${lag} blocks behind, ${lies} of its answers wrong`);
    this.#node.mood = { lag, lies };
  }

  #switch(): void {
    const { rows } = this.#network;
    const at = this.#random.below(rows.length);
    const row = rows[at];
    if (row !== undefined) rows[at] = { ...row, withdrawalsOpen: !row.withdrawalsOpen };
  }

  #stopSigner(isStopped: boolean): void {
    this.#signer.isStopped = isStopped;
  }

  #restart(): void {
    this.#server = undefined;
  }

  async #withdraw({ table, progress }: ServerOfSeed): Promise<void> {
    const owner = this.#random.pick(clients);
    const { coin, asset, scale } = this.#random.pick(this.#network.coins);
    const { availableUnits } = this.#log.core.balance(owner, 'spot', asset);
    const feeUnits = 10 ** scale / 2;
    const units = Math.floor(availableUnits * this.#random.pick([0.2, 0.5, 1, 1.1]));
    if (units <= feeUnits || units > 2 ** 50) return;
    const { network } = this.#network.chain;
    const address = addressOf(`receiver ${++this.#receivers}`);
    const counted = { valueUnits: Math.floor(units / 10 ** (scale - 6)), limitUnits: 2 ** 50 };
    const wish = { owner, asset, coin, network, address, units, feeUnits, receiver: undefined, isOneStep: false };
    await progress.alone(owner, async () => {
      const { id } = await table.draft({ ...wish, ...counted }, 600_000);
      this.#tell(`  withdrawal ${id}: ${units} of ${coin} by ${owner}`);
      if (await table.confirm(id, counted)) await progress.advance(id);
    });
  }

  /** A client takes one back, or an operator decides on it. */
  async #decide({ table, progress }: ServerOfSeed): Promise<void> {
    const open = await table.unsettled(['requested', 'checking', 'waiting_approval', 'approved']);
    if (open.length === 0) return;
    const { id, owner } = this.#random.pick(open);
    const what = this.#random.pick(['approved', 'approved', 'refused', 'cancelled'] as const);
    this.#tell(`  withdrawal ${id} is ${what}`);
    await progress.alone(owner, async () => {
      if (what === 'approved') await table.move(id, ['waiting_approval'], 'approved');
      if (what === 'refused') await table.refuse(id, ['waiting_approval', 'approved'], 'client_request');
      if (what === 'cancelled')
        await table.move(id, ['requested', 'checking', 'waiting_approval', 'approved'], 'cancelled');
      await progress.advance(id);
    });
  }

  /** Everything works again, the hot wallet has enough, and what is under way comes to its end. */
  async #settle(): Promise<void> {
    this.#tell('everything works again');
    this.#interruptions = 0;
    this.#node.mood = { lag: 0, lies: 0 };
    this.#stopSigner(false);
    this.#setFee(1_000);
    for (const [at, row] of this.#network.rows.entries()) this.#network.rows[at] = { ...row, withdrawalsOpen: true };
    const plenty = this.#network.coins.map(({ coin, decimals }) => ({
      coin,
      to: hotAddress,
      amount: String(10n ** BigInt(decimals + 6)),
    }));
    this.#network.pay(plenty);
    this.#restart();
    for (let round = 0; round < ROUNDS_TO_SETTLE && !(round > 1 && (await this.#isSettled())); round++) {
      await this.#goOn();
      this.#network.mineMany(this.#network.finalAfter);
      this.#network.mineMany(Math.max(...this.#network.rows.map((row) => row.unlockConfirmations)));
    }
    await this.#goOn();
    const left = await this.#left();
    if (left.length > 0) throw new Broken(`it does not come to its end: ${left.join(', ')}`);
  }

  async #goOn(): Promise<void> {
    this.#nowMs += 400_000;
    this.#server ??= await this.#start(() => 0);
    const server = this.#server;
    const waiting = await server.table.unsettled(['waiting_approval']);
    for (const { id } of waiting) await server.table.move(id, ['waiting_approval'], 'approved');
    await server.progress.run();
    await server.rounds();
    await server.rounds();
  }

  async #isSettled(): Promise<boolean> {
    return (await this.#left()).length === 0;
  }

  /** What is under way still; a withdrawal whose payment failed waits for an operator. */
  async #left(): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ left: string }>(
      `select id || ' ' || state || ' ' || problem as left from outgoing_payments where ended_at is null or not fee_booked
       union all select 'withdrawal ' || id || ' ' || state from withdrawals w
         where state <> 'draft' and not is_settled and not exists
           (select from outgoing_payments p where p.id = 'withdrawal:' || w.id and p.state = 'failed')
       union all select 'sweep ' || sweep_id from sweeps where ended_at is null`,
    );
    return rows.map(({ left }) => left);
  }

  async #checkBooks(): Promise<void> {
    const results = (await this.#server?.work.reconciliation.run()) ?? [];
    for (const { coin, difference, ...all } of results) {
      if (difference === 0n) continue;
      const figures = Object.entries(all).map(([name, figure]) => `${name} ${figure}`);
      throw new Broken(`the books of ${coin} differ by ${difference}: ${figures.join(', ')}`);
    }
    if (results.length !== this.#network.coins.length) throw new Broken('not all books were compared');
  }
}

/** Nothing of an earlier schedule is left, and numbers begin anew. */
async function emptied(pool: pg.Pool): Promise<void> {
  const tables = [
    'outgoing_claims',
    'outgoing_transactions',
    'outgoing_payments',
    'withdrawals',
    'sweeps',
    'chain_blocks',
    'chain_deposits',
    'custody_alarms',
    'deposit_addresses',
    'address_holdings',
    'reconciliations',
  ];
  const counted = ['withdrawals_id', 'sweeps_sweep_id', 'chain_deposits_deposit_id'];
  await pool.query(
    [
      ...tables.map((table) => `delete from ${table}`),
      ...counted.map((column) => `select setval('${column}_seq', 1, false)`),
    ].join(';'),
  );
}
