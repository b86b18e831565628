import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const PREFIX = 'vitrine-power-cut-';
/** CAP_SYS_ADMIN, without which even root may not mount a file system. */
const MOUNT_CAPABILITY = 1n << 21n;
/** The size of the xfs file system: a sparse file, of which only a tenth is actually written. */
const SHELF_SIZE = '6G';
const DISK_SIZE = '1500M';
const RELEASE_ATTEMPTS = 50;

const run = promisify(execFile);

/** Why this machine cannot create a PowerCutDisk; undefined if it can. */
export function whyNoPowerCut(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'root access on Linux is required';
  const [, effective = '0'] = /^CapEff:\s*(\w+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  if ((BigInt(`0x${effective}`) & MOUNT_CAPABILITY) === 0n) return 'root cannot mount file systems here';
  for (const [program, argument] of [
    ['mkfs.xfs', '-V'],
    ['mkfs.ext4', '-V'],
    ['losetup', '--find'],
  ] as const)
    if (spawnSync(program, [argument]).status !== 0) return `${program} does not work here`;
  return undefined;
}

/**
 * A disk whose power can be cut: an ext4 file system in a file on xfs. The power is cut by copying that file, which xfs
 * does instantly (reflink): the copy contains what ext4 had sent to its disk by then, without the data that was written
 * but not flushed.
 */
export class PowerCutDisk {
  /** Where the disk is mounted. */
  readonly path: string;
  readonly #folder: string;
  readonly #mounted: string[] = [];

  static async make(): Promise<PowerCutDisk> {
    await removeLeftovers();
    const disk = new PowerCutDisk(mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`)));
    try {
      await disk.#make();
      return disk;
    } catch (error) {
      await disk.remove();
      throw error;
    }
  }

  private constructor(folder: string) {
    this.#folder = folder;
    this.path = join(folder, 'disk');
  }

  async #make(): Promise<void> {
    const [shelfFile, diskFile] = [join(this.#folder, 'shelf.xfs'), this.#fileOf('disk')];
    await run('truncate', ['-s', SHELF_SIZE, shelfFile]);
    await run('mkfs.xfs', ['-q', '-m', 'reflink=1', shelfFile]);
    await this.#mount(shelfFile, join(this.#folder, 'shelf'));
    await run('truncate', ['-s', DISK_SIZE, diskFile]);
    await run('mkfs.ext4', ['-q', '-F', diskFile]);
    await this.#mount(diskFile, this.path);
  }

  /** Copies the disk in the state that it would have if the power failed now. `open` mounts the copy. */
  async cut(name: string): Promise<void> {
    await run('cp', ['--reflink=always', this.#fileOf('disk'), this.#fileOf(name)]);
  }

  /** Mounts a copy that `cut` made, as the machine would at its next start. Returns the path of the mounted copy. */
  async open(name: string): Promise<string> {
    const path = join(this.#folder, name);
    await this.#mount(this.#fileOf(name), path);
    return path;
  }

  /** Unmounts and removes everything. */
  async remove(): Promise<void> {
    for (const path of this.#mounted.splice(0).reverse()) await unmount(path);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #fileOf(name: string): string {
    return join(this.#folder, 'shelf', `${name}.img`);
  }

  async #mount(file: string, path: string): Promise<void> {
    mkdirSync(path);
    await run('mount', ['-o', 'loop', file, path]);
    this.#mounted.push(path);
  }
}

/** Unmounts a disk. Tries several times, because processes that have just ended may still use the disk for a moment. */
async function unmount(path: string): Promise<void> {
  for (let attempt = 0; attempt < RELEASE_ATTEMPTS; attempt += 1) {
    if (spawnSync('umount', [path]).status === 0) return rmdirSync(path);
    await sleep(100);
  }
  spawnSync('umount', ['--lazy', path]);
}

/**
 * Removes the mounts and files of earlier processes that have ended: a folder's name contains the id of the process
 * that created it.
 */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (Number.isNaN(owner) || existsSync(`/proc/${owner}`)) continue;
    const folder = join(tmpdir(), name);
    const mounts = readFileSync('/proc/mounts', 'utf8').match(new RegExp(`${folder}/\\S+`, 'g')) ?? [];
    for (const path of mounts.reverse()) spawnSync('umount', ['--lazy', path]);
    rmSync(folder, { recursive: true, force: true });
  }
}
