import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { accountPath, type KeyStore, xpubFingerprint } from '@vitrine/chains';
import { Journal } from './journal.ts';

/** The first line of a journal. */
export interface JournalStart {
  readonly begunAtMs: number;
  /** `keysName` of the keys that this journal belongs to. */
  readonly keys: string;
}

export const journalPath = (dataDir: string): string => join(dataDir, 'journal');

/** Identifies keys without revealing them. */
export async function keysName(keys: KeyStore): Promise<string> {
  return xpubFingerprint(await keys.accountXpub(accountPath('evm', 'hot')));
}

/** Begins the journal of these keys; returns its path. Throws SignerStartError if there already is one. */
export async function beginJournal(dataDir: string, keys: KeyStore): Promise<string> {
  const path = journalPath(dataDir);
  const start: JournalStart = { begunAtMs: Date.now(), keys: await keysName(keys) };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  Journal.begin(path, start);
  return path;
}
