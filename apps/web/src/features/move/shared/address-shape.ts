import { bitcoinMainnet, parseBitcoinAddress, parseEvmAddress, parseTronAddress } from '@vitrine/addresses';
import type { NetworkName } from '../../../lib/withdrawals.ts';

/**
 * The format of each network's addresses: text that matches is presumably meant as an address, even if its checksum is
 * wrong.
 */
const shapes: Readonly<Record<NetworkName, RegExp>> = {
  TRC20: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  ERC20: /^0x[0-9a-fA-F]{40}$/,
  BEP20: /^0x[0-9a-fA-F]{40}$/,
  BTC: /^(bc1[02-9ac-hj-np-z]{11,71}|BC1[02-9AC-HJ-NP-Z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/,
};

/**
 * The prefixes of each network’s addresses: enough to detect, while the client types, that an address belongs to a
 * different network.
 */
const beginnings: Readonly<Record<NetworkName, RegExp>> = {
  TRC20: /^T/,
  ERC20: /^0x/,
  BEP20: /^0x/,
  BTC: /^(bc1|BC1|[13])/,
};

/** Parsers that also verify the checksum; they return undefined for an invalid address. */
const parsers: Readonly<Record<NetworkName, (text: string) => string | undefined>> = {
  TRC20: parseTronAddress,
  ERC20: parseEvmAddress,
  BEP20: parseEvmAddress,
  BTC: (text) => parseBitcoinAddress(text, bitcoinMainnet),
};

export type AddressFault = 'address_required' | 'address_malformed' | 'address_checksum' | 'address_wrong_network';

/** The error of an address on a network; undefined if it is valid, including its checksum. */
export function addressFault(typed: string, network: NetworkName): AddressFault | undefined {
  const text = typed.trim();
  if (text === '') return 'address_required';
  if (parsers[network](text) !== undefined) return undefined;
  if (shapes[network].test(text)) return 'address_checksum';
  const isAnother = Object.values(shapes).some((shape) => shape.test(text));
  const beginsAsAnother = !beginnings[network].test(text) && Object.values(beginnings).some((one) => one.test(text));
  return isAnother || beginsAsAnother ? 'address_wrong_network' : 'address_malformed';
}

/** The address in groups of four characters, for comparison by eye. */
export const addressGroups = (address: string): readonly string[] => address.match(/.{1,4}/g) ?? [];
