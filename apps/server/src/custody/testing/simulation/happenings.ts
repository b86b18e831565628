import { ApiError } from '../../../kit/api-error.ts';
import { signerMoods } from './remembering-signer.ts';
import { clients, type Scene, saver } from './scene.ts';
import type { ServerOfSeed } from './server-of-seed.ts';

export type Act = (server: ServerOfSeed) => Promise<void> | void;
export type Happening = readonly [string, Act];

const undecided = ['requested', 'checking', 'waiting_approval', 'approved'] as const;
const HOUR_MS = 3_600_000;

/** The operator who makes all decisions. */
export const operator = { staffId: 'operator', email: 'operator@example.com' } as const;

/** The actions of clients, operators, strangers, miners, nodes and machines. */
export class Happenings {
  readonly #scene: Scene;
  readonly #restart: () => void;
  #receivers = 0;

  constructor(scene: Scene, restart: () => void) {
    this.#scene = scene;
    this.#restart = restart;
  }

  /** Picks the next action. An action that is listed more often is more likely. */
  next(): Happening {
    const { random, network } = this.#scene;
    const mine = () => network.mine(random.pick([1, 1, 0.5]));
    const blocks = () => network.mineMany(random.between(2, 12));
    const withdrawals = (server: ServerOfSeed) => this.#withdrawals(server);
    const decision = (server: ServerOfSeed) => this.#decide(server);
    return random.pick<Happening>([
      ['block', mine],
      ['block', mine],
      ['block', mine],
      ['block', mine],
      ['blocks', blocks],
      ['blocks', blocks],
      ['blocks', blocks],
      ['deposit', () => this.#send()],
      ['deposit', () => this.#send()],
      ['deposit', () => this.#send()],
      ['deposit and fork', (server) => this.#sendAndFork(server)],
      ['deposit, kill and fork', (server) => this.#sendKillAndFork(server)],
      ['deposit, kill and fork', (server) => this.#sendKillAndFork(server)],
      ['deposit replaced', () => network.sendInstead(this.#receiversOf())],
      ['withdrawals', withdrawals],
      ['withdrawals', withdrawals],
      ['withdrawals', withdrawals],
      ['withdrawals', withdrawals],
      ['withdrawals', withdrawals],
      ['withdrawals', withdrawals],
      ['decision', decision],
      ['decision', decision],
      ['withdrawals go on', (server) => server.progress.run()],
      ['withdrawals go on', (server) => server.progress.run()],
      ['failed payments', (server) => this.decideOnFailed(server)],
      ['fork', () => network.fork()],
      ['fork', () => network.fork()],
      ['fork', () => network.fork()],
      ['fork', () => network.fork()],
      ['brought back', () => network.bringBack()],
      ['forgotten', () => network.forget()],
      ['key used outside', (server) => this.#useKey(server)],
      ['key used outside', (server) => this.#useKey(server)],
      ['fee', () => this.#setFee()],
      ['fee', () => this.#setFee()],
      ['time', () => this.#wait()],
      ['time', () => this.#wait()],
      ['rush', () => this.#rush()],
      ['rush', () => this.#rush()],
      ['clock', () => this.#moveClock()],
      ['failure', () => this.#failSometimes()],
      ['node', () => this.#setMood()],
      ['node', () => this.#setMood()],
      ['sweeps', (server) => server.work.sweeps.begin()],
      ['sweeps and fork', (server) => this.#sweepAndFork(server)],
      ['books', async (server) => void (await server.work.reconciliation.run())],
      ['books and fork', (server) => this.#compareAndFork(server)],
      ['books and fork', (server) => this.#compareAndFork(server)],
      ['switches', () => this.#switch()],
      ['signer', () => this.#setSigner()],
      ['signer', () => this.#setSigner()],
      ['restart', this.#restart],
    ]);
  }

  /** The next action of a client or operator, taken while the server works on the network. */
  nextOfPeople(): Happening {
    return this.#scene.random.pick<Happening>([
      ['withdrawals', (server) => this.#withdrawals(server)],
      ['decision', (server) => this.#decide(server)],
      ['decision', (server) => this.#decide(server)],
      ['withdrawals go on', (server) => server.progress.run()],
      ['switches', () => this.#switch()],
    ]);
  }

  /** Gives clients something to withdraw. */
  fillAccounts(): void {
    const { network, owners } = this.#scene;
    for (const to of owners.keys())
      for (const { coin, decimals } of network.coins)
        network.pay([{ coin, to, amount: 200n * 10n ** BigInt(decimals) }]);
    network.mineMany(Math.max(...network.rows.map(({ unlockConfirmations }) => unlockConfirmations)));
  }

  #receiversOf(): readonly string[] {
    const receivers = [...this.#scene.owners].flatMap(([address, owner]) => (owner === saver ? [] : [address]));
    return [...receivers, ...receivers, this.#scene.network.chain.hotAddress];
  }

  #send(): void {
    this.#scene.network.send(this.#receiversOf());
  }

  /** An outsider sends deposits, and a reorg may remove them after they were read, and perhaps credited. */
  async #sendAndFork(server: ServerOfSeed): Promise<void> {
    const { network, random } = this.#scene;
    for (let sent = random.between(1, 3); sent > 0; sent--) this.#send();
    network.mineMany(random.between(1, network.finalAfter));
    await server.rounds();
    network.fork();
  }

  /**
   * The server is killed when a command is in the log but not yet in the rows, and a reorg happens before a new server
   * repairs the rows.
   */
  async #sendKillAndFork(server: ServerOfSeed): Promise<void> {
    const { network, random, interruptions, tell } = bound(this.#scene);
    for (let sent = random.between(1, 3); sent > 0; sent--) this.#send();
    network.mineMany(random.between(1, network.finalAfter));
    if (interruptions > 0)
      server.interruptions.planned = {
        call: random.pick(['HoldUnits', 'HoldUnits', 'PostHold']),
        fate: 'killed after',
      };
    await server.rounds().catch((error: Error) => tell(`  ${error.message}`));
    server.interruptions.planned = undefined;
    network.fork();
  }

  /**
   * Deposits arrive at addresses that are being swept, before or after the sweeps are planned. The fee may rise before
   * the sweeps' payments are signed. The deposits may not have been read yet, and a reorg may remove them.
   */
  async #sweepAndFork(server: ServerOfSeed): Promise<void> {
    const { network, random } = this.#scene;
    await server.work.sweeps.begin();
    if (random.chance(0.5)) await server.rounds();
    for (let sent = random.between(1, 3); sent > 0; sent--) this.#send();
    network.mineMany(random.between(1, network.finalAfter));
    if (random.chance(0.3)) this.#rush();
    await (random.chance(0.5) ? server.rounds() : server.work.sweeps.run());
    if (random.chance(0.5)) await server.rounds();
    network.fork();
  }

  /**
   * Reconciliation queries balances from a node that has blocks which the exchange has not read yet; a reorg may
   * replace these blocks before they are read.
   */
  async #compareAndFork(server: ServerOfSeed): Promise<void> {
    const { network } = this.#scene;
    const addresses = [...this.#scene.owners].flatMap(([address, owner]) => (owner === saver ? [address] : []));
    network.send(addresses);
    network.mine();
    await server.work.reconciliation.run();
    network.fork();
  }

  /** Our key is used outside the exchange, and a reorg may replace the block that contains this use. */
  async #useKey(server: ServerOfSeed): Promise<void> {
    const { network, random } = this.#scene;
    if (random.chance(0.5)) await this.#payFromChange(server);
    network.useKey();
    network.mineMany(random.between(1, network.finalAfter));
    await server.rounds();
    if (random.chance(0.5)) network.fork();
  }

  /** While everything works, starts small withdrawals until one is paid from the pending change of another. */
  async #payFromChange(server: ServerOfSeed): Promise<void> {
    const { network, interruptions } = this.#scene;
    this.#scene.calm();
    network.fundHotWallet();
    network.mineMany(network.finalAfter);
    const most = network.chain.shape === 'outputs' ? 8 : 1;
    try {
      for (let some = 0; some < most && network.voidable().length === 0; some++) {
        for (let count = 0; count < 4; count++) await this.#withdraw(server, 0.01);
        await server.rounds();
      }
    } finally {
      this.#scene.interruptions = interruptions;
    }
  }

  #setFee(): void {
    const { random, network, tell } = bound(this.#scene);
    const fee = random.pick([10, 1_000, 3_000, 9_999, 20_000]);
    tell(`  the fee is ${fee}`);
    network.chain.fee = BigInt(fee);
  }

  /** Time passes without a block. */
  #wait(): void {
    this.#scene.nowMs += this.#scene.random.pick([300_000, 700_000, 2_000_000]);
  }

  /** The fee changes, as a rule upward, so that transactions sent at a lower fee remain pending. */
  #rush(): void {
    const { chain } = this.#scene.network;
    chain.fee = this.#scene.random.pick([10n, 500n, 3_000n]) + (chain.fee < 5_000n ? chain.fee : 0n);
    this.#scene.tell(`  the fee is ${chain.fee}, and no blocks are mined for a while`);
    this.#scene.nowMs += 700_000;
  }

  #moveClock(): void {
    const { random } = this.#scene;
    const hours = random.pick([0, 0, -0.1, 0.1, -2, 2, -30, 30]);
    this.#scene.tell(`  the server's clock is off by ${hours} hours`);
    this.#scene.clockErrorMs = hours * HOUR_MS;
  }

  #failSometimes(): void {
    if (this.#scene.random.chance(0.5)) this.#scene.network.failOne();
  }

  #setMood(): void {
    const { random, network, nodes, tell } = bound(this.#scene);
    const lag = random.pick([0, 0, random.between(1, Math.min(6, network.finalAfter))]);
    const lies = random.pick([0, 0, 0.05, 0.2]);
    const isDown = random.chance(0.15);
    const at = random.below(nodes.length);
    tell(`  node ${at} is ${isDown ? 'down, ' : ''}${lag} blocks behind, ${lies} of its responses wrong`);
    // Of two nodes, at most one lies.
    for (const [index, node] of nodes.entries())
      node.mood = index === at ? { lag, lies, isDown } : { ...node.mood, lies: 0 };
  }

  #switch(): void {
    const { rows } = this.#scene.network;
    const at = this.#scene.random.below(rows.length);
    const row = rows[at];
    if (row !== undefined) rows[at] = { ...row, withdrawalsOpen: !row.withdrawalsOpen };
  }

  #setSigner(): void {
    const { random, signer, tell } = bound(this.#scene);
    signer.mood = random.pick(['well', 'well', ...signerMoods]);
    tell(`  the signer: ${signer.mood}`);
  }

  async #withdrawals(server: ServerOfSeed): Promise<void> {
    for (let count = this.#scene.random.pick([1, 1, 2, 3]); count > 0; count--) await this.#withdraw(server);
  }

  #share(): number {
    return this.#scene.random.pick([0.05, 0.1, 0.2, 0.4, 1, 1.1]);
  }

  /** A client withdraws the given share of a balance. */
  async #withdraw({ table, progress }: ServerOfSeed, share = this.#share()): Promise<void> {
    const { random, network, log, figures, tell } = bound(this.#scene);
    const owner = random.pick(clients);
    const { coin, asset, scale } = random.pick(network.coins);
    const { availableUnits } = log.core.balance(owner, 'spot', asset);
    const feeUnits = 10 ** scale / 2;
    const units = Math.floor(availableUnits * share);
    if (units <= feeUnits || units > 2 ** 50) return;
    const address = `receiver ${++this.#receivers}`;
    const counted = { valueUnits: Math.floor(units / 10 ** (scale - 6)), limitUnits: 2 ** 50 };
    const wish = { owner, asset, coin, network: network.chain.network, address, units, feeUnits };
    await progress.alone(owner, async () => {
      const { id } = await table.draft({ ...wish, ...counted, receiver: undefined, isOneStep: false }, 600_000);
      tell(`  withdrawal ${id}: ${units} of ${coin} by ${owner}`);
      figures.withdrawals++;
      if (await table.confirm(id, counted)) await progress.advance(id);
    });
  }

  /** An operator pays failed withdrawals again, or refunds them. */
  async decideOnFailed({ table, failed }: ServerOfSeed): Promise<void> {
    const { random, figures, tell } = bound(this.#scene);
    for (const { id, state, paymentAttempt: attempt } of await table.list('waiting', { limit: 100 })) {
      if (state !== 'sending') continue;
      const about = { id, attempt, reason: 'it has failed' };
      const isPaidAgain = random.chance(0.6);
      tell(`  withdrawal ${id} has failed, and is ${isPaidAgain ? 'paid again' : 'refunded'}`);
      try {
        if (isPaidAgain) await failed.payAgain(about, operator);
        else await failed.giveBack(about, '', operator);
        figures['failed payments decided on']++;
      } catch (error) {
        // A transaction that has become void may still be pending at the node until the next block.
        if (!(error instanceof ApiError) || error.code !== 'payment_not_final') throw error;
      }
    }
  }

  /** A client cancels a withdrawal, or an operator decides on it. */
  async #decide(server: ServerOfSeed): Promise<void> {
    const { table, progress } = server;
    const open = await table.within(undecided);
    if (open.length === 0) return;
    const { random, tell } = bound(this.#scene);
    const { id, owner } = random.pick(open);
    const what = random.pick(['approved', 'approved', 'approved', 'refused', 'cancelled'] as const);
    tell(`  withdrawal ${id} is ${what}`);
    await progress.alone(owner, async () => {
      if (what === 'approved') await server.approve(id, operator.staffId);
      if (what === 'refused') await table.refuse(id, 'refuse', 'client_request');
      if (what === 'cancelled') await table.move(id, 'cancel');
      await progress.advance(id);
    });
  }
}

const bound = (scene: Scene) => ({
  random: scene.random,
  network: scene.network,
  nodes: scene.nodes,
  signer: scene.signer,
  log: scene.log,
  interruptions: scene.interruptions,
  figures: scene.figures,
  tell: (line: string): void => scene.tell(line),
});
