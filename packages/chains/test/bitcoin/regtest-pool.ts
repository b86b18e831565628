import { type RegtestOutput, type RegtestTransaction, scriptFault } from './regtest-transaction.ts';

export interface UnspentInBlock extends RegtestOutput {
  readonly height: number;
  readonly isCoinbase: boolean;
}

export interface Refusal {
  readonly code: number;
  readonly message: string;
}

interface Waiting {
  readonly transaction: RegtestTransaction;
  readonly fee: bigint;
}

const coinbaseMaturity = 100;

/** Pending transactions that passed the rules of Bitcoin Core. */
export class RegtestPool {
  readonly #waiting = new Map<string, Waiting>();
  /** Outpoint → the transaction that spends it. */
  readonly #spenders = new Map<string, string>();

  get transactions(): readonly RegtestTransaction[] {
    return [...this.#waiting.values()].map(({ transaction }) => transaction);
  }

  find(txid: string): RegtestTransaction | undefined {
    return this.#waiting.get(txid)?.transaction;
  }

  spenderOf(outpoint: string): string | undefined {
    return this.#spenders.get(outpoint);
  }

  feesOf(): bigint {
    return [...this.#waiting.values()].reduce((sum, { fee }) => sum + fee, 0n);
  }

  clear(): void {
    this.#waiting.clear();
    this.#spenders.clear();
  }

  /** Why the transaction is refused; undefined if it is acceptable. */
  accept(
    transaction: RegtestTransaction,
    inBlocks: ReadonlyMap<string, UnspentInBlock>,
    nextHeight: number,
  ): Refusal | undefined {
    if (this.#waiting.has(transaction.txid)) return undefined;
    if (transaction.isCoinbase) return refused('coinbase');
    if (transaction.outputs.some(({ script, amount }) => amount < dustOf(script))) return refused('dust');
    const spent: RegtestOutput[] = [];
    for (const { outpoint } of transaction.inputs) {
      const output = inBlocks.get(outpoint) ?? this.#output(outpoint);
      if (output === undefined) return { code: -25, message: 'bad-txns-inputs-missingorspent' };
      if (isImmature(inBlocks.get(outpoint), nextHeight)) return refused('bad-txns-premature-spend-of-coinbase');
      spent.push(output);
    }
    const fee = sumOf(spent) - sumOf(transaction.outputs);
    const size = BigInt(transaction.virtualSize);
    if (fee < 0n) return refused(`bad-txns-in-belowout, value in (${sumOf(spent)}) < value out`);
    if (fee < size) return refused(`min relay fee not met, ${fee} < ${size}`);
    const replaced = this.#conflictsOf(transaction);
    const conflict = this.#conflictFault(transaction, fee, replaced);
    if (conflict !== undefined) return refused(conflict);
    if (this.#ancestorsOf(transaction).size >= 25)
      return refused('too-long-mempool-chain, too many unconfirmed ancestors');
    for (const [at, output] of spent.entries()) {
      const fault = scriptFault(transaction, at, output);
      if (fault !== undefined) return refused(`mandatory-script-verify-flag-failed (${fault})`);
    }
    for (const txid of replaced) this.#drop(txid);
    this.#waiting.set(transaction.txid, { transaction, fee });
    for (const { outpoint } of transaction.inputs) this.#spenders.set(outpoint, transaction.txid);
    return undefined;
  }

  #output(outpoint: string): RegtestOutput | undefined {
    const [txid = '', index = ''] = outpoint.split(':');
    return this.find(txid)?.outputs[Number(index)];
  }

  /**
   * The transactions that this one replaces: those that spend the same outputs, and all transactions that depend on
   * those.
   */
  #conflictsOf({ inputs }: RegtestTransaction): ReadonlySet<string> {
    const found = new Set<string>();
    const direct = inputs.map(({ outpoint }) => this.#spenders.get(outpoint));
    for (const queue = [...direct]; queue.length > 0; ) {
      const txid = queue.pop();
      const transaction = txid === undefined ? undefined : this.find(txid);
      if (txid === undefined || transaction === undefined || found.has(txid)) continue;
      found.add(txid);
      queue.push(...transaction.outputs.map((_, index) => this.#spenders.get(`${txid}:${index}`)));
    }
    return found;
  }

  /** The five rules of BIP-125, and Core's rule that the fee rate must rise. */
  #conflictFault(transaction: RegtestTransaction, fee: bigint, replaced: ReadonlySet<string>): string | undefined {
    if (replaced.size === 0) return undefined;
    const old = [...replaced].flatMap((txid) => this.#waiting.get(txid) ?? []);
    const direct = old.filter(({ transaction: { inputs } }) =>
      inputs.some(({ outpoint }) => transaction.inputs.some((input) => input.outpoint === outpoint)),
    );
    const isSignalled = direct.every(({ transaction: { inputs } }) =>
      inputs.some(({ sequence }) => sequence < 0xfffffffe),
    );
    if (!isSignalled) return 'txn-mempool-conflict';
    const known = new Set(direct.flatMap((each) => each.transaction.inputs.map(({ outpoint }) => outpoint)));
    const isNewWaiting = transaction.inputs.some(
      ({ outpoint }) => !known.has(outpoint) && this.#output(outpoint) !== undefined,
    );
    if (isNewWaiting) return `replacement-adds-unconfirmed, replacement ${transaction.txid} adds unconfirmed input`;
    const oldFees = old.reduce((sum, each) => sum + each.fee, 0n);
    const size = BigInt(transaction.virtualSize);
    const isRateHigher = direct.every((each) => fee * BigInt(each.transaction.virtualSize) > each.fee * size);
    if (!isRateHigher || fee < oldFees) return `insufficient fee, rejecting replacement ${transaction.txid}`;
    if (fee - oldFees < size)
      return `insufficient fee, rejecting replacement ${transaction.txid}, not enough additional fees`;
    return replaced.size > 100 ? 'too many potential replacements' : undefined;
  }

  #ancestorsOf({ inputs }: RegtestTransaction, found = new Set<string>()): ReadonlySet<string> {
    for (const { outpoint } of inputs) {
      const parent = this.find(outpoint.split(':')[0] ?? '');
      if (parent === undefined || found.has(parent.txid)) continue;
      found.add(parent.txid);
      this.#ancestorsOf(parent, found);
    }
    return found;
  }

  #drop(txid: string): void {
    for (const { outpoint } of this.find(txid)?.inputs ?? []) this.#spenders.delete(outpoint);
    this.#waiting.delete(txid);
  }
}

function isImmature(output: UnspentInBlock | undefined, nextHeight: number): boolean {
  return output?.isCoinbase === true && nextHeight - output.height < coinbaseMaturity;
}

function refused(message: string): Refusal {
  return { code: -26, message };
}

/** Bitcoin Core's dust limit for the kinds of script that are used here; OP_RETURN outputs are unspendable. */
function dustOf(script: Uint8Array): bigint {
  if (script[0] === 0x6a) return 0n;
  const limits: Readonly<Record<number, bigint>> = { 22: 294n, 23: 540n, 25: 546n, 34: 330n };
  return limits[script.length] ?? 546n;
}

function sumOf(outputs: readonly RegtestOutput[]): bigint {
  return outputs.reduce((sum, { amount }) => sum + amount, 0n);
}
