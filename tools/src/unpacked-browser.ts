import { chmodSync, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './repository.ts';
import { run } from './run.ts';

const folder = join(repositoryRoot, '.cache/chromium');
const launcher = join(folder, 'chromium');

/** The browser that an earlier run of `unpackBrowser` unpacked. */
export function unpackedBrowser(): string | undefined {
  return existsSync(launcher) ? launcher : undefined;
}

/**
 * Downloads the distribution's Chromium and the libraries it lacks, and unpacks them below .cache: for users who
 * cannot install packages. Returns the program's path, or undefined if that failed.
 */
export async function unpackBrowser(): Promise<string | undefined> {
  const state = join(folder, 'state');
  const cache = join(folder, 'cache');
  const unpacked = join(folder, 'unpacked');
  for (const needed of [join(state, 'lists/partial'), join(cache, 'archives/partial'), unpacked]) {
    mkdirSync(needed, { recursive: true });
  }
  // apt-get reads the system's list of installed packages, but writes only to our own folders.
  const options = [
    `Dir::State=${state}`,
    'Dir::State::status=/var/lib/dpkg/status',
    `Dir::Cache=${cache}`,
    'Debug::NoLocking=1',
  ].flatMap((option) => ['-o', option]);
  const fetchOnly = ['install', '-y', '-q', '--download-only', '--no-install-recommends', 'chromium'];
  if ((await run('apt-get', [...options, 'update', '-q'])) !== 0) return undefined;
  if ((await run('apt-get', [...options, ...fetchOnly])) !== 0) return undefined;
  for (const archive of globSync(join(cache, 'archives/*.deb'))) {
    if ((await run('dpkg-deb', ['-x', archive, unpacked])) !== 0) return undefined;
  }
  const program = join(unpacked, 'usr/lib/chromium/chromium');
  if (!existsSync(program)) return undefined;
  writeLauncher(unpacked, program);
  return launcher;
}

function writeLauncher(unpacked: string, program: string): void {
  const libraries = globSync([join(unpacked, 'usr/lib/*-linux-gnu{,/nss}'), join(unpacked, 'lib/*-linux-gnu')]);
  writeFileSync(launcher, `#!/bin/sh\nLD_LIBRARY_PATH='${libraries.join(':')}' exec '${program}' "$@"\n`);
  chmodSync(launcher, 0o755);
}
