import process from 'node:process';
import { beginJournal } from './journal-start.ts';
import { openKeys } from './open-keys.ts';
import { readJournalSettings } from './settings.ts';
import { SignerStartError } from './signer-start-error.ts';

// An operator runs this program once, before the signer's first start. The signer never creates its own journal: it
// could not tell a lost journal from a first start.
try {
  const { dataDir, keys } = readJournalSettings(process.env);
  process.stdout.write(
    `${await beginJournal(dataDir, openKeys(keys))} created: the signer now treats these keys as unused.\n`,
  );
} catch (error) {
  if (!(error instanceof SignerStartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
