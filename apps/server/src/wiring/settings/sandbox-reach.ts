import { networks } from '@vitrine/chains';
import { isLoopback } from '../../providers/loopback.ts';
import type { EnvironmentReader } from './network-settings.ts';

/** Not needed by a sandbox, which has its own provider or key for each. */
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
/** Accounts of the real provider unless another one's address is set. */
const realAccounts = [
  ['PAYPAL_CLIENT_ID', 'PAYPAL_URL'],
  ['GOOGLE_CLIENT_ID', 'OIDC_ISSUER'],
] as const;

/**
 * A sandbox's passwords and keys are public: unless configured otherwise, it is reachable only from this machine and
 * reaches nothing beyond. The check also catches a lost MODE=production.
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

/** Files and sockets are on this machine; an invalid address is another fault. */
function isBeyond(address: string | undefined): boolean {
  const host = address !== undefined && URL.canParse(address) ? new URL(address).hostname : '';
  return host !== '' && !isLoopback(host);
}
