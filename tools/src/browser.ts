import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.ts';
import { unpackBrowser, unpackedBrowser } from './unpacked-browser.ts';

/** Program names in order of preference: the headless shell is a quarter faster. */
const browserNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
/** The distribution's packages in order of preference; the first one that is available is installed. */
const packages = ['chromium-headless-shell', 'chromium'];

const howToInstall =
  'The browser tests need Chromium or Chrome. Install it (on Debian: sudo apt-get install chromium) ' +
  'or set CHROME_PATH to the path of an installed one.';

let finding: Promise<string> | undefined;

/**
 * The path of a Chromium or Chrome. If a Debian-like system has none, installs the distribution's package (as root), or
 * unpacks it below .cache (as another user). If neither works, throws with instructions for installing one. Later calls
 * return the result of the first.
 */
export function findBrowser(): Promise<string> {
  finding ??= findOrFetch();
  return finding;
}

async function findOrFetch(): Promise<string> {
  const present = browserPath(process.env) ?? unpackedBrowser() ?? (await fetchBrowser());
  if (present === undefined) throw new Error(howToInstall);
  return present;
}

async function fetchBrowser(): Promise<string | undefined> {
  if (findOnPath(['apt-get'], process.env.PATH) === undefined) return undefined;
  console.log('No Chromium or Chrome was found: fetching the distribution’s package ...');
  if (process.getuid?.() !== 0) return unpackBrowser();
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { environment });
  for (const name of packages) {
    const exitCode = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { environment });
    if (exitCode === 0) break;
  }
  return browserPath(process.env);
}

/**
 * CHROME_PATH if it is set, otherwise the first browser found on PATH. Throws if CHROME_PATH names no program: a wrong
 * setting is reported, not ignored.
 */
export function browserPath(environment: NodeJS.ProcessEnv): string | undefined {
  const chosen = environment.CHROME_PATH;
  if (chosen === undefined || chosen === '') return findOnPath(browserNames, environment.PATH);
  if (!isProgram(chosen)) throw new Error(`CHROME_PATH names ${chosen}, which is not an executable program.`);
  return chosen;
}

function findOnPath(names: readonly string[], searchPath = ''): string | undefined {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
