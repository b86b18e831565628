import type { AssetView } from '@vitrine/core';
import { formatDecimal } from '@vitrine/money';
import { depositOnWire } from '../../custody/http/deposits/deposit-history.ts';
import { withdrawalItem } from '../../custody/http/withdrawals/withdrawal-view.ts';
import { turned } from '../../http/paging.ts';
import { findAsset } from '../../kit/find.ts';
import { tickerOnWire } from '../../projections/wire.ts';
import { frozenCauses } from '../../wallet/http/frozen.ts';
import { valueText, valueUnits } from '../../wallet/http/valuation.ts';
import { walletBalanceOf } from '../../wallet/http/wallet-balances.ts';
import type { Handler, Services } from '../services.ts';
import { coinProfit } from './coin-profit.ts';
import { pricedBook } from './profits.ts';

const NEWEST = 20;

export const walletSingleCoin: Handler<'walletSingleCoin'> = async ({ services, session, query }) => {
  const asset = findAsset(services, query.name);
  const newest = { coin: asset.code, limit: NEWEST };
  const deposits = turned(await services.depositHistory.of(session.owner, newest)).rows;
  const withdrawals = turned(await services.withdrawals.table.of(session.owner, newest)).rows;
  const priced = await pricedBook(services, session);
  // No await from here on, so that balance, causes, profit and position all refer to the same moment.
  const { coin, availableUnits, frozenUnits, totalUnits } = walletBalanceOf(services, session.owner, asset);
  return {
    coin: { name: asset.code, full_name: coin.fullName, image: coin.image },
    balance: {
      wallet_balance: formatDecimal(totalUnits, asset.scale),
      available: formatDecimal(availableUnits, asset.scale),
      freeze_balance: formatDecimal(frozenUnits, asset.scale),
      usdt_value: valueText(services, valueUnits(services, asset, totalUnits)),
      causes: frozenCauses(services, session.owner, asset),
    },
    price: priceOf(services, asset),
    profit: coinProfit(services, priced, asset),
    deposit: deposits.map((deposit) => depositOnWire(services, deposit)),
    withdraw: withdrawals.map((withdrawal) => withdrawalItem(services, withdrawal)),
    position: services.core.position,
    as_of: services.clock(),
  };
};

function priceOf({ instruments, marketData }: Services, { asset }: AssetView) {
  const instrument = instruments.byCoin(asset);
  if (instrument === undefined) return { pair_name: '', close: '', percent: '0' };
  const { name, close, percent } = tickerOnWire(instrument, marketData.ticker(instrument.market));
  return { pair_name: name, close, percent };
}
