import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isTemporary, writeDurably } from '../files/durable-file.ts';
import type { Blobs } from './blobs.ts';

const NAME = /^[a-z0-9-]{1,64}$/;

/** Stores files in a folder that only this process's user may enter. */
export class FolderBlobs implements Blobs {
  readonly #folder: string;
  #swept: Promise<void> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(name);
    await this.#ready();
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
    await this.#ready();
    await rm(this.#path(name), { force: true });
  }

  /**
   * Prepares the folder before the first change, and not when the server starts: only the leader makes changes, while
   * other servers may read the same folder.
   */
  #ready(): Promise<void> {
    this.#swept ??= this.#sweep().catch((error: unknown) => {
      this.#swept = undefined;
      throw error;
    });
    return this.#swept;
  }

  /** Deletes temporary files left by interrupted writes. */
  async #sweep(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const left = (await readdir(this.#folder)).filter(isTemporary);
    for (const name of left) await rm(join(this.#folder, name), { force: true });
  }

  #path(name: string): string {
    if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} is not a valid blob name`);
    return join(this.#folder, name);
  }
}
