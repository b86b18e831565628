import type { AssetId, Transfer, Wallet } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Principal } from '../kit/principal.ts';
import { keyedBy } from '../kit/reference.ts';
import type { Services } from './services.ts';
import { type Accepted, submitUnlocked } from './submit-unlocked.ts';

/** A transfer between two wallets of one client. */
export interface TransferIntent {
  readonly from: Wallet;
  readonly to: Wallet;
  readonly asset: AssetId;
  readonly units: AssetUnits;
}

/** With `key`, a repeated call returns the first call's result. */
export function transfer(
  services: Services,
  principal: Principal,
  { from, to, asset, units }: TransferIntent,
  key?: string,
): Promise<Accepted> {
  const { owner } = principal;
  const command: Transfer = {
    kind: 'Transfer',
    by: owner,
    purpose: 'between_wallets',
    legs: [
      { owner, wallet: from, asset, units: -units as AssetUnits },
      { owner, wallet: to, asset, units },
    ],
    ...keyedBy(owner, key),
  };
  return submitUnlocked(services, principal, command);
}
