import { hash, randomBytes } from 'node:crypto';
import type { Network } from '@vitrine/chains';
import type { BodyOf, endpoints } from '@vitrine/contract';
import { type AssetView, type OwnerId, systemOwners } from '@vitrine/core';
import { type AssetUnits, assetUnits, formatDecimal, parseDecimal } from '@vitrine/money';
import { toChainAmount } from '../../custody/custody-accounts.ts';
import type { DepositView } from '../../custody/deposits/deposit-history.ts';
import { submit } from '../../http/submit.ts';
import { readUnits } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import { findAsset } from '../../kit/find.ts';
import { outsideReference } from '../../kit/reference.ts';
import type { CoinNetwork } from '../../settings/coin-networks.ts';
import type { Handler, Services } from '../services.ts';

/** The maximum deposit, in units of the asset: a thousand such deposits still fit in an account. */
const MAXIMUM_UNITS = assetUnits(Math.floor(Number.MAX_SAFE_INTEGER / 1000));
/**
 * If a deposit has not arrived after this many mining cycles, the machine is very busy, and the caller is asked to
 * retry.
 */
const PATIENCE_ROUNDS = 50;

export const sandboxDeposits: Handler<'sandboxDeposits'> = async (call) => {
  const { services, body, idempotencyKey } = call;
  const asset = findAsset(services, body.coin);
  const units = readUnits(body.amount, asset);
  const show = (value: number) => formatDecimal(value, asset.scale);
  if (units > MAXIMUM_UNITS) throw new ApiError('above_maximum', { value: show(MAXIMUM_UNITS) });
  const key = idempotencyKey === undefined ? randomBytes(32).toString('hex') : `key ${idempotencyKey}`;
  if (body.address !== undefined)
    return sendTo(services, body.address, networkOf(services, asset, body), asset, units, key);
  const owner = body.username === undefined ? undefined : await services.accounts.ownerOf(body.username);
  if (owner === undefined) throw new ApiError('unknown_client');
  const rows = services.exchangeSettings.current().coinNetworks.filter(({ coin }) => coin === asset.code);
  if (rows.length === 0 && body.network === undefined) return playMoney(services, owner, asset, units, key);
  const row = networkOf(services, asset, body);
  const least = parseDecimal(row.minimumDeposit, asset.scale) ?? 0;
  if (units < least) throw new ApiError('below_minimum', { value: show(least) });
  return sendNow(services, owner, row, asset, units, key);
};

/** The network named in the request or, if none is named, the one whose deposits need the fewest blocks. */
function networkOf(
  { exchangeSettings }: Services,
  { code }: AssetView,
  body: BodyOf<typeof endpoints.sandboxDeposits>,
): CoinNetwork {
  const rows = exchangeSettings.current().coinNetworks.filter(({ coin }) => coin === code);
  const named = rows.filter(({ network }) => body.network === undefined || network === body.network);
  const [row] = named.sort((a, b) => a.unlockConfirmations - b.unlockConfirmations);
  if (row === undefined) throw new ApiError('network_without_coin', { coin: code, network: body.network ?? '' });
  return row;
}

/** Sends the deposit from a simulated external payer, without waiting for the network to confirm it. */
async function sendTo(
  services: Services,
  address: string,
  { network }: CoinNetwork,
  asset: AssetView,
  units: number,
  key: string,
) {
  const to = services.custody.chains.get(network)?.addresses.parse(address);
  if (to === undefined) throw new ApiError('invalid_request', { reason: 'address_not_of_network', network });
  const transaction = await pay(services, network, to, asset, units, key);
  return {
    message: 'success' as const,
    transaction,
    position: services.core.position,
    result: sent(asset, units, network),
  };
}

function pay(services: Services, network: Network, to: string, asset: AssetView, units: number, key: string) {
  const decimals = services.custody.chains.get(network)?.coins.find(({ coin }) => coin === asset.code)?.decimals;
  const amount = decimals === undefined ? undefined : toChainAmount(units, decimals, asset.scale);
  if (services.sandboxChains === undefined || amount === undefined) throw new ApiError('unavailable');
  return services.sandboxChains.pay({ network, to, coin: asset.code, amount, key: `${to}\n${key}` });
}

/** Like `sendTo`, but also mines the blocks that the deposit needs. */
async function sendNow(
  services: Services,
  owner: OwnerId,
  { network, unlockConfirmations }: CoinNetwork,
  asset: AssetView,
  units: number,
  key: string,
) {
  const address = await services.custody.addresses.give(owner, network);
  const transaction = await pay(services, network, address, asset, units, key);
  for (let round = 0; round < PATIENCE_ROUNDS; round++) {
    const deposit = await services.depositHistory.byTransaction(network, transaction);
    if (deposit !== undefined && (deposit.units !== units || deposit.coin !== asset.code))
      throw new ApiError('reference_conflict');
    if (deposit?.availablePosition !== undefined)
      return {
        message: 'success' as const,
        transaction,
        position: deposit.availablePosition,
        result: sent(asset, units, network),
      };
    await services.sandboxChains?.mine(network, blocksLacking(deposit, unlockConfirmations));
  }
  throw new ApiError('unavailable');
}

const blocksLacking = (deposit: DepositView | undefined, needed: number): number =>
  Math.max(1, needed - (deposit?.confirmations ?? 0));

/** Deposits a coin that has no network: credits it immediately, in the ledger only. */
async function playMoney(services: Services, owner: OwnerId, view: AssetView, units: AssetUnits, key: string) {
  const { asset, code, scale } = view;
  const transaction = hash('sha256', `sandbox transaction\n${owner}\n${key}`);
  const { repeated, position } = await submit(services, {
    kind: 'Transfer',
    by: systemOwners.custody,
    purpose: 'deposit',
    legs: [
      { owner: systemOwners.custody, wallet: 'spot', asset, units: -units as AssetUnits },
      { owner, wallet: 'spot', asset, units },
    ],
    reference: outsideReference('sandbox chain', transaction),
  });
  if (repeated === undefined)
    await services.notices.add(owner, 'deposit_credited', { coin: code, amount: formatDecimal(units, scale) });
  return {
    message: 'success' as const,
    transaction,
    position: repeated?.position ?? position,
    result: sent(view, units),
  };
}

const sent = ({ code, scale }: AssetView, units: number, network?: Network) => ({
  coin: code,
  amount: formatDecimal(units, scale),
  ...(network === undefined ? {} : { network }),
});
