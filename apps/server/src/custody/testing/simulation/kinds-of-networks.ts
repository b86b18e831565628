import {
  type AddressFormat,
  accountPath,
  BitcoinAddresses,
  bitcoinNetworks,
  type ChainCoin,
  type ChainFamily,
  evmAddresses,
  familyOf,
  type Network,
  SeedKeys,
  tronAddresses,
} from '@vitrine/chains';

/**
 * The mechanism by which a network prevents two transactions of one payment from both being included: account nonces,
 * outputs that can be spent only once, or only the expiry of transactions.
 */
export type Shape = 'accounts' | 'outputs' | 'expiring';

/** A coin as listed in the ledger. `scale` is the number of decimals that it has in the ledger. */
export interface LedgerCoin extends ChainCoin {
  readonly asset: number;
  readonly scale: number;
}

export interface KindOfNetwork {
  readonly network: Network;
  readonly shape: Shape;
  readonly coins: readonly LedgerCoin[];
}

const usdt = (decimals: number): LedgerCoin => ({ coin: 'USDT', decimals, contract: 'USDT', asset: 2, scale: 6 });

export const kindsOfNetworks: readonly KindOfNetwork[] = [
  { network: 'ERC20', shape: 'accounts', coins: [{ coin: 'ETH', decimals: 18, asset: 1, scale: 8 }, usdt(6)] },
  { network: 'BEP20', shape: 'accounts', coins: [{ coin: 'BNB', decimals: 18, asset: 1, scale: 8 }, usdt(18)] },
  { network: 'TRC20', shape: 'expiring', coins: [{ coin: 'TRX', decimals: 6, asset: 1, scale: 6 }, usdt(6)] },
  { network: 'BTC', shape: 'outputs', coins: [{ coin: 'BTC', decimals: 8, asset: 1, scale: 8 }] },
];

export interface Keys {
  readonly format: AddressFormat;
  readonly depositXpub: string;
  readonly hotAddress: string;
}

const seed = new SeedKeys(Buffer.from('0f'.repeat(32), 'hex'));

/** Caches slow computations that are the same in every schedule. */
function remembering<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}

async function keysOf(format: AddressFormat): Promise<Keys> {
  const derived = remembering((place: string) => {
    const [xpub = '', index = ''] = place.split(' ');
    return format.derive(xpub, Number(index));
  });
  const derive = (xpub: string, index: number) => derived(`${xpub} ${index}`);
  return {
    format: {
      family: format.family,
      parse: (text) => format.parse(text),
      fromPublicKey: (publicKey) => format.fromPublicKey(publicKey),
      derive,
    },
    depositXpub: await seed.accountXpub(accountPath(format.family, 'deposit')),
    hotAddress: derive(await seed.accountXpub(accountPath(format.family, 'hot')), 0),
  };
}

const keys: Readonly<Record<ChainFamily, Keys>> = {
  evm: await keysOf(evmAddresses),
  tron: await keysOf(tronAddresses),
  bitcoin: await keysOf(new BitcoinAddresses(bitcoinNetworks.mainnet)),
};

export const keysOn = (network: Network): Keys => keys[familyOf[network]];
