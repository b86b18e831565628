import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';

const TEMPORARY = '.new';

/**
 * Replaces a file: writes it under a temporary name, flushes it, renames it, and then flushes the folder. After a power
 * cut, the file has either the old or the new content, never a part of it. Only this process's user may read it.
 */
export function writeDurablySync(path: string, content: string): void {
  // The temporary name is always the same, so that the next write replaces what an interrupted write has left behind.
  const temporary = path + TEMPORARY;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  syncFolder(dirname(path));
}

/**
 * The size of the pieces in which a file is written and flushed, so that other disk flushes wait for one piece rather
 * than for the whole file.
 */
const PIECE_BYTES = 256 * 1024;

/**
 * Like `writeDurablySync`, without blocking the thread. If a file is written twice at the same time, the write that
 * ends last wins.
 */
export async function writeDurably(path: string, content: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomUUID()}${TEMPORARY}`;
  try {
    await writeFlushed(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  if (!canSyncFolders) return;
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function writeFlushed(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    for (let at = 0; at < content.length; at += PIECE_BYTES) {
      await file.writeFile(content.subarray(at, at + PIECE_BYTES));
      await file.datasync();
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Whether the name is that of a temporary file, either of a write in progress or left behind by a killed process. */
export const isTemporary = (name: string): boolean => name.endsWith(TEMPORARY);

/** Flushes a folder: a new or renamed entry is durable only once its folder is flushed. */
export function syncFolder(path: string): void {
  if (!canSyncFolders) return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Windows cannot open folders. */
const canSyncFolders = process.platform !== 'win32';
