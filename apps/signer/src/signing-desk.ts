import { existsSync } from 'node:fs';
import {
  type KeyStore,
  MalformedTransaction,
  type Network,
  type SignedTransaction,
  type SignerHealth,
  type SignRefusal,
  type SignRequest,
  type TransactionContent,
  unsignedHash,
  xpubFingerprint,
} from '@vitrine/chains';
import { type Refusal, refusal, refusalOf, type SigningNetwork } from './checks.ts';
import { Journal } from './journal.ts';
import type { JournalStart } from './journal-start.ts';
import { type JournalEntry, SignedPayments } from './signed-payments.ts';
import { SignerStartError } from './signer-start-error.ts';

interface Parts {
  readonly networks: ReadonlyMap<Network, SigningNetwork>;
  readonly keys: KeyStore;
  readonly keysName: string;
  readonly journalPath: string;
  /** While this file exists, nothing is signed. */
  readonly stopPath: string;
  readonly nowMs: () => number;
}

/** Decides on requests one at a time, and records each signature in the journal before returning it. */
export class SigningDesk {
  readonly #parts: Parts;
  readonly #payments = new SignedPayments();
  readonly #journal: Journal<JournalEntry | JournalStart>;
  /** When the journal was begun; zero for a journal of an older version, which does not record this. */
  #begunAtMs = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** Throws SignerStartError if the journal cannot be trusted. */
  constructor(parts: Parts) {
    this.#parts = parts;
    this.#journal = Journal.open(parts.journalPath, (line) => this.#recall(line));
  }

  /**
   * Returns the signed transaction, or a refusal as the result: the promise rejects only if the signer itself has
   * failed.
   */
  sign(request: SignRequest): Promise<SignedTransaction | SignRefusal> {
    const next = this.#last.then(() => this.#answer(request));
    this.#last = next.catch(() => undefined);
    return next;
  }

  health(): SignerHealth {
    return {
      stopped: this.#isStopped(),
      networks: [...this.#parts.networks.values()].map((on) => this.#healthOf(on)),
    };
  }

  /** Waits until the current request has its response, then closes the journal. */
  async close(): Promise<void> {
    await this.#last;
    this.#journal.close();
  }

  async #answer(request: SignRequest): Promise<SignedTransaction | SignRefusal> {
    const forgotten = this.#forgotten(request);
    const outcome = forgotten ?? (await this.#sign(request));
    if ('txid' in outcome) return outcome;
    // If the journal has lost entries, the signer cannot know whether it has signed anything for this payment, so it
    // reports that it has.
    return { ...outcome, wasSigned: forgotten !== undefined || this.#payments.has(request.paymentId) };
  }

  /**
   * The refusal if the exchange has received a transaction that the journal lacks. A journal from an older backup is
   * internally consistent, so only the exchange knows that entries are missing.
   */
  #forgotten({ signedBefore = [] }: SignRequest): Refusal | undefined {
    const missing = signedBefore.find(
      ({ paymentId, hash, builtAtMs }) => builtAtMs > this.#begunAtMs && !this.#payments.hasSigned(paymentId, hash),
    );
    if (missing === undefined) return undefined;
    const what = `it lacks a transaction that was signed for payment ${missing.paymentId}`;
    return refusal('journal_behind', `the journal is an older copy: ${what}; restore the newest copy`);
  }

  #recall(line: JournalEntry | JournalStart): void {
    if (!('begunAtMs' in line)) {
      this.#payments.add(line);
      return;
    }
    const { journalPath, keysName } = this.#parts;
    if (line.keys !== keysName)
      throw new SignerStartError(
        `The journal ${journalPath} belongs to different keys: set SIGNER_DATA_DIR to the folder with the journal of these keys.`,
      );
    this.#begunAtMs = line.begunAtMs;
  }

  async #sign(request: SignRequest): Promise<SignedTransaction | Refusal> {
    if (this.#isStopped()) return refusal('stopped', 'an operator has stopped the signer');
    const on = this.#parts.networks.get(request.network);
    if (on === undefined) return refusal('unknown_network', `the policy does not allow the network ${request.network}`);
    const unsigned = { ...request.unsigned, maxFee: BigInt(request.unsigned.maxFee) };
    const content = whereWellFormed(() => on.signer.read(unsigned));
    if (content === undefined) return notPlain;
    const nowMs = this.#parts.nowMs();
    const entry = entryOf(request, content, nowMs);
    const refused = refusalOf({ on, request, content, entry }, this.#payments, nowMs);
    if (refused !== undefined) return refused;
    this.#remember(entry);
    return (await whereWellFormed(() => on.signer.sign(unsigned, this.#parts.keys))) ?? notPlain;
  }

  #remember(entry: JournalEntry): void {
    if (this.#payments.hasSigned(entry.id, entry.hash)) return;
    this.#journal.append(entry);
    this.#payments.add(entry);
  }

  #healthOf({ network, own, policy }: SigningNetwork): SignerHealth['networks'][number] {
    const nowMs = this.#parts.nowMs();
    return {
      network,
      hotAddress: own.hot,
      depositXpub: xpubFingerprint(own.depositXpub),
      feesUsed: String(this.#payments.feesUsed(network, nowMs)),
      feesPerDay: String(policy.feesPerDay),
      coins: [...policy.coins.values()].map(({ coin, perDay }) => ({
        coin,
        used: String(this.#payments.used(coin, network, nowMs)),
        perDay: String(perDay),
      })),
    };
  }

  #isStopped(): boolean {
    return existsSync(this.#parts.stopPath);
  }
}

const notPlain = refusal(
  'malformed',
  'the transaction bytes are not a plain payment from the given source on the given network',
);

/**
 * The result of the task; undefined if the transaction's bytes are malformed, which is the caller's fault and no
 * failure of the signer.
 */
function whereWellFormed<T>(task: () => Promise<T>): Promise<T | undefined>;
function whereWellFormed<T>(task: () => T): T | undefined;
function whereWellFormed<T>(task: () => T | Promise<T>): T | undefined | Promise<T | undefined> {
  const excuse = (error: unknown): undefined => {
    if (error instanceof MalformedTransaction) return undefined;
    throw error;
  };
  try {
    const result = task();
    return result instanceof Promise ? result.catch(excuse) : result;
  } catch (error) {
    return excuse(error);
  }
}

function entryOf(request: SignRequest, content: TransactionContent, atMs: number): JournalEntry {
  const { purpose, coin } = request.payment;
  const { source, bytes } = request.unsigned;
  return {
    atMs,
    id: request.paymentId,
    network: request.network,
    purpose,
    coin,
    to: content.to,
    amount: String(content.amount),
    fee: String(content.maxFee),
    hash: unsignedHash(bytes),
    source: source.kind === 'hot' ? 'hot' : String(source.index),
    claims: [...content.claims].sort(),
    ...(content.expiresAtMs === undefined ? {} : { expiresAtMs: content.expiresAtMs }),
  };
}
