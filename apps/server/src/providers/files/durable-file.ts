import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';

/**
 * Replaces a file: written under a temporary name, flushed, renamed, and the folder flushed too. After a power cut the file has
 * the old content or the new one, never a part of it. Only this process's user may read it.
 */
export function writeDurablySync(path: string, content: string): void {
  const file = openSync(temporaryName(path), 'w', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporaryName(path), path);
  syncFolder(dirname(path));
}

/** Flushed one by one: what else the disk has to make durable meanwhile waits for one of them, not for the whole file. */
const PIECE_BYTES = 256 * 1024;

/** As `writeDurablySync`, without holding up the thread. */
export async function writeDurably(path: string, content: Uint8Array): Promise<void> {
  const file = await open(temporaryName(path), 'w', 0o600);
  try {
    for (let at = 0; at < content.length; at += PIECE_BYTES) {
      await file.writeFile(content.subarray(at, at + PIECE_BYTES));
      await file.datasync();
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporaryName(path), path);
  if (!canSyncFolders) return;
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** What a write that was interrupted leaves behind. */
export const temporaryName = (path: string): string => `${path}.new`;

/** A new or renamed entry is durable only with its folder. */
export function syncFolder(path: string): void {
  if (!canSyncFolders) return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Windows opens no folders. */
const canSyncFolders = process.platform !== 'win32';
