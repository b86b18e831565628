import type { Network, PaymentPurpose } from '@vitrine/chains';

/** The journal's entry of a transaction, written before its signature leaves. Amounts are smallest units as text. */
export interface JournalEntry {
  readonly atMs: number;
  readonly id: string;
  readonly network: Network;
  readonly purpose: PaymentPurpose;
  readonly coin: string;
  readonly to: string;
  readonly amount: string;
  readonly fee: string;
  /** Of the unsigned bytes. */
  readonly hash: string;
  readonly source: string;
  readonly claims: readonly string[];
  readonly expiresAtMs?: number;
}

/** A further transaction of a payment may be signed this long after the former has expired: clocks differ. */
export const expiryMarginMs = 120_000;

const DAY_MS = 24 * 3_600_000;

interface SignedPayment {
  readonly first: JournalEntry;
  readonly versions: JournalEntry[];
}

interface Use {
  readonly atMs: number;
  /** The limit that it counts towards. */
  readonly of: string;
  readonly amount: bigint;
}

/** Everything that was ever signed, by payment, and the use of limits in the last 24 hours. */
export class SignedPayments {
  readonly #payments = new Map<string, SignedPayment>();
  #uses: Use[] = [];
  #latestMs = 0;

  /** Adds an entry of the journal. */
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
   * Whether its amount counts towards the limits. Of transactions with the same claims only one can be included, so one
   * counts. Of those that only expire, the signer cannot see which were included, so each counts.
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
   * Whether a former transaction of the payment could be included beside this one: its claims differ, or it has none
   * and has not certainly expired.
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

  /** By how much the transaction raises the highest fee of its payment. */
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

  /** Setting the clock back frees no limits: the time used is at least that of the newest entry. */
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
