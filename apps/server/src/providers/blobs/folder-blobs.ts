import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs } from './blobs.ts';

const NAME = /^[a-z0-9-]{1,64}$/;

/** Files in a folder that only this process's user may enter. */
export class FolderBlobs implements Blobs {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Written beside its place and moved there once it is on the disk: a crash leaves no half of a file. */
  async put(name: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(name);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = await open(`${path}.new`, 'w', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.new`, path);
    await this.#syncFolder();
  }

  async get(name: string): Promise<Buffer | undefined> {
    try {
      return await readFile(this.#path(name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async erase(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
    await rm(`${this.#path(name)}.new`, { force: true });
  }

  #path(name: string): string {
    if (!NAME.test(name)) throw new Error('a name that leads out of the folder');
    return join(this.#folder, name);
  }

  /** The move itself is only durable with the folder. */
  async #syncFolder(): Promise<void> {
    const folder = await open(this.#folder, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}
