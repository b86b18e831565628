import type { Ground } from '../kit/ground.ts';
import { Custody, type CustodyParts } from './custody.ts';
import { DepositHistory } from './deposits/deposit-history.ts';
import { Unread } from './network/unread.ts';
import { Treasury } from './reconciliation/treasury.ts';
import type { Services } from './services.ts';
import { Destinations } from './withdrawals/destinations.ts';
import { FailedPayments } from './withdrawals/failed.ts';
import { createWithdrawals } from './withdrawals/withdrawals.ts';

type Below = Pick<
  Services,
  | 'core'
  | 'instruments'
  | 'exchangeSettings'
  | 'marketData'
  | 'clock'
  | 'sequencer'
  | 'kyc'
  | 'access'
  | 'security'
  | 'securityEvents'
  | 'notices'
  | 'mailQueue'
  | 'brand'
  | 'log'
>;

type Outside = Pick<CustodyParts, 'networks' | 'signer' | 'isSignerWatched' | 'replaceAfterMs'>;

export async function openCustody(below: Below, { pool, connect }: Ground, outside: Outside) {
  const { instruments, exchangeSettings, clock, sequencer, kyc, access, security, brand, log } = below;
  const { securityEvents, notices, mailQueue } = below;
  const core = () => below.core;
  const assetByCode = (code: string) => instruments.assetByCode(code);
  const { submit } = sequencer;
  const withdrawals = createWithdrawals({
    pool,
    core,
    instruments,
    marketData: below.marketData,
    settings: () => exchangeSettings.current(),
    clock,
    submit,
    isVerified: (owner) => kyc.isVerified(owner),
    authenticators: access.authenticators,
    passkeys: access.passkeys,
    codes: security.codes,
    destinations: new Destinations({
      networks: () => custody.chains,
      ownerOf: (network, address) => custody.addresses.ownerOf(network, address),
    }),
    securityEvents,
    notices,
    mailQueue,
    brand,
    log,
  });
  const custody = new Custody({
    ...outside,
    pool,
    core,
    assetByCode,
    rows: () => exchangeSettings.current().coinNetworks,
    submit,
    notices,
    withdrawals,
    connect,
    log,
  });
  await custody.open();
  return {
    custody,
    withdrawals,
    failedPayments: new FailedPayments({ pool, clock, withdrawals, outgoing: custody.outgoing }),
    depositHistory: new DepositHistory(pool, core, assetByCode),
    treasury: new Treasury(pool),
    unread: new Unread({ pool, custody, alarms: custody.alarms }),
  };
}
