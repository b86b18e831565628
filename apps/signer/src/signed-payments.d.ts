import type { Network, PaymentPurpose, TransactionContent } from '@vitrine/chains';
/** What the journal says of each transaction before its signature leaves. Amounts are smallest units as text. */
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
/** Another transaction of the same payment may be signed once an expired one has been so for this long: clocks differ. */
export declare const expiryMarginMs = 120000;
/** Everything that was ever signed, by payment, and what of it counts for the last 24 hours. */
export declare class SignedPayments {
    #private;
    /** Takes an entry of the journal. */
    add(entry: JournalEntry): void;
    has(id: string): boolean;
    /** Whether these very bytes were signed for the payment. */
    hasSigned(id: string, hash: string): boolean;
    /** Whether the name belongs to a payment of something else. */
    isOther(entry: JournalEntry): boolean;
    /**
     * Whether a former transaction of the payment could be included beside this one: it claims something else, or, where
     * nothing is claimed, has not surely expired.
     */
    couldPayTwice(entry: JournalEntry, nowMs: number): boolean;
    /** What left in the last 24 hours. */
    used(coin: string, network: Network, nowMs: number): bigint;
    feesUsed(network: Network, nowMs: number): bigint;
    /** By how much another transaction of the payment raises what it may pay to the network. */
    feeIncrease(id: string, content: TransactionContent): bigint;
}
