import type { AddressFormat, Network, SignRefusal, SignRefusalCode, SignRequest, TransactionContent, TransactionSigner } from '@vitrine/chains';
import type { OwnAddresses } from './own-addresses.ts';
import type { NetworkPolicy } from './policy.ts';
import type { JournalEntry, SignedPayments } from './signed-payments.ts';
/** A network with everything that a decision about it needs. */
export interface SigningNetwork {
    readonly network: Network;
    readonly policy: NetworkPolicy;
    readonly signer: TransactionSigner;
    readonly format: AddressFormat;
    readonly own: OwnAddresses;
    /** In the network's canonical form. */
    readonly blocked: ReadonlySet<string>;
}
export type Refusal = Pick<SignRefusal, 'code' | 'message'>;
export interface Asked {
    readonly on: SigningNetwork;
    readonly request: SignRequest;
    readonly content: TransactionContent;
    readonly entry: JournalEntry;
}
/** Why it is not signed: the first in order of precedence, or undefined. Everything is read from the transaction's own bytes. */
export declare function refusalOf(asked: Asked, payments: SignedPayments, nowMs: number): Refusal | undefined;
export declare function refusal(code: SignRefusalCode, message: string): Refusal;
