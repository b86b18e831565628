import { type Command, type Core, type CoreSettings, RULES_VERSION } from '@vitrine/core';
import type { AppliedBatch } from '@vitrine/sequencer';
import { Auditor } from './auditor.ts';
import { foundation, Population, type Surroundings } from './population.ts';
import { Random } from './random.ts';
import { Requests } from './requests.ts';
import { SimulatedLog } from './simulated-log.ts';
import { type Crash, replayFrom, SimulatedNode } from './simulated-node.ts';

export interface SimulationReport {
  readonly seed: number;
  readonly stateHash: string;
  readonly commands: number;
  readonly batches: number;
  readonly acknowledged: number;
  readonly repeated: number;
  readonly restarts: number;
  /** The number of checks of each kind that the auditor has made. */
  readonly checked: Readonly<Auditor['checked']>;
}

/** 2026-01-01. */
const START_MS = 1_767_225_600_000;
const MAX_AT_ONCE = 20;
/** So few steps per command that later commands often have to continue an order. */
const coreSettings: CoreSettings = { stepsPerCommand: 5 };
/** An owner that no command of the population uses, so that a batch with this owner differs from all others. */
const NOBODY = 999_999;

/** Runs a world from its seed until the log has this many commands. Throws at the first fault. */
export function simulate(seed: number, commands = 2_000): SimulationReport {
  const world = new World(seed);
  world.run(commands);
  world.inspectLog();
  return world.report();
}

class World {
  readonly #seed: number;
  readonly #random: Random;
  readonly #log: SimulatedLog;
  readonly #population: Population;
  readonly #auditor = new Auditor();
  readonly #requests = new Requests();
  readonly #recent: Command[] = [];
  #node: SimulatedNode;
  #nowMs = START_MS;
  #restarts = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = new Random(seed);
    this.#log = new SimulatedLog(this.#random, coreSettings);
    this.#population = new Population(this.#random);
    this.#node = this.#start();
  }

  run(commands: number): void {
    this.#lay(foundation);
    // Each log begins with the first version of the rules, and activates the newest one at a random position.
    const newestRulesFrom = this.#random.integer(0, commands);
    while (this.#node.core.position < commands) {
      if (this.#node.core.rulesVersion < RULES_VERSION && this.#node.core.position >= newestRulesFrom)
        this.#lay([{ kind: 'ActivateRules', version: RULES_VERSION }]);
      this.#nowMs += this.#random.integer(1, 400);
      this.#submitSome();
      this.#node.flush(this.#nowMs, this.#nextCrash());
      if (this.#node.over) this.#restart();
      else if (this.#random.chance(4)) this.#node.takeSnapshot();
    }
  }

  /**
   * Checks that all acknowledgements are in the log, that every snapshot gives the same state, and that damage is
   * detected.
   */
  inspectLog(): void {
    const { stateHash } = this;
    const replica = replayFrom(this.#log, 0, (applied) => this.#requests.keep(applied));
    if (replica.core.stateHash() !== stateHash)
      throw new Error('a replay from the beginning results in a different state');
    const { lost } = this.#requests;
    if (lost.length > 0) throw new Error(`acknowledged, but not in the log: positions ${lost.join(', ')}`);
    for (const { n } of this.#log.snapshots)
      if (replayFrom(this.#log, n).core.stateHash() !== stateHash)
        throw new Error(`starting from the snapshot at batch ${n} results in a different state`);
    this.#expectFound('damaged', (n) => this.#log.damage(n));
    this.#expectFound('lost', (n) => this.#log.lose(n));
  }

  get stateHash(): string {
    return this.#node.core.stateHash();
  }

  report(): SimulationReport {
    return {
      seed: this.#seed,
      stateHash: this.stateHash,
      commands: this.#node.core.position,
      batches: this.#log.head,
      acknowledged: this.#requests.acknowledged,
      repeated: this.#requests.repeated,
      restarts: this.#restarts,
      checked: this.#auditor.checked,
    };
  }

  /** Sends these commands repeatedly until they are in the log, no matter what fails in between. */
  #lay(commands: readonly Command[]): void {
    for (const command of commands) {
      let done = false;
      while (!done) {
        this.#node.submit({
          command,
          answered: ({ refusal }) => {
            done = refusal === undefined || refusal === 'already_exists';
            if (!done) throw new Error(`${command.kind} was refused: ${refusal}`);
          },
        });
        this.#node.flush(this.#nowMs, 'none');
        if (this.#node.over) this.#restart();
      }
    }
  }

  #submitSome(): void {
    const random = this.#random;
    const around = surroundingsOf(this.#node, this.#auditor);
    const count = random.integer(1, MAX_AT_ONCE);
    const commands: Command[] = [];
    for (let made = 0; made < count; made += 1) {
      const command = this.#population.next(around);
      commands.push(command);
      if (random.chance(5)) commands.push(command);
      if (this.#recent.length > 0 && random.chance(5)) commands.push(random.pick(this.#recent));
      this.#recent.push(command);
    }
    this.#recent.splice(0, Math.max(0, this.#recent.length - 200));
    if (random.chance(20)) commands.reverse();
    for (const command of commands) this.#node.submit(this.#requests.make(command));
  }

  #nextCrash(): Crash {
    if (!this.#random.chance(4)) return 'none';
    return this.#random.pick(['before_write', 'after_write', 'before_answers'] as const);
  }

  #start(): SimulatedNode {
    const back = this.#random.chance(20) ? 1 : 0;
    const onApplied = (applied: AppliedBatch) => {
      this.#auditor.book(applied);
      this.#auditor.compare(this.#node.core);
    };
    return SimulatedNode.start(this.#log, onApplied, back);
  }

  /**
   * Replaces the node by a new one. The old node might not know that it was replaced, so a write of the old node must
   * be fenced off.
   */
  #restart(): void {
    const before = this.#node;
    const known = before.core.position;
    this.#restarts += 1;
    this.#node = this.#start();
    this.#auditMissed(known);
    before.submit({
      command: { kind: 'SetFeeTier', owner: NOBODY, tier: 1 },
      answered: ({ refusal }) => {
        if (refusal === undefined) throw new Error('a fenced node acknowledged a command');
      },
    });
    before.flush(this.#nowMs, 'none');
    for (const command of this.#requests.takeUnanswered()) {
      if (!('reference' in command) || command.reference === undefined) continue;
      this.#node.submit(this.#requests.make(command));
    }
    this.#node.flush(this.#nowMs, 'none');
    if (this.#node.over) this.#restart();
  }

  /**
   * Passes to the auditor those batches that it has not seen, because they were written but never applied by their
   * node.
   */
  #auditMissed(known: number): void {
    replayFrom(this.#log, 0, (applied) => {
      if (applied.firstPosition > known) this.#auditor.book(applied);
    });
    this.#auditor.compare(this.#node.core);
  }

  #expectFound(what: string, spoil: (n: number) => () => void): void {
    const n = this.#random.integer(2, this.#log.head - 1);
    const mend = spoil(n);
    try {
      replayFrom(this.#log, 0);
    } catch (error) {
      mend();
      if (error instanceof Error && error.message.includes(`atch ${n}`)) return;
      throw new Error(`batch ${n} was ${what}, but the replay failed without naming it`, { cause: error });
    }
    throw new Error(`batch ${n} was ${what}, but the replay did not notice`);
  }
}

function surroundingsOf(node: SimulatedNode, auditor: Auditor): Surroundings {
  const core: Core = node.core;
  return {
    timeMs: core.timeMs,
    openOrders: (owner) => core.openOrders(owner),
    lastTicks: (market) => core.lastPrice(market) ?? core.market(market)?.referenceTicks ?? 1,
    pendingHolds: () => auditor.pendingHolds,
  };
}
