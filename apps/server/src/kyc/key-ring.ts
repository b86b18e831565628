import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** A key of the settings: what it is called in what was sealed with it, and its 32 bytes in hexadecimal. */
export interface NamedKey {
  readonly id: string;
  readonly hex: string;
}

/** What was sealed cannot be opened: the key is not in the settings, or the bytes or their place are not what they were. */
export class CannotOpen extends Error {
  override readonly name = 'CannotOpen';
  readonly because: 'key_missing' | 'damaged';

  constructor(because: CannotOpen['because']) {
    super(because === 'key_missing' ? 'the key of a sealed record is not in KYC_KEY' : 'a sealed record is damaged');
    this.because = because;
  }
}

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface Keys {
  readonly sealing: Buffer;
  readonly marking: Buffer;
}

/**
 * Seals personal data with AES-256-GCM. The first key writes, all of them read: a new key goes in front, and an old one may
 * leave once nothing is sealed with it any more.
 *
 * Sealed: version (1 byte), length of the key's id (1), key's id, nonce (12), tag (16), ciphertext. What stands before the
 * nonce, and the context in which the record belongs, are authenticated: moved to another place it does not open.
 */
export class KeyRing {
  readonly #keys: ReadonlyMap<string, Keys>;
  readonly #newest: string | undefined;

  constructor(keys: readonly NamedKey[]) {
    this.#keys = new Map(
      keys.map(({ id, hex }) => [id, { sealing: derive(hex, 'seal'), marking: derive(hex, 'mark') }]),
    );
    this.#newest = keys[0]?.id;
  }

  /** The id of the key that writes. Throws CannotOpen where there is none, as on a follower without the setting. */
  get newest(): string {
    if (this.#newest === undefined) throw new CannotOpen('key_missing');
    return this.#newest;
  }

  seal(plain: Uint8Array, context: string): Buffer {
    const id = Buffer.from(this.newest);
    const header = Buffer.concat([Buffer.from([VERSION, id.length]), id]);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key(this.newest).sealing, nonce);
    cipher.setAAD(Buffer.concat([header, Buffer.from(context)]));
    const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([header, nonce, cipher.getAuthTag(), ciphertext]);
  }

  /** Throws CannotOpen. */
  open(sealed: Buffer, context: string): Buffer {
    const [version, idLength = 0] = sealed;
    const header = sealed.subarray(0, 2 + idLength);
    const nonce = sealed.subarray(header.length, header.length + NONCE_BYTES);
    const tag = sealed.subarray(header.length + NONCE_BYTES, header.length + NONCE_BYTES + TAG_BYTES);
    if (version !== VERSION || tag.length !== TAG_BYTES) throw new CannotOpen('damaged');
    const { sealing } = this.#key(header.subarray(2).toString());
    const decipher = createDecipheriv('aes-256-gcm', sealing, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.concat([header, Buffer.from(context)]));
    decipher.setAuthTag(tag);
    try {
      return Buffer.concat([
        decipher.update(sealed.subarray(header.length + NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]);
    } catch {
      throw new CannotOpen('damaged');
    }
  }

  /** A keyed hash by which the same content is known again, and nothing can be guessed without the key. */
  mark(content: Uint8Array | string): Buffer {
    return hmac(this.#key(this.newest), content);
  }

  /** The marks that the content may have been given, under any of the keys. */
  marks(content: Uint8Array | string): Buffer[] {
    return [...this.#keys.values()].map((key) => hmac(key, content));
  }

  #key(id: string): Keys {
    const key = this.#keys.get(id);
    if (key === undefined) throw new CannotOpen('key_missing');
    return key;
  }
}

const hmac = ({ marking }: Keys, content: Uint8Array | string): Buffer =>
  createHmac('sha256', marking).update(content).digest();

const derive = (hex: string, use: 'seal' | 'mark'): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(hex, 'hex'), '', `vitrine kyc ${use}`, 32));
