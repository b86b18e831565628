import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './repository.ts';

export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly license: string;
  readonly hasHash: boolean;
}

interface Component {
  readonly 'bom-ref': string;
  readonly properties?: readonly { readonly name: string }[];
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly hashes?: readonly unknown[];
  readonly licenses?: readonly { readonly expression?: string; readonly license?: { id?: string; name?: string } }[];
}

interface Bill {
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** The CycloneDX bill of materials as JSON: the dependencies in production, on any operating system. */
export function softwareBill(): string {
  const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.stringify(withoutDevelopment(JSON.parse(text)), null, 2);
}

/**
 * Removes development dependencies. npm's own `--omit dev` would also omit packages, such as pg, that both production
 * and a development tool need.
 */
function withoutDevelopment(bill: Bill): Bill {
  const components = bill.components.filter(
    ({ properties = [] }) => !properties.some(({ name }) => name === 'cdx:npm:package:development'),
  );
  const dropped = new Set(bill.components.filter((one) => !components.includes(one)).map((one) => one['bom-ref']));
  const dependencies = bill.dependencies
    .filter(({ ref }) => !dropped.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => !dropped.has(one)) }));
  return { ...bill, components, dependencies };
}

/** The third-party packages in a bill of materials. */
export function thirdParties(bill: string): ThirdParty[] {
  const { components } = JSON.parse(bill) as Bill;
  return components
    .filter(({ version, hashes }) => version !== '0.1.0' || hashes !== undefined)
    .map(({ name, group, version, licenses = [], hashes = [] }) => ({
      name: group === undefined ? name : `${group}/${name}`,
      version,
      license: licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name).join(' AND '),
      hasHash: hashes.length > 0,
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/**
 * The name, license and license text of each package. The text is included only if the package is installed on this
 * system.
 */
export const notices = (parties: readonly ThirdParty[]): string =>
  parties.map((party) => `${party.name} ${party.version}: ${party.license}\n\n${licenseText(party.name)}`).join('\n\n');

function licenseText(name: string): string {
  const folder = join(repositoryRoot, 'node_modules', name);
  try {
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    return file === undefined
      ? 'The package does not include the text of its license.'
      : readFileSync(join(folder, file), 'utf8');
  } catch {
    return 'Not installed on this system.';
  }
}
