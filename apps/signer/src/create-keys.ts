import process from 'node:process';
import { parseArgs } from 'node:util';
import { type BitcoinNetworkName, bitcoinNetworkNames, networks, SeedKeys } from '@vitrine/chains';
import { createKeyFile } from './key-file.ts';
import { OwnAddresses } from './own-addresses.ts';
import { readPassphrase } from './settings.ts';
import { SignerStartError } from './signer-start-error.ts';
import { formatOf } from './signing-networks.ts';

const usage = `Creates the signer's keys in a new file, encrypted with the passphrase in SIGNER_PASSPHRASE or SIGNER_PASSPHRASE_FILE,
and prints what the exchange's settings need. Keep copies of the file and the passphrase in separate places.

  SIGNER_PASSPHRASE_FILE=/etc/vitrine/passphrase npm run signer:create-keys -- --file /etc/vitrine/signer-keys

With --bitcoin testnet or --bitcoin regtest it prints the addresses that the keys have on that network.
`;

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    bitcoin: { type: 'string', default: 'mainnet' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const bitcoin = bitcoinNetworkNames.find((name) => name === values.bitcoin);

if (values.help || values.file === undefined || bitcoin === undefined) {
  process.stdout.write(usage);
  process.exitCode = values.help ? 0 : 1;
} else {
  try {
    process.stdout.write(await createKeys(values.file, bitcoin));
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exitCode = 1;
  }
}

/** Creates the key file; returns the exchange's settings for these keys. */
async function createKeys(path: string, bitcoin: BitcoinNetworkName): Promise<string> {
  const keys = new SeedKeys(createKeyFile(path, readPassphrase(process.env)));
  const lines = networks.map(async (network) => {
    const { hot, depositXpub } = await OwnAddresses.of(formatOf(network, bitcoin), keys);
    return `${network}_XPUB=${depositXpub}\n${network}_HOT_ADDRESS=${hot}\n`;
  });
  return (await Promise.all(lines)).join('');
}

function reasonOf(error: unknown): string {
  if (error instanceof SignerStartError) return error.message;
  const { code, path, message } = error as NodeJS.ErrnoException;
  return code === 'EEXIST' ? `${path} already exists, and keys are never overwritten: choose another file.` : message;
}
