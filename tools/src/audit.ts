import process from 'node:process';
import { readAdvisories } from './advisories.ts';
import { inspectLock, readLock } from './lock-file.ts';
import { notices, softwareBill, thirdParties } from './third-party.ts';

const usage = `Audits the packages that production installs.

  npm run audit                 all of the following
  npm run audit -- bill         the bill of materials (CycloneDX, JSON)
  npm run audit -- notices      the licenses, with their texts
  npm run audit -- lock         packages with an install script, and packages without a hash in package-lock.json
  npm run audit -- advisories   known vulnerabilities, from the package registry; separate because it needs the network

Exits with status 1 if a package would be installed without checking its hash, if a vulnerability is known, or if the
registry could not be queried.
`;

const [part] = process.argv.slice(2);
if (part === 'advisories') {
  process.stdout.write(await advisoryReport());
} else if (part !== undefined && !['bill', 'notices', 'lock'].includes(part)) {
  process.stdout.write(usage);
  process.exitCode = part === '--help' ? 0 : 1;
} else {
  const wants = (name: string): boolean => part === undefined || part === name;
  const bill = wants('bill') || wants('notices') ? softwareBill() : '';
  if (wants('bill')) process.stdout.write(bill);
  if (wants('notices')) process.stdout.write(`\n${notices(thirdParties(bill))}\n`);
  if (wants('lock')) process.stdout.write(`\n${lockReport()}`);
}

async function advisoryReport(): Promise<string> {
  const { findings, failure } = await readAdvisories();
  if (failure !== undefined || findings.length > 0) process.exitCode = 1;
  if (failure !== undefined) return `The registry could not be queried for advisories: ${failure}\n`;
  return `Known vulnerabilities:\n${findings.map((finding) => `  ${finding}\n`).join('') || '  none\n'}`;
}

function lockReport(): string {
  const { installScripts, unverified, unverifiedTools } = inspectLock(readLock());
  if (unverified.length > 0) process.exitCode = 1;
  return [
    ['With an install script (npm runs those that allowScripts in package.json names)', installScripts],
    ['Without a hash in package-lock.json, so that npm installs them unchecked', unverified],
    ['Without a hash: development tools for other systems', unverifiedTools],
  ]
    .map(
      ([title, names]) =>
        `${title}:\n${
          [names]
            .flat()
            .map((name) => `  ${name}\n`)
            .join('') || '  none\n'
        }`,
    )
    .join('\n');
}
