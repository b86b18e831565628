import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverageReport } from './coverage.ts';
import { apiReference, errorReference } from './reference.ts';
import { repositoryRoot, repositoryTexts } from './repository.ts';
import { whereIsWhat } from './where-is-what.ts';
import { withdrawalStates } from './withdrawal-states.ts';

/** The generated pages: path relative to the repository → text. */
export function generatedDocs(): Readonly<Record<string, string>> {
  const streamSource = readFileSync(join(repositoryRoot, 'packages/contract/src/stream.ts'), 'utf8');
  return {
    'docs/errors.md': errorReference(),
    'docs/api.md': apiReference(streamSource),
    'docs/where-is-what.md': whereIsWhat(repositoryTexts()),
    'docs/coverage.md': coverageReport(repositoryTexts()),
    'docs/withdrawal-states.md': withdrawalStates(repositoryTexts()),
  };
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(generatedDocs())) {
    writeFileSync(join(repositoryRoot, path), text);
    console.log(`${path}: written`);
  }
}
