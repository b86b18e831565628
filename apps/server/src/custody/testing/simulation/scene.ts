import { type Chain, WitnessedChain } from '@vitrine/chains';
import { systemOwners } from '@vitrine/core';
import { assetUnits } from '@vitrine/money';
import { custodyOwner } from '../../custody-accounts.ts';
import { FaultyNode, honest } from './faulty-node.ts';
import { noFigures } from './findings.ts';
import { MemoryLog } from './memory-log.ts';
import { NetworkOfSeed } from './network-of-seed.ts';
import { Random } from './random.ts';
import { RememberingSigner } from './remembering-signer.ts';

export const clients = [1000, 1001, 1002] as const;
/** A client who deposits and never withdraws. */
export const saver = 1003;

const FIRST_MS = 1_800_000_000_000;

/** Everything generated from a seed except the server: network, nodes, signer, log, clocks and random choices. */
export class Scene {
  /** What happened, line by line; always the same for a seed. */
  readonly trace: string[] = [];
  readonly figures = noFigures();
  readonly random: Random;
  readonly network: NetworkOfSeed;
  readonly log: MemoryLog;
  readonly nodes: readonly FaultyNode[];
  /** The network as the server reaches it: through one node, or through a node and a witness. */
  readonly chain: Chain;
  readonly signer: RememberingSigner;
  /** Owners by deposit address. */
  readonly owners = new Map<string, number>();
  /** The probability that one of the server's outgoing calls is interrupted. */
  interruptions: number;
  /** The current time, for everything except the server. */
  nowMs = FIRST_MS;
  /** How far the server's clock is ahead of `nowMs`; negative if it is behind. */
  clockErrorMs = 0;

  constructor(seed: number) {
    const random = new Random(seed);
    this.random = random;
    this.interruptions = random.pick([0, 0.002, 0.006, 0.015]);
    const { figures } = this;
    const nowMs = () => this.nowMs;
    const tell = (line: string): void => this.tell(line);
    this.network = new NetworkOfSeed({ random, nowMs, tell, figures });
    this.log = new MemoryLog(nowMs, () => this.network.moment);
    const isWitnessed = random.chance(0.3);
    // A single node never denies inclusions on networks where only expiry prevents a payment from being made twice,
    // because the exchange has to trust that node on such networks.
    const denies = isWitnessed || this.network.chain.shape !== 'expiring';
    this.nodes = (isWitnessed ? [1, 2] : [1]).map(
      () => new FaultyNode(this.network.chain, random, denies, () => this.#meanwhile()),
    );
    const [node, witness] = this.nodes as readonly [FaultyNode, FaultyNode?];
    this.chain = witness === undefined ? node : new WitnessedChain(node, witness);
    this.signer = new RememberingSigner(this.network, figures, nowMs, () => this.#goOn());
    this.#openBooks();
  }

  tell(line: string): void {
    this.trace.push(line);
  }

  get serverMs(): number {
    return this.nowMs + this.clockErrorMs;
  }

  /** Credits the treasury with the hot wallet's initial balance. */
  #openBooks(): void {
    const { coins, premine, chain } = this.network;
    for (const { coin, decimals, asset, scale } of coins) {
      this.log.submit({ kind: 'RegisterAsset', asset, code: coin, scale });
      const units = Number((premine[coin] ?? 0n) / 10n ** BigInt(decimals - scale));
      this.log.submit({
        kind: 'Transfer',
        by: systemOwners.treasury,
        purpose: 'house_funding',
        legs: [
          { owner: custodyOwner[chain.network], wallet: 'spot', asset, units: assetUnits(-units) },
          { owner: systemOwners.treasury, wallet: 'spot', asset, units: assetUnits(units) },
        ],
      });
    }
  }

  /** Lets the network change while a node handles a query. */
  #meanwhile(): void {
    if (this.interruptions === 0 || !this.random.chance(0.01)) return;
    if (this.random.chance(0.3)) this.network.fork();
    else this.network.mine(0.5);
  }

  /** Lets more time pass on the network while the signer works. */
  #goOn(): void {
    this.nowMs += this.random.pick([1_000, 60_000, 700_000]);
    for (let block = this.random.between(0, 3); block > 0; block--) this.network.mine(0.5);
  }

  /** Ends all faults and delays. */
  heal(): void {
    this.tell('everything works again');
    this.calm();
    this.clockErrorMs = 0;
    // Miners must accept even low fees: a sweep that was planned at a lower fee has no funds left to raise it.
    this.network.takesAll = true;
  }

  /** Ends interruptions and the faults of nodes and signer; the fee is low, and withdrawals are open. */
  calm(): void {
    this.interruptions = 0;
    this.signer.mood = 'well';
    this.network.chain.fee = 1_000n;
    for (const node of this.nodes) node.mood = honest;
    for (const [at, row] of this.network.rows.entries()) this.network.rows[at] = { ...row, withdrawalsOpen: true };
  }

  /** Whether all nodes are up, up to date and honest. */
  get isWell(): boolean {
    return this.nodes.every(({ mood }) => mood.lag === 0 && mood.lies === 0 && !mood.isDown);
  }
}
