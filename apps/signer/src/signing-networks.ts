import {
  type AddressFormat,
  BitcoinAddresses,
  type BitcoinNetworkName,
  BitcoinSigner,
  bitcoinNetworks,
  type ChainFamily,
  EvmSigner,
  evmAddresses,
  familyOf,
  type KeyStore,
  type Network,
  SimulatedSigner,
  type TransactionSigner,
  tronAddresses,
  tronSigner,
} from '@vitrine/chains';
import type { SigningNetwork } from './checks.ts';
import { OwnAddresses } from './own-addresses.ts';
import type { NetworkPolicy, Policy } from './policy.ts';
import { SignerStartError } from './signer-start-error.ts';

const addressFormats: Readonly<Record<ChainFamily, AddressFormat>> = {
  evm: evmAddresses,
  tron: tronAddresses,
  bitcoin: new BitcoinAddresses(bitcoinNetworks.mainnet),
};

/** The networks of the policy, with the addresses of the signer's own keys. */
export async function signingNetworks(policy: Policy, keys: KeyStore): Promise<ReadonlyMap<Network, SigningNetwork>> {
  checkBlocked(policy);
  const entries = [...policy.networks].map(async ([network, allowed]): Promise<[Network, SigningNetwork]> => {
    const format = formatOf(network, allowed.bitcoin);
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
  checkContracts(network, policy, format);
  if (network === 'BTC') return new BitcoinSigner(bitcoinNetworks[policy.bitcoin]);
  return network === 'TRC20' ? tronSigner : new EvmSigner(network, policy.chainId ?? 0);
}

export function formatOf(network: Network, bitcoin: BitcoinNetworkName): AddressFormat {
  return network === 'BTC' ? new BitcoinAddresses(bitcoinNetworks[bitcoin]) : addressFormats[familyOf[network]];
}

/**
 * Throws SignerStartError if a contract address is malformed: such a typo would block all payments of the coin without
 * a visible reason.
 */
function checkContracts(network: Network, { coins }: NetworkPolicy, format: AddressFormat): void {
  const contracts = [...coins.values()].flatMap(({ contract }) => contract ?? []);
  const wrong = contracts.filter((contract) => format.parse(contract) === undefined);
  if (wrong.length > 0)
    throw new SignerStartError(`The policy has contracts that are not addresses on ${network}: ${wrong.join(', ')}.`);
}

function ownCoin({ coins }: NetworkPolicy): string {
  return [...coins.values()].find(({ contract }) => contract === undefined)?.coin ?? '';
}

/** The blocked addresses of this network, in its canonical form. */
function blockedOn(format: AddressFormat, { blocked }: Policy): ReadonlySet<string> {
  return new Set(blocked.flatMap((text) => format.parse(text) ?? []));
}

/** Throws SignerStartError if a blocked address is valid on no network: an address with a typo would block nothing. */
function checkBlocked({ blocked, networks }: Policy): void {
  const formats = [
    ...Object.values(addressFormats),
    ...[...networks].map(([network, { bitcoin }]) => formatOf(network, bitcoin)),
  ];
  const wrong = blocked.filter((text) => formats.every((format) => format.parse(text) === undefined));
  if (wrong.length > 0)
    throw new SignerStartError(
      `The list of blocked addresses in the policy contains addresses that are not valid on any network: ${wrong.join(', ')}.`,
    );
}
