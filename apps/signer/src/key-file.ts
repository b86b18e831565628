import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { syncFolder } from './journal.ts';
import { SignerStartError } from './signer-start-error.ts';

/** scrypt's cost: 128 MiB and about half a second, once at each start. */
const cost = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 } as const;
const NAME = 'vitrine signer keys 1';
const SEED_BYTES = 32;

/** A seed sealed with a passphrase: AES-256-GCM with a key from scrypt. All fields except `name` are hexadecimal. */
interface KeyFile {
  readonly name: string;
  readonly salt: string;
  readonly iv: string;
  readonly tag: string;
  readonly seed: string;
}

/** Creates a seed in a new file that only its owner may read. Returns the seed. Throws if the file exists. */
export function createKeyFile(path: string, passphrase: string): Uint8Array {
  const seed = randomBytes(SEED_BYTES);
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, `${JSON.stringify(seal(seed, passphrase), null, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  syncFolder(path);
  return seed;
}

/** The seed in the file. Throws SignerStartError. */
export function openKeyFile(path: string, passphrase: string): Uint8Array {
  const file = readKeyFile(path);
  const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, bytes(file.salt)), bytes(file.iv));
    decipher.setAAD(Buffer.from(NAME)).setAuthTag(bytes(file.tag));
    return Buffer.concat([decipher.update(bytes(file.seed)), decipher.final()]);
  } catch {
    throw new SignerStartError(`The passphrase of ${path} is wrong, or the file is damaged.`);
  }
}

function seal(seed: Uint8Array, passphrase: string): KeyFile {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), iv).setAAD(Buffer.from(NAME));
  const sealed = Buffer.concat([cipher.update(seed), cipher.final()]);
  const hex = (bytes: Buffer): string => bytes.toString('hex');
  return { name: NAME, salt: hex(salt), iv: hex(iv), tag: hex(cipher.getAuthTag()), seed: hex(sealed) };
}

function keyOf(passphrase: string, salt: Buffer): Buffer {
  return scryptSync(passphrase.normalize('NFKC'), salt, 32, cost);
}

function readKeyFile(path: string): KeyFile {
  const fields = ['salt', 'iv', 'tag', 'seed'] as const;
  const file = parsed(path);
  const isWhole = file?.name === NAME && fields.every((field) => /^[0-9a-f]+$/.test(String(file[field])));
  if (!isWhole) throw new SignerStartError(`${path} is not a signer key file.`);
  return file as unknown as KeyFile;
}

function parsed(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw new SignerStartError(`The key file ${path} cannot be read: ${(error as Error).message}`);
  }
}
