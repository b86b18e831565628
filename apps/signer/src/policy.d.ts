import { type Network } from '@vitrine/chains';
/** What the signer's operators allow, from a file of their own: nothing that the exchange says changes it. */
export interface Policy {
    /** `simulated`: the sandbox's networks, whose transactions mean nothing elsewhere. */
    readonly chains: 'real' | 'simulated';
    readonly networks: ReadonlyMap<Network, NetworkPolicy>;
    /** As text; each network has them in its own form. */
    readonly blocked: readonly string[];
}
/** Amounts are smallest units on this network. */
export interface NetworkPolicy {
    /** EIP-155, on EVM networks. */
    readonly chainId: number | undefined;
    /** The most that one payment may pay to the network, and all together in 24 hours, in the network's own coin. */
    readonly maxFee: bigint;
    readonly feesPerDay: bigint;
    readonly coins: ReadonlyMap<string, CoinPolicy>;
}
/** How much may leave to destinations that are not our own. */
export interface CoinPolicy {
    readonly coin: string;
    readonly decimals: number;
    /** Undefined: the network's own coin. */
    readonly contract: string | undefined;
    readonly perPayment: bigint;
    readonly perDay: bigint;
}
/** Reads the file. Throws one SignerStartError that lists everything missing or malformed. */
export declare function readPolicy(path: string): Policy;
