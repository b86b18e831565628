import {
  type Cipheriv,
  createCipheriv,
  createDecipheriv,
  createHmac,
  type Decipheriv,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../kit/api-error.ts';

/** A key from the settings: its id, which is stored with everything that it seals, and its 32 bytes in hexadecimal. */
export interface NamedKey {
  readonly id: string;
  readonly hex: string;
}

/**
 * The sealed data cannot be opened: its key is not in the settings, or its bytes or context differ from what was
 * sealed.
 */
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
 * Seals personal data with AES-256-GCM. The first key encrypts, and all of them decrypt: a new key is added in front,
 * and an old one can be removed once nothing is encrypted with it.
 *
 * The format is: version (1 byte), length of the key's id (1), the key's id, nonce (12), tag (16), ciphertext. The
 * record's context and the bytes before the nonce are authenticated too, so sealed data that was moved to another
 * record cannot be opened.
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

  /** The id of the key that encrypts. Throws CannotOpen if there are no keys, as on a follower without the setting. */
  get newest(): string {
    if (this.#newest === undefined) throw new CannotOpen('key_missing');
    return this.#newest;
  }

  seal(plain: Uint8Array, context: string): Buffer {
    const { head, cipher } = this.#sealing(context);
    const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([head, cipher.getAuthTag(), ciphertext]);
  }

  /** Like `seal`, for a file: yields to other work between pieces. */
  async sealFile(plain: Buffer, context: string): Promise<Buffer> {
    const { head, cipher } = this.#sealing(context);
    const sealed = Buffer.allocUnsafeSlow(head.length + TAG_BYTES + plain.length);
    head.copy(sealed);
    await throughPieces(cipher, plain, sealed.subarray(head.length + TAG_BYTES));
    cipher.final();
    cipher.getAuthTag().copy(sealed, head.length);
    return sealed;
  }

  /** Decrypts data that was sealed for this context. Throws CannotOpen. */
  open(sealed: Buffer, context: string): Buffer {
    const { decipher, ciphertext } = this.#opening(sealed, context);
    return Buffer.concat([decipher.update(ciphertext), finished(decipher)]);
  }

  /** Like `open`, for a file and in place: the sealed bytes are overwritten. Rejects with CannotOpen. */
  async openFile(sealed: Buffer, context: string): Promise<Buffer> {
    const { decipher, ciphertext } = this.#opening(sealed, context);
    await throughPieces(decipher, ciphertext, ciphertext);
    finished(decipher);
    return ciphertext;
  }

  /**
   * A keyed hash by which equal content is recognized; nothing about the content can be guessed from it without the
   * key.
   */
  mark(content: Uint8Array | string): Buffer {
    return hmac(this.#key(this.newest), content);
  }

  /** The `mark` of the content under each of the keys. */
  marks(content: Uint8Array | string): Buffer[] {
    return [...this.#keys.values()].map((key) => hmac(key, content));
  }

  /** Prepares to seal. `head` contains the bytes before the tag. */
  #sealing(context: string) {
    const id = Buffer.from(this.newest);
    const header = Buffer.concat([Buffer.from([VERSION, id.length]), id]);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key(this.newest).sealing, nonce);
    cipher.setAAD(Buffer.concat([header, Buffer.from(context)]));
    return { head: Buffer.concat([header, nonce]), cipher };
  }

  #opening(sealed: Buffer, context: string) {
    const [version, idLength = 0] = sealed;
    const header = sealed.subarray(0, 2 + idLength);
    const nonce = sealed.subarray(header.length, header.length + NONCE_BYTES);
    const tag = sealed.subarray(header.length + NONCE_BYTES, header.length + NONCE_BYTES + TAG_BYTES);
    if (version !== VERSION || tag.length !== TAG_BYTES) throw new CannotOpen('damaged');
    const { sealing } = this.#key(header.subarray(2).toString());
    const decipher = createDecipheriv('aes-256-gcm', sealing, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.concat([header, Buffer.from(context)]));
    decipher.setAuthTag(tag);
    return { decipher, ciphertext: sealed.subarray(header.length + NONCE_BYTES + TAG_BYTES) };
  }

  #key(id: string): Keys {
    const key = this.#keys.get(id);
    if (key === undefined) throw new CannotOpen('key_missing');
    return key;
  }
}

/** Files are encrypted and decrypted in pieces of this size. Each piece takes less than half a millisecond. */
const PIECE_BYTES = 128 * 1_024;

async function throughPieces(cipher: Cipheriv | Decipheriv, from: Buffer, into: Buffer): Promise<void> {
  for (let at = 0; at < from.length; at += PIECE_BYTES) {
    if (at > 0) await nextTurn();
    cipher.update(from.subarray(at, at + PIECE_BYTES)).copy(into, at);
  }
}

function finished(decipher: Decipheriv): Buffer {
  try {
    return decipher.final();
  } catch {
    throw new CannotOpen('damaged');
  }
}

const hmac = ({ marking }: Keys, content: Uint8Array | string): Buffer =>
  createHmac('sha256', marking).update(content).digest();

const derive = (hex: string, use: 'seal' | 'mark'): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(hex, 'hex'), '', `vitrine kyc ${use}`, 32));

/** The content of a sealed file. Errors: unavailable. */
export const openedFile = (ring: KeyRing, sealed: Buffer, context: string): Promise<Buffer> =>
  ring.openFile(sealed, context).catch(unavailableWithoutKey);

/**
 * Throws `unavailable` if the key is missing, as on a follower without the setting. Any other error is thrown again, so
 * that damaged data is reported as an internal error.
 */
export function unavailableWithoutKey(error: unknown): never {
  if (error instanceof CannotOpen && error.because === 'key_missing') throw new ApiError('unavailable');
  throw error;
}
