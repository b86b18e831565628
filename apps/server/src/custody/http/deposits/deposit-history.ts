import type { endpoints, QueryOf, ResponseOf } from '@vitrine/contract';
import { formatDecimal, parseDecimal } from '@vitrine/money';
import { explorerUrl } from '../../../http/explorer-url.ts';
import { pageSize, turned } from '../../../http/paging.ts';
import { findAsset } from '../../../kit/find.ts';
import { readDays } from '../../../wallet/http/browsed.ts';
import type { DepositsQuery, DepositView } from '../../deposits/deposit-history.ts';
import type { Handler, Services } from '../../services.ts';

type DepositItem = ResponseOf<typeof endpoints.depositHistory>['deposit'][number];

export const depositHistory: Handler<'depositHistory'> = async ({ services, session, query }) => {
  const { cursor, limit } = query;
  const page = { ...depositsFilter(services, query), cursor, limit: pageSize(limit) };
  const { rows, cursors } = turned(await services.depositHistory.of(session.owner, page));
  return { deposit: rows.map((deposit) => depositOnWire(services, deposit)), ...cursors };
};

/** Translates the query of a deposit list or export into a filter. Throws unknown_coin and invalid_request. */
export function depositsFilter(
  services: Services,
  { name, state, from, to }: Pick<QueryOf<typeof endpoints.depositHistory>, 'name' | 'state' | 'from' | 'to'>,
): Omit<DepositsQuery, 'cursor' | 'limit'> {
  return {
    ...(name === undefined ? {} : { coin: findAsset(services, name).code }),
    ...(state === undefined ? {} : { isAvailable: state === 'completed' }),
    ...readDays({ ...(from && { from }), ...(to && { to }) }),
  };
}

/** A deposit as shown to its receiver. */
export function depositOnWire(services: Services, deposit: DepositView): DepositItem {
  const { coin, network, units, confirmations, isInternal } = deposit;
  const asset = findAsset(services, coin);
  const row = services.exchangeSettings
    .current()
    .coinNetworks.find((one) => one.coin === coin && one.network === network);
  const minimum = parseDecimal(row?.minimumDeposit ?? '0', asset.scale) ?? 0;
  return {
    id: deposit.id,
    coin,
    network,
    recharge_amount: formatDecimal(units, asset.scale),
    recharge_status: statusOf(deposit, units < minimum, row?.depositsOpen ?? false),
    confirmations,
    credit_confirmations: isInternal ? 0 : (row?.creditConfirmations ?? 0),
    unlock_confirmations: isInternal ? 0 : (row?.unlockConfirmations ?? 0),
    address: deposit.address,
    txid: deposit.txid,
    explorer_url: isInternal ? '' : explorerUrl(services, network, deposit.txid),
    is_internal: isInternal,
    wallet: 'Spot Wallet',
    date: deposit.seenMs,
    response_time: deposit.availableMs ?? 0,
    position: deposit.availablePosition ?? 0,
    image: services.coins.byCode(coin).image,
  };
}

function statusOf(deposit: DepositView, isSmall: boolean, isOpen: boolean): DepositItem['recharge_status'] {
  if (deposit.ledger === 'available') return 'APPROVED';
  if (deposit.confirmations === 0) return 'WAITING';
  if (deposit.isStuck || !isOpen) return 'STOPPED';
  if (deposit.ledger === 'frozen') return 'FROZEN';
  return isSmall && !deposit.reachesMinimum ? 'BELOW_MINIMUM' : 'SEEN';
}
