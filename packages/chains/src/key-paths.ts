import type { ChainFamily, PaymentSource } from './chain.ts';

/** BIP-44's purpose and coin type of each family. Bitcoin's addresses are P2WPKH, so its purpose is that of BIP-84. */
const coinPath: Readonly<Record<ChainFamily, string>> = {
  evm: "m/44'/60'",
  tron: "m/44'/195'",
  bitcoin: "m/84'/0'",
};

/** Clients' addresses and the hot wallet are separate accounts: the xpub of one reveals nothing about the other. */
const accounts = { deposit: 0, hot: 1 } as const;

/**
 * The path of an account's extended public key. The account's addresses are at /0/index below it; the hot wallet's is
 * /0/0.
 */
export function accountPath(family: ChainFamily, account: PaymentSource['kind']): string {
  return `${coinPath[family]}/${accounts[account]}'`;
}

/** The path of the key whose address a payment spends from. */
export function keyPath(family: ChainFamily, source: PaymentSource): string {
  return `${accountPath(family, source.kind)}/0/${source.kind === 'hot' ? 0 : source.index}`;
}
