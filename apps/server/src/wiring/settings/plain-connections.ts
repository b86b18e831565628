import { isLoopback } from '../../providers/loopback.ts';
import type { Settings } from './settings.ts';

/** SSL modes in which the driver also verifies the database's certificate. */
const SECURE_MODES = new Set(['require', 'verify-ca', 'verify-full']);

type Connections = Pick<Settings, 'databaseUrl' | 'databaseOwnerUrl' | 'networks' | 'kyc'>;

/**
 * The settings by which this server connects to other machines without encryption (TLS): anyone on the network path can
 * read and change that traffic.
 */
export function plainConnections({ databaseUrl, databaseOwnerUrl, networks = [], kyc }: Connections): string[] {
  const urls: [string, string | undefined][] = [
    ['DATABASE_URL', databaseUrl],
    ['DATABASE_OWNER_URL', databaseOwnerUrl],
    ['KYC_S3_URL', kyc.s3?.url],
    ...networks.flatMap(({ network, nodeUrl, witness }): [string, string | undefined][] => [
      [`${network}_NODE_URL`, nodeUrl],
      [`${network}_WITNESS_URL`, witness?.nodeUrl],
    ]),
  ];
  return urls.flatMap(([name, url]) => (url !== undefined && isPlain(new URL(url)) ? [name] : []));
}

function isPlain({ protocol, hostname, searchParams }: URL): boolean {
  if (protocol === 'https:') return false;
  const host = searchParams.get('host') ?? hostname;
  const isHere = host === '' || host.startsWith('/') || isLoopback(host);
  return !isHere && !SECURE_MODES.has(searchParams.get('sslmode') ?? '');
}
