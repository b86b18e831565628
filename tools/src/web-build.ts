import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf } from './build-fingerprint.ts';
import { repositoryRoot } from './repository.ts';
import { run } from './run.ts';

/**
 * The folders and files on which each app depends, besides its own folder; the lock file stands for all installed
 * packages.
 */
const sharedFolders = ['packages/ui', 'packages/contract', 'packages/money', 'packages/addresses'];
const sharedFiles = [
  'package-lock.json',
  'tsconfig.base.json',
  'tools/src/chart-library.ts',
  'tools/src/chunks.ts',
  'tools/src/class-names.ts',
  'tools/src/compress-build.ts',
  'tools/src/fill-in-english.ts',
  'tools/src/locale-texts.ts',
];
const cacheFolder = join(repositoryRoot, '.cache');

/** The browser apps. Each is a folder in apps/. */
const webApps = ['web', 'console'] as const;
type WebApp = (typeof webApps)[number];

/**
 * Builds each app into its dist folder if a source has changed since its last build. The new build replaces the old one
 * as a whole, so that a running server never serves parts of both.
 */
export async function ensureWebBuild(): Promise<void> {
  await Promise.all(webApps.map(ensureBuildOf));
}

async function ensureBuildOf(app: WebApp): Promise<void> {
  const folder = join(repositoryRoot, 'apps', app);
  const builtFolder = join(folder, 'dist');
  const fingerprintFile = join(cacheFolder, `${app}-build.sha256`);
  const fingerprint = fingerprintOf([`apps/${app}`, ...sharedFolders], sharedFiles);
  if (existsSync(join(builtFolder, 'index.html')) && lastFingerprint(fingerprintFile) === fingerprint) return;
  console.log(`Building apps/${app} ...`);
  mkdirSync(cacheFolder, { recursive: true });
  const freshFolder = join(cacheFolder, `${app}-build-${process.pid}`);
  const retiredFolder = join(cacheFolder, `${app}-build-${process.pid}-retired`);
  const arguments_ = ['build', '--outDir', freshFolder, '--emptyOutDir', '--logLevel', 'warn'];
  if ((await run('vite', arguments_, { folder })) !== 0) {
    rmSync(freshFolder, { recursive: true, force: true });
    throw new Error(`apps/${app} could not be built; see the output above.`);
  }
  if (existsSync(builtFolder)) renameSync(builtFolder, retiredFolder);
  renameSync(freshFolder, builtFolder);
  rmSync(retiredFolder, { recursive: true, force: true });
  writeFileSync(fingerprintFile, fingerprint);
}

function lastFingerprint(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

if (import.meta.main) await ensureWebBuild();
