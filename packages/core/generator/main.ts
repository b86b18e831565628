import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedSources } from './sources.ts';

for (const [path, text] of Object.entries(generatedSources())) {
  writeFileSync(join(import.meta.dirname, '..', path), text);
  console.log(`packages/core/${path}: written`);
}
