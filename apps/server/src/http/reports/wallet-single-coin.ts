import type { endpoints } from '@vitrine/contract';
import type { AssetView, OwnerId } from '@vitrine/core';
import { formatDecimal } from '@vitrine/money';
import { depositOnWire } from '../deposits/deposit-history.ts';
import { findAsset } from '../find.ts';
import type { Handler } from '../handler.ts';
import type { Services } from '../services.ts';
import { valueText, valueUnits } from '../wallet/valuation.ts';
import { walletBalanceOf } from '../wallet/wallet-balances.ts';
import { tickerOnWire } from '../wire.ts';
import { withdrawalItem } from '../withdrawals/withdrawal-view.ts';

const NEWEST = 20;

export const walletSingleCoin: Handler<typeof endpoints.walletSingleCoin> = async ({ services, session, query }) => {
  const asset = findAsset(services, query.name);
  const { coin, availableUnits, heldUnits, totalUnits } = walletBalanceOf(services, session.owner, asset);
  const { position } = services.core;
  const ofOrders = ordersHold(services, session.owner, asset);
  const causes = [ofOrders, ...(await services.browsing.pending(session.owner, asset.asset))]
    .filter(({ units }) => units > 0)
    .map(({ cause, units, count }) => ({ cause, amount: formatDecimal(units, asset.scale), count }));
  const deposits = await services.depositHistory.of(session.owner, { coin: asset.code, limit: NEWEST });
  const withdrawals = await services.withdrawals.table.of(session.owner, { coin: asset.code, limit: NEWEST });
  return {
    coin: { name: asset.code, full_name: coin.fullName, image: coin.image },
    balance: {
      wallet_balance: formatDecimal(totalUnits, asset.scale),
      available: formatDecimal(availableUnits, asset.scale),
      freeze_balance: formatDecimal(heldUnits, asset.scale),
      usdt_value: valueText(services, valueUnits(services, asset, totalUnits)),
      causes,
    },
    price: priceOf(services, asset),
    deposit: deposits.map((deposit) => depositOnWire(services, deposit)),
    withdraw: withdrawals.map((withdrawal) => withdrawalItem(services, withdrawal)),
    position,
    as_of: services.clock(),
  };
};

/** What open orders have set aside, as they may have to pay it. */
function ordersHold({ core, instruments }: Services, owner: OwnerId, { asset }: AssetView) {
  const orders = core.openOrders(owner).filter(({ market, side, heldUnits }) => {
    const { base, quote } = instruments.byMarket(market);
    return heldUnits > 0 && (side === 'buy' ? quote : base).asset === asset;
  });
  return {
    cause: 'orders' as const,
    units: orders.reduce((sum, order) => sum + order.heldUnits, 0),
    count: orders.length,
  };
}

function priceOf({ instruments, marketData }: Services, { code }: AssetView) {
  const instrument = instruments.byCoin(code);
  if (instrument === undefined) return { pair_name: '', close: '', percent: '0' };
  const { name, close, percent } = tickerOnWire(instrument, marketData.ticker(instrument.market));
  return { pair_name: name, close, percent };
}
