import { networks } from '@vitrine/chains';
import { isLoopback } from '../../providers/loopback.ts';
import type { EnvironmentReader } from './network-settings.ts';

/** Not set for a sandbox, which has a provider or a key of its own for each. */
const productionSettings = ['SMTP_URL', 'SMS_URL', 'KYC_KEY'];
const addresses = [
  'PUBLIC_ORIGIN',
  'SIGNER_URL',
  'KYC_S3_URL',
  'RATES_URL',
  'PAYPAL_URL',
  'OIDC_ISSUER',
  ...networks.flatMap((network) => [`${network}_NODE_URL`, `${network}_WITNESS_URL`]),
];
/** Without the address of another provider these are for the real one. */
const realAccounts = [
  ['PAYPAL_CLIENT_ID', 'PAYPAL_URL'],
  ['GOOGLE_CLIENT_ID', 'OIDC_ISSUER'],
] as const;

/**
 * Passwords and keys of a sandbox are known to everyone: unless configured otherwise it is reachable only from this
 * machine, and reaches nothing beyond. This is also what a lost MODE=production looks like.
 */
export function checkSandboxReach(reader: EnvironmentReader, { host }: { readonly host: string }): void {
  const beyond = [
    ...(isLoopback(host) ? [] : ['HOST']),
    ...productionSettings.filter((name) => reader.text(name) !== undefined),
    ...addresses.filter((name) => isBeyond(reader.text(name))),
    ...realAccounts.flatMap(([account, address]) =>
      reader.text(account) !== undefined && reader.text(address) === undefined ? [account] : [],
    ),
  ];
  if (beyond.length > 0)
    reader.fault(
      'MODE',
      `is sandbox, but ${beyond.join(', ')} would connect it to the outside: set MODE=production, or SANDBOX_IN_PUBLIC=on for a sandbox that others may reach`,
    );
}

/** Files and sockets are on this machine; what is no address is another fault. */
function isBeyond(address: string | undefined): boolean {
  const host = address !== undefined && URL.canParse(address) ? new URL(address).hostname : '';
  return host !== '' && !isLoopback(host);
}
