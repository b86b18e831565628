import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { SignerStartError } from './signer-start-error.ts';

const START = '0'.repeat(32);
/** The number of hexadecimal digits in the hash at the start of each line. */
const HASH_DIGITS = 32;

/**
 * Entries in an append-only file, one per line: a hash of the previous line and this entry, then the entry as JSON.
 * `append` returns only once the entry is on disk. An incomplete last line, as left by a crash, is removed; any other
 * fault prevents startup.
 */
export class Journal<E> {
  readonly #file: number;
  readonly #path: string;
  #hash: string;
  #size: number;
  /** After a failed write the file's content is unknown, so nothing more is appended. */
  #isBroken = false;

  private constructor(path: string, file: number, hash: string, size: number) {
    this.#path = path;
    this.#file = file;
    this.#hash = hash;
    this.#size = size;
  }

  /** Creates the file with its first entry. Throws SignerStartError if the file already contains a journal. */
  static begin<E>(path: string, first: E): void {
    const file = openSync(path, 'a+', 0o600);
    if (readFileSync(path).includes('\n'))
      throw new SignerStartError(`${path} already contains a journal: this command does not replace it.`);
    ftruncateSync(file, 0);
    syncFolder(path);
    const journal = new Journal<E>(path, file, START, 0);
    journal.append(first);
    journal.close();
  }

  /** Opens the file, and calls `onEntry` for each entry in order. Throws SignerStartError. */
  static open<E>(path: string, onEntry: (entry: E) => void): Journal<E> {
    const file = openExisting(path);
    const content = readFileSync(path);
    const size = content.lastIndexOf('\n') + 1;
    // A lost journal must not look like a first start.
    if (size === 0) throw noJournal(path);
    const hash = replay(content.subarray(0, size).toString('utf8'), path, onEntry);
    if (size < content.length) {
      ftruncateSync(file, size);
      fsyncSync(file);
    }
    return new Journal<E>(path, file, hash, size);
  }

  append(entry: E): void {
    if (this.#isBroken) throw new Error(`an earlier write to ${this.#path} failed: restart the signer`);
    const json = JSON.stringify(entry);
    const hash = chained(this.#hash, json);
    const line = Buffer.from(`${hash} ${json}\n`);
    this.#isBroken = true;
    const size = this.#size + line.length;
    if (writeSync(this.#file, line) !== line.length)
      throw new Error(`${this.#path}: a line was only partially written`);
    fsyncSync(this.#file);
    // If two processes write to one journal, at least one of them detects the other's lines.
    if (fstatSync(this.#file).size !== size) throw new Error(`${this.#path} is being written to by another process`);
    this.#isBroken = false;
    this.#hash = hash;
    this.#size = size;
  }

  close(): void {
    this.#isBroken = true;
    closeSync(this.#file);
  }
}

function openExisting(path: string): number {
  try {
    return openSync(path, constants.O_RDWR | constants.O_APPEND);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? noJournal(path) : error;
  }
}

function noJournal(path: string): SignerStartError {
  return new SignerStartError(
    `There is no journal at ${path}: restore it from its backup or, only if these keys have never signed anything, create one with npm run signer:begin-journal.`,
  );
}

/** Calls `onEntry` for each entry; returns the hash of the last line. */
function replay<E>(text: string, path: string, onEntry: (entry: E) => void): string {
  let hash = START;
  const lines = text.split('\n').slice(0, -1);
  for (const [index, line] of lines.entries()) {
    const json = line.slice(HASH_DIGITS + 1);
    hash = chained(hash, json);
    if (line.slice(0, HASH_DIGITS) !== hash)
      throw new SignerStartError(
        `Line ${index + 1} of ${path} is damaged, or its hash does not match the previous line: find out what changed the file, and restore it from a backup before you start the signer.`,
      );
    onEntry(JSON.parse(json) as E);
  }
  return hash;
}

function chained(before: string, json: string): string {
  return createHash('sha256').update(`${before} ${json}`).digest('hex').slice(0, HASH_DIGITS);
}

/** Writes a folder to disk: a new file survives a crash only once its folder is on disk. */
export function syncFolder(path: string): void {
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
