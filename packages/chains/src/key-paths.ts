import type { ChainFamily, PaymentSource } from './chain.ts';

/** BIP-44's purpose and coin of each family; Bitcoin's addresses are P2WPKH, which is BIP-84. */
const coinPath: Readonly<Record<ChainFamily, string>> = {
  evm: "m/44'/60'",
  tron: "m/44'/195'",
  bitcoin: "m/84'/0'",
};

/** Addresses of clients are one account, the hot wallet is another: who knows one's extended public key learns nothing of the other. */
const accounts = { deposit: 0, hot: 1 } as const;

/** Where an account's extended public key is taken from. Its addresses are at /0/index below; the hot wallet has one, at /0/0. */
export function accountPath(family: ChainFamily, account: PaymentSource['kind']): string {
  return `${coinPath[family]}/${accounts[account]}'`;
}

/** Where the key is whose address a payment spends from. */
export function keyPath(family: ChainFamily, source: PaymentSource): string {
  return `${accountPath(family, source.kind)}/0/${source.kind === 'hot' ? 0 : source.index}`;
}
