import { execFile } from 'node:child_process';
import { repositoryRoot } from './repository.ts';

/** Known vulnerabilities in the installed packages. */
export interface Advisories {
  /** One line per package: name, severity, what is wrong. */
  readonly findings: readonly string[];
  /** Why there is no report from the registry; undefined if there is one. */
  readonly failure: string | undefined;
}

interface Report {
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>;
  readonly message?: string;
  readonly error?: { readonly summary?: string };
}

interface Vulnerability {
  readonly severity: string;
  /** An advisory, or the name of the dependency that is the cause. */
  readonly via: readonly (string | { readonly title: string; readonly url: string })[];
}

/** Queries the registry, by default npm's, for advisories on production dependencies. */
export async function readAdvisories(registry?: string): Promise<Advisories> {
  const other = registry === undefined ? [] : ['--registry', registry];
  // The exit code is ignored, because it is 1 both for findings and for an unreachable registry.
  const text = await outputOf('npm', ['audit', '--json', '--omit', 'dev', '--package-lock-only', ...other]);
  const report = parseReport(text);
  if (report?.vulnerabilities === undefined) {
    return { findings: [], failure: report?.message || report?.error?.summary || 'npm audit printed no report' };
  }
  return { findings: Object.entries(report.vulnerabilities).map(findingOf), failure: undefined };
}

function findingOf([name, { severity, via }]: [string, Vulnerability]): string {
  const causes = via.map((cause) => (typeof cause === 'string' ? `through ${cause}` : `${cause.title} (${cause.url})`));
  return `${name}: ${severity}: ${causes.join('; ')}`;
}

function parseReport(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}

const outputOf = (command: string, commandArguments: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const options = { cwd: repositoryRoot, maxBuffer: 64 * 1024 * 1024, timeout: 120_000 };
    execFile(command, commandArguments, options, (_error, stdout) => resolve(stdout));
  });
