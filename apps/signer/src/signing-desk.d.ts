import { type KeyStore, type Network, type SignedTransaction, type SignerHealth, type SignRefusal, type SignRequest } from '@vitrine/chains';
import { type SigningNetwork } from './checks.ts';
interface Parts {
    readonly networks: ReadonlyMap<Network, SigningNetwork>;
    readonly keys: KeyStore;
    readonly journalPath: string;
    /** While this file exists nothing is signed. */
    readonly stopPath: string;
    readonly nowMs: () => number;
}
/** Decides what is signed, one request after the other, and remembers it before the signature leaves. */
export declare class SigningDesk {
    #private;
    /** Throws SignerStartError where the journal cannot be trusted. */
    constructor(parts: Parts);
    /** Throws only where the signer itself has failed. */
    sign(request: SignRequest): Promise<SignedTransaction | SignRefusal>;
    health(): SignerHealth;
    /** After what is under way. */
    close(): Promise<void>;
}
export {};
