import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryName, writeDurably } from '../files/durable-file.ts';
import type { Blobs } from './blobs.ts';

const NAME = /^[a-z0-9-]{1,64}$/;

/** Files in a folder that only this process's user may enter. */
export class FolderBlobs implements Blobs {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(name);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeDurably(path, bytes);
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
    await rm(temporaryName(this.#path(name)), { force: true });
  }

  #path(name: string): string {
    if (!NAME.test(name)) throw new Error('a name that leads out of the folder');
    return join(this.#folder, name);
  }
}
