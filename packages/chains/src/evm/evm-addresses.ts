import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { parseEvmAddress } from '@vitrine/addresses';
import { bytesToHex, getAddress, keccak256 } from 'viem/utils';
import type { AddressFormat } from '../chain.ts';

/** Addresses of EVM networks: their canonical form has the checksum of EIP-55. */
export const evmAddresses: AddressFormat = {
  family: 'evm',
  parse: parseEvmAddress,

  fromPublicKey(publicKey) {
    // The address is the last 20 bytes of the hash of the uncompressed point without its format byte.
    const point = secp256k1.Point.fromBytes(publicKey).toBytes(false).slice(1);
    return getAddress(`0x${keccak256(bytesToHex(point)).slice(-40)}`);
  },

  derive(xpub, index) {
    const { publicKey } = HDKey.fromExtendedKey(xpub).derive(`m/0/${index}`);
    if (publicKey === null) throw new RangeError(`no address could be derived at index ${index}`);
    return evmAddresses.fromPublicKey(publicKey);
  },
};
