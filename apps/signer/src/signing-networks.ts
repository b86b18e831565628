import {
  type AddressFormat,
  BitcoinAddresses,
  bitcoinNetworks,
  type ChainFamily,
  evmAddresses,
  familyOf,
  type KeyStore,
  type Network,
  SimulatedSigner,
  type TransactionSigner,
  tronAddresses,
} from '@vitrine/chains';
import type { SigningNetwork } from './checks.ts';
import { OwnAddresses } from './own-addresses.ts';
import type { NetworkPolicy, Policy } from './policy.ts';
import { SignerStartError } from './signer-start-error.ts';

export const addressFormats: Readonly<Record<ChainFamily, AddressFormat>> = {
  evm: evmAddresses,
  tron: tronAddresses,
  bitcoin: new BitcoinAddresses(bitcoinNetworks.mainnet),
};

/** The networks of the policy, with the addresses of the signer's own keys. */
export async function signingNetworks(policy: Policy, keys: KeyStore): Promise<ReadonlyMap<Network, SigningNetwork>> {
  checkBlocked(policy);
  const entries = [...policy.networks].map(async ([network, allowed]): Promise<[Network, SigningNetwork]> => {
    const format = addressFormats[familyOf[network]];
    const own = await OwnAddresses.of(format, keys);
    const signer = signerOf(network, allowed, policy.chains, format);
    return [network, { network, policy: allowed, signer, format, own, blocked: blockedOn(format, policy) }];
  });
  return new Map(await Promise.all(entries));
}

function signerOf(
  network: Network,
  policy: NetworkPolicy,
  chains: Policy['chains'],
  format: AddressFormat,
): TransactionSigner {
  if (chains === 'simulated') return new SimulatedSigner(network, format, ownCoin(policy));
  throw new SignerStartError(`${network} cannot be signed for.`);
}

function ownCoin({ coins }: NetworkPolicy): string {
  return [...coins.values()].find(({ contract }) => contract === undefined)?.coin ?? '';
}

/** Those of the blocked addresses that are this network's, in its canonical form. */
function blockedOn(format: AddressFormat, { blocked }: Policy): ReadonlySet<string> {
  return new Set(blocked.flatMap((text) => format.parse(text) ?? []));
}

/** An address with a slip in it would block nothing. */
function checkBlocked({ blocked }: Policy): void {
  const formats = Object.values(addressFormats);
  const wrong = blocked.filter((text) => formats.every((format) => format.parse(text) === undefined));
  if (wrong.length > 0) throw new SignerStartError(`These blocked addresses are none: ${wrong.join(', ')}.`);
}
