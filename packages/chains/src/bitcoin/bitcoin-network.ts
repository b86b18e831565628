import { type BitcoinPrefixes, bitcoinMainnet } from '@vitrine/addresses';

/** The parameters in which Bitcoin networks differ. */
export interface BitcoinNetwork extends BitcoinPrefixes {
  /** The hash of the first block: a node with a different hash serves another network. */
  readonly genesisHash: string;
  readonly wif: number;
  /** From this height, every coinbase contains its block's height (BIP-34). */
  readonly heightInCoinbaseFrom: number;
  /** The easiest target that a block may have, in the compact form of headers ('bits'), for each range of heights. */
  readonly easiest: readonly { readonly fromHeight: number; readonly bits: number }[];
}

const testPrefixes = { pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef } as const;

export const bitcoinNetworks = {
  mainnet: {
    genesisHash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    ...bitcoinMainnet,
    wif: 0x80,
    heightInCoinbaseFrom: 227_931,
    // Difficulty has been above 2^40 since well before block 500,000. Faking blocks at that difficulty does not pay: it
    // costs more than a block's reward.
    easiest: [
      { fromHeight: 0, bits: 0x1d00ffff },
      { fromHeight: 500_000, bits: 0x1800ffff },
    ],
  },
  /** Testnet4. */
  testnet: {
    genesisHash: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
    bech32: 'tb',
    ...testPrefixes,
    heightInCoinbaseFrom: 1,
    easiest: [{ fromHeight: 0, bits: 0x1d00ffff }],
  },
  /** A private network for tests. */
  regtest: {
    genesisHash: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    bech32: 'bcrt',
    ...testPrefixes,
    heightInCoinbaseFrom: 1,
    easiest: [{ fromHeight: 0, bits: 0x207fffff }],
  },
} as const satisfies Record<string, BitcoinNetwork>;

/** The network's name in settings. */
export type BitcoinNetworkName = keyof typeof bitcoinNetworks;

export const bitcoinNetworkNames = ['mainnet', 'testnet', 'regtest'] as const satisfies readonly BitcoinNetworkName[];

/** The easiest target that a block of this height may have, in the compact form of headers ('bits'). */
export function easiestBits({ easiest }: BitcoinNetwork, height: number): number {
  const rule = easiest.findLast(({ fromHeight }) => height >= fromHeight);
  if (rule === undefined) throw new RangeError(`${height} is not a valid block height`);
  return rule.bits;
}
