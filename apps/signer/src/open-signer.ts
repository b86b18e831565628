import { chmodSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { KeyStore } from '@vitrine/chains';
import { journalPath, keysName } from './journal-start.ts';
import { readPolicy } from './policy.ts';
import type { ListenAt, Settings } from './settings.ts';
import { signerServer } from './signer-server.ts';
import { SignerStartError } from './signer-start-error.ts';
import { SigningDesk } from './signing-desk.ts';
import { signingNetworks } from './signing-networks.ts';

interface Signer {
  /** The address on which the signer listens. */
  readonly address: string;
  close(): Promise<void>;
}

interface Parts {
  readonly log: (line: Readonly<Record<string, unknown>>) => void;
  readonly fail: (reason: Error) => void;
}

/** Opens the networks and the journal, and listens. Throws SignerStartError. */
export async function openSigner(settings: Settings, keys: KeyStore, { log, fail }: Parts): Promise<Signer> {
  const policy = readPolicy(settings.policyPath);
  const networks = await signingNetworks(policy, keys);
  const desk = new SigningDesk({
    networks,
    keys,
    keysName: await keysName(keys),
    journalPath: journalPath(settings.dataDir),
    stopPath: join(settings.dataDir, 'stop'),
    nowMs: Date.now,
  });
  const server = signerServer({ desk, settings, nowMs: Date.now, log, fail });
  const address = await listen(server, settings.listen);
  return {
    address,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
      await desk.close();
    },
  };
}

async function listen(server: ReturnType<typeof signerServer>, at: ListenAt): Promise<string> {
  if ('path' in at) await removeStale(at.path);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new SignerStartError(`Cannot listen at SIGNER_LISTEN: ${error.message}`)));
    server.listen(at, resolve);
  });
  if ('path' in at) {
    // Lets the exchange's system user connect, if it shares a group with the signer's.
    chmodSync(at.path, 0o660);
    return `unix:${at.path}`;
  }
  const address = server.address();
  return `${at.host}:${typeof address === 'object' ? address?.port : at.port}`;
}

/** Removes a socket that a killed signer left behind, but not one that responds. */
async function removeStale(path: string): Promise<void> {
  const isResponding = await new Promise<boolean>((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
  if (isResponding) throw new SignerStartError(`Another signer is already listening at ${path}.`);
  rmSync(path, { force: true });
}
