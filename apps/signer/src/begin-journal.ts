import process from 'node:process';
import { beginJournal } from './journal-start.ts';
import { openKeys } from './open-keys.ts';
import { readJournalSettings } from './settings.ts';
import { SignerStartError } from './signer-start-error.ts';

// An operator runs this once. If the signer created its own journal, a lost journal would look like a first start.
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
