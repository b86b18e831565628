import {
  type AddressFormat,
  BitcoinAddresses,
  type BitcoinNetworkName,
  bitcoinNetworkNames,
  bitcoinNetworks,
  type ChainFamily,
  evmAddresses,
  familyOf,
  mainTokens,
  type Network,
  networks,
  TRON_MAINNET_GENESIS,
  tronAddresses,
} from '@vitrine/chains';
import { isLoopback } from '../../providers/loopback.ts';

export const addressFormats: Readonly<Record<ChainFamily, AddressFormat>> = {
  evm: evmAddresses,
  tron: tronAddresses,
  bitcoin: new BitcoinAddresses(bitcoinNetworks.mainnet),
};

/** A real network as an operator sets it up. */
export interface NetworkSettings {
  readonly network: Network;
  readonly nodeUrl: string;
  /** The content of the Authorization header that is sent to the node; contains a secret. */
  readonly nodeAuthorization: string | undefined;
  /** A second node (the witness), which must report the same as the first one. */
  readonly witness: { readonly nodeUrl: string; readonly nodeAuthorization: string | undefined } | undefined;
  readonly xpub: string;
  readonly hotAddress: string;
  readonly startHeight: number | undefined;
  /** The highest fee for one transaction, in whole coins of the network. */
  readonly maxFee: string;
  readonly pollMs: number;
  /** The tokens' contracts and decimals, by coin. */
  readonly tokens: readonly { readonly coin: string; readonly contract: string; readonly decimals: number }[];
  /** EVM only. */
  readonly chainId: number;
  readonly traces: 'none' | 'debug' | 'parity';
  /** TRON only: identifies the network to which the node must belong. */
  readonly genesisHash: string;
  /** Bitcoin only. */
  readonly nodeKind: 'bitcoind' | 'esplora';
  readonly bitcoin: BitcoinNetworkName;
}

export interface SignerSettings {
  readonly url: string;
  readonly secret: string;
  /** The file that contains the CA certificate for verifying the signer's certificate. */
  readonly caFile: string | undefined;
}

/** Reads settings from the environment and collects their faults. */
export interface EnvironmentReader {
  text(name: string): string | undefined;
  required(name: string, isRequired: boolean): string | undefined;
  integer(name: string, otherwise: number, least: number, most: number): number;
  word<const W extends readonly string[]>(name: string, words: W, otherwise: W[number]): W[number];
  url(name: string, protocols: readonly string[], required: boolean): string | undefined;
  secret(name: string, required: boolean): string | undefined;
  fault(name: string, what: string): void;
}

const maxFees: Readonly<Record<Network, string>> = { ERC20: '0.02', BEP20: '0.005', TRC20: '100', BTC: '0.002' };
const polls: Readonly<Record<Network, number>> = { ERC20: 4_000, BEP20: 2_000, TRC20: 3_000, BTC: 20_000 };

/**
 * The networks named in NETWORKS, each with complete settings; none if NETWORKS=none. Undefined in a sandbox that does
 * not set NETWORKS: all networks are then simulated.
 */
export function readNetworks(reader: EnvironmentReader, production: boolean): readonly NetworkSettings[] | undefined {
  const text = reader.required('NETWORKS', production);
  if (text === undefined) return undefined;
  if (text === 'none') return [];
  const named = text.split(',').map((name) => name.trim());
  const known = networks.filter((network) => named.includes(network));
  if (known.length !== named.length)
    reader.fault('NETWORKS', `must be none, or a comma-separated list of these networks: ${networks.join(',')}`);
  return known.flatMap((network) => readNetwork(reader, network, production) ?? []);
}

function readNetwork(reader: EnvironmentReader, network: Network, production: boolean): NetworkSettings | undefined {
  const nodeUrl = reader.url(`${network}_NODE_URL`, ['https:', 'http:'], true);
  const bitcoin = network === 'BTC' ? reader.word('BTC_CHAIN', bitcoinNetworkNames, 'mainnet') : 'mainnet';
  const format = network === 'BTC' ? new BitcoinAddresses(bitcoinNetworks[bitcoin]) : addressFormats[familyOf[network]];
  const xpub = readXpub(reader, network, format);
  const hotAddress = readHotAddress(reader, network, format);
  const height = reader.integer(`${network}_START_HEIGHT`, -1, 0, Number.MAX_SAFE_INTEGER);
  const maxFee = reader.text(`${network}_MAX_FEE`) ?? maxFees[network];
  if (!/^[0-9]{1,9}(\.[0-9]{1,8})?$/.test(maxFee))
    reader.fault(
      `${network}_MAX_FEE`,
      'must be a decimal amount, with at most 8 decimals, of the coin in which the network charges its fees',
    );
  const settings = {
    network,
    nodeAuthorization: reader.text(`${network}_NODE_AUTHORIZATION`),
    witness: readWitness(reader, network),
    startHeight: height < 0 ? undefined : height,
    maxFee,
    pollMs: reader.integer(`${network}_POLL_MS`, polls[network], 50, 600_000),
    tokens: readTokens(reader, network),
    chainId:
      familyOf[network] === 'evm' ? reader.integer(`${network}_CHAIN_ID`, network === 'ERC20' ? 1 : 56, 1, 2 ** 31) : 0,
    traces: readTraces(reader, network, production),
    genesisHash: network === 'TRC20' ? readGenesisHash(reader) : '',
    nodeKind: network === 'BTC' ? reader.word('BTC_NODE_KIND', ['bitcoind', 'esplora'], 'bitcoind') : 'bitcoind',
    bitcoin,
  } as const;
  if (nodeUrl === undefined || xpub === undefined || hotAddress === undefined) return undefined;
  return { ...settings, nodeUrl, xpub, hotAddress };
}

/**
 * Whether the node provides traces. Without them, ETH that contracts send to a deposit address is not detected, so in
 * production the operator must choose explicitly. On BNB Smart Chain, this does not matter, because clients do not
 * deposit BNB.
 */
function readTraces(reader: EnvironmentReader, network: Network, production: boolean): NetworkSettings['traces'] {
  if (familyOf[network] !== 'evm') return 'none';
  const name = `${network}_TRACES`;
  if (network === 'ERC20') reader.required(name, production);
  return reader.word(name, ['none', 'debug', 'parity'], 'none');
}

function readWitness(reader: EnvironmentReader, network: Network): NetworkSettings['witness'] {
  const nodeUrl = reader.url(`${network}_WITNESS_URL`, ['https:', 'http:'], false);
  const nodeAuthorization = reader.text(`${network}_WITNESS_AUTHORIZATION`);
  return nodeUrl === undefined ? undefined : { nodeUrl, nodeAuthorization };
}

function readGenesisHash(reader: EnvironmentReader): string {
  const hash = reader.text('TRC20_GENESIS') ?? TRON_MAINNET_GENESIS;
  if (!/^[0-9a-f]{64}$/.test(hash))
    reader.fault(
      'TRC20_GENESIS',
      'must be the hash of the first block of the TRON network: 64 hexadecimal digits in lower case',
    );
  return hash;
}

function readXpub(reader: EnvironmentReader, network: Network, format: AddressFormat): string | undefined {
  const name = `${network}_XPUB`;
  const xpub = reader.required(name, true);
  if (xpub === undefined) return undefined;
  try {
    format.derive(xpub, 0);
    return xpub;
  } catch {
    reader.fault(name, 'must be an extended public key, as printed by signer:create-keys');
    return undefined;
  }
}

function readHotAddress(reader: EnvironmentReader, network: Network, format: AddressFormat): string | undefined {
  const name = `${network}_HOT_ADDRESS`;
  const text = reader.required(name, true);
  if (text === undefined) return undefined;
  const address = format.parse(text);
  if (address === undefined) reader.fault(name, `must be an address of ${network}`);
  return address;
}

/** The tokens' contracts: those on the mainnet, unless the settings name others, such as those on a testnet. */
function readTokens(reader: EnvironmentReader, network: Network): NetworkSettings['tokens'] {
  return mainTokens[network].map(([coin, main, usual]) => {
    const name = `${network}_${coin}_CONTRACT`;
    const contract = addressFormats[familyOf[network]].parse(reader.text(name) ?? main);
    if (contract === undefined) reader.fault(name, `must be an address of ${network}`);
    const decimals = reader.integer(`${network}_${coin}_DECIMALS`, usual, 0, 36);
    return { coin, contract: contract ?? main, decimals };
  });
}

/** The signer's settings; undefined unless both its URL and its secret are given. */
export function readSigner(reader: EnvironmentReader, required: boolean): SignerSettings | undefined {
  const url = reader.url('SIGNER_URL', ['unix:', 'http:', 'https:'], required);
  const secret = reader.secret('SIGNER_SECRET', required);
  if (url?.startsWith('http:') && !isLoopback(new URL(url).hostname))
    reader.fault('SIGNER_URL', 'must begin with https:// if the signer is on another machine');
  return url === undefined || secret === undefined ? undefined : { url, secret, caFile: reader.text('SIGNER_CA') };
}
