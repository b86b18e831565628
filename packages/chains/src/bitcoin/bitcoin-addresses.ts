import { HDKey } from '@scure/bip32';
import { Address, OutScript, p2wpkh } from '@scure/btc-signer';
import { parseBitcoinAddress } from '@vitrine/addresses';
import type { AddressFormat } from '../chain.ts';
import type { BitcoinNetwork } from './bitcoin-network.ts';

/**
 * Version bytes of extended public keys, on mainnet and on test networks: those of BIP-32, and those of SLIP-132 for
 * P2WPKH accounts.
 */
const xpubVersions: Readonly<Record<string, number>> = {
  xpub: 0x0488b21e,
  zpub: 0x04b24746,
  tpub: 0x043587cf,
  vpub: 0x045f1cf6,
};

/** No extended private key has this version, so an extended private key given by mistake is refused. */
const noPrivateVersion = 0;

/** Addresses that can be paid, and their scripts. Our own addresses are all P2WPKH. */
export class BitcoinAddresses implements AddressFormat {
  readonly family = 'bitcoin';
  readonly #network: BitcoinNetwork;
  /**
   * The result of the first derivation step (/0), keyed by extended public key: all addresses of an account share it,
   * and each step costs a multiplication on the curve.
   */
  readonly #externalChains = new Map<string, HDKey>();

  constructor(network: BitcoinNetwork) {
    this.#network = network;
  }

  parse(text: string): string | undefined {
    return parseBitcoinAddress(text, this.#network);
  }

  fromPublicKey(publicKey: Uint8Array): string {
    return present(p2wpkh(publicKey, this.#network).address);
  }

  derive(xpub: string, index: number): string {
    return this.fromPublicKey(present(this.#externalChain(xpub).deriveChild(index).publicKey));
  }

  /**
   * The script that pays this address; undefined if the text is not an address, or one that anybody can spend from
   * (P2A).
   */
  script(address: string): Uint8Array | undefined {
    try {
      const script = Address(this.#network).decode(address);
      // Encoding refuses public keys that are not points on the curve: money sent to their scripts would be lost.
      return script.type === 'p2a' ? undefined : OutScript.encode(script);
    } catch {
      return undefined;
    }
  }

  /** The address that is paid by this script; undefined if it has no address. */
  ofScript(script: Uint8Array): string | undefined {
    try {
      return Address(this.#network).encode(OutScript.decode(script));
    } catch {
      return undefined;
    }
  }

  #externalChain(xpub: string): HDKey {
    const known = this.#externalChains.get(xpub);
    if (known !== undefined) return known;
    const version = xpubVersions[xpub.slice(0, 4)];
    if (version === undefined) throw new RangeError('the extended public key is not a Bitcoin key');
    const chain = HDKey.fromExtendedKey(xpub, { public: version, private: noPrivateVersion }).deriveChild(0);
    this.#externalChains.set(xpub, chain);
    return chain;
  }
}

function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('no address could be derived from the public key');
  return value;
}
