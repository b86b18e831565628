import type { Network, PaymentPurpose } from '@vitrine/chains';

/**
 * The journal's entry for a transaction, written before its signature is returned. Amounts are text, in smallest units.
 */
export interface JournalEntry {
  readonly atMs: number;
  readonly id: string;
  readonly network: Network;
  readonly purpose: PaymentPurpose;
  readonly coin: string;
  readonly to: string;
  readonly amount: string;
  readonly fee: string;
  /** The hash of the unsigned bytes. */
  readonly hash: string;
  readonly source: string;
  readonly claims: readonly string[];
  readonly expiresAtMs?: number;
}

/** How long to wait after a payment's transaction has expired before signing another one, in case clocks differ. */
export const expiryMarginMs = 120_000;

const DAY_MS = 24 * 3_600_000;

interface SignedPayment {
  readonly first: JournalEntry;
  readonly versions: JournalEntry[];
}

interface Use {
  readonly atMs: number;
  /** The limit that this amount counts toward. */
  readonly of: string;
  readonly amount: bigint;
}

/** Every transaction ever signed, by payment, and the use of limits in the last 24 hours. */
export class SignedPayments {
  readonly #payments = new Map<string, SignedPayment>();
  #uses: Use[] = [];
  #latestMs = 0;

  /** Adds a journal entry. */
  add(entry: JournalEntry): void {
    this.#latestMs = Math.max(this.#latestMs, entry.atMs);
    const payment = this.#payments.get(entry.id);
    this.#use(entry, `fees ${entry.network}`, this.feeIncrease(entry));
    if (entry.purpose === 'withdrawal' && this.countsAgain(entry))
      this.#use(entry, `${entry.coin} ${entry.network}`, BigInt(entry.amount));
    if (payment === undefined) this.#payments.set(entry.id, { first: entry, versions: [entry] });
    else payment.versions.push(entry);
  }

  /**
   * Whether this transaction's amount counts toward the limits. Only one of several transactions with the same claims
   * can be included, so only the first counts. Transactions without claims do not exclude one another, and the signer
   * cannot see which of them were included, so each counts.
   */
  countsAgain({ id, hash, claims }: JournalEntry): boolean {
    return !this.hasSigned(id, hash) && (claims.length === 0 || !this.has(id));
  }

  has(id: string): boolean {
    return this.#payments.has(id);
  }

  /** Whether exactly these bytes were signed for the payment. */
  hasSigned(id: string, hash: string): boolean {
    return this.#payments.get(id)?.versions.some((version) => version.hash === hash) ?? false;
  }

  /** Whether the id belongs to a different payment. */
  isOther(entry: JournalEntry): boolean {
    const first = this.#payments.get(entry.id)?.first;
    const fields = ['network', 'purpose', 'coin', 'to', 'amount', 'source'] as const;
    return first !== undefined && fields.some((field) => first[field] !== entry[field]);
  }

  /**
   * Whether an earlier transaction of the payment could be included in addition to this one: because its claims differ,
   * or because it has none and may not have expired yet.
   */
  couldPayTwice(entry: JournalEntry, nowMs: number): boolean {
    const versions = this.#payments.get(entry.id)?.versions ?? [];
    return versions.some((version) => !excludes(version, entry, nowMs));
  }

  /** The amount withdrawn in the last 24 hours. */
  used(coin: string, network: Network, nowMs: number): bigint {
    return this.#sum(`${coin} ${network}`, nowMs);
  }

  feesUsed(network: Network, nowMs: number): bigint {
    return this.#sum(`fees ${network}`, nowMs);
  }

  /**
   * The part of the transaction's fee that counts toward the limit: all of it or, for a replacement with the same
   * claims, the part above the payment's highest fee so far.
   */
  feeIncrease(entry: JournalEntry): bigint {
    const fee = BigInt(entry.fee);
    if (this.countsAgain(entry)) return fee;
    const versions = this.#payments.get(entry.id)?.versions ?? [];
    const highest = versions.reduce((most, version) => (BigInt(version.fee) > most ? BigInt(version.fee) : most), 0n);
    return fee > highest ? fee - highest : 0n;
  }

  #use({ atMs }: JournalEntry, of: string, amount: bigint): void {
    if (amount > 0n) this.#uses.push({ atMs, of, amount });
  }

  /**
   * If the current time is earlier than that of the newest entry, the entry's time is used instead. Otherwise, setting
   * the clock back would make room in the limits.
   */
  #sum(of: string, nowMs: number): bigint {
    const since = Math.max(nowMs, this.#latestMs) - DAY_MS;
    if ((this.#uses[0]?.atMs ?? since) < since) this.#uses = this.#uses.filter(({ atMs }) => atMs >= since);
    return this.#uses.reduce((sum, use) => (use.of === of && use.atMs >= since ? sum + use.amount : sum), 0n);
  }
}

function excludes(former: JournalEntry, entry: JournalEntry, nowMs: number): boolean {
  if (former.claims.length > 0) return former.claims.join() === entry.claims.join();
  return former.expiresAtMs !== undefined && former.expiresAtMs + expiryMarginMs < nowMs;
}
