import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import type { EcdsaSignature, KeyStore } from './chain.ts';

/** Keys derived from a seed (BIP-32) in this process's memory. */
export class SeedKeys implements KeyStore {
  readonly #root: HDKey;

  /** `seed`: 16 to 64 bytes. */
  constructor(seed: Uint8Array) {
    this.#root = HDKey.fromMasterSeed(seed);
  }

  async publicKey(path: string): Promise<Uint8Array> {
    return present(this.#root.derive(path).publicKey);
  }

  async accountXpub(path: string): Promise<string> {
    return this.#root.derive(path).publicExtendedKey;
  }

  async sign(path: string, digest: Uint8Array): Promise<EcdsaSignature> {
    if (digest.length !== 32) throw new RangeError(`the digest must be 32 bytes, not ${digest.length}`);
    const key = this.#root.derive(path);
    // Deterministic (RFC 6979) and with low S: the same digest always has the same signature.
    const recovered = secp256k1.sign(digest, present(key.privateKey), { prehash: false, format: 'recovered' });
    key.wipePrivateData();
    return { compact: recovered.slice(1), recovery: recovered[0] === 1 ? 1 : 0 };
  }
}

function present(bytes: Uint8Array | null): Uint8Array {
  if (bytes === null) throw new Error('no key could be derived from the seed');
  return bytes;
}
