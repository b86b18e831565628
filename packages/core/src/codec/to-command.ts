import type { AssetUnits, PriceTicks, RatePpm, SizeLots, TimeMs } from '@vitrine/money';
import {
  commandCode,
  hashOfWords,
  marketStatuses,
  orderTypes,
  referenceSources,
  selfTrades,
  sides,
  timesInForce,
  transferPurposes,
  triggerKinds,
  unpackAssetCode,
  wallets,
} from '../vocabulary/codes.ts';
import type { Command, MarketRules, Reference } from '../vocabulary/commands.ts';
import type { CommandFields } from './command-fields.ts';

const referenceOf = (f: CommandFields): { reference?: Reference } => {
  const source = referenceSources[f.referenceSource];
  if (source === undefined || source === 'none') return {};
  return { reference: { source, words: [f.word0 >>> 0, f.word1 >>> 0, f.word2 >>> 0, f.word3 >>> 0] } };
};

const rulesOf = (f: CommandFields): MarketRules => ({
  tickLotUnits: f.tickLotUnits as AssetUnits,
  lotUnits: f.lotUnits as AssetUnits,
  minSizeLots: f.minSizeLots as SizeLots,
  maxSizeLots: f.maxSizeLots as SizeLots,
  minNotionalUnits: f.minNotionalUnits as AssetUnits,
  maxNotionalUnits: f.maxNotionalUnits as AssetUnits,
  bandPpm: f.bandPpm as RatePpm,
  maxOpenOrders: f.maxOpenOrders,
});

const clientOrderIdOf = (f: CommandFields) => (f.clientOrderId === 0 ? {} : { clientOrderId: f.clientOrderId });

const orderOf = (f: CommandFields): Command => {
  const trigger = triggerKinds[f.trigger];
  return {
    kind: 'PlaceOrder',
    owner: f.owner,
    market: f.market,
    side: sides[f.side],
    type: orderTypes[f.type],
    timeInForce: timesInForce[f.timeInForce],
    postOnly: f.postOnly === 1,
    selfTrade: selfTrades[f.selfTrade],
    ...(f.priceTicks === 0 ? {} : { priceTicks: f.priceTicks as PriceTicks }),
    ...(f.sizeLots === 0 ? {} : { sizeLots: f.sizeLots as SizeLots }),
    ...(f.budgetUnits === 0 ? {} : { budgetUnits: f.budgetUnits as AssetUnits }),
    ...(trigger === 'none' || trigger === undefined
      ? {}
      : { trigger: { kind: trigger, ticks: f.triggerTicks as PriceTicks } }),
    ...clientOrderIdOf(f),
    ...referenceOf(f),
  };
};

const ocoOf = (f: CommandFields): Command => ({
  kind: 'PlaceOco',
  owner: f.owner,
  market: f.market,
  side: sides[f.side],
  selfTrade: selfTrades[f.selfTrade],
  sizeLots: f.sizeLots as SizeLots,
  priceTicks: f.priceTicks as PriceTicks,
  stopTriggerTicks: f.triggerTicks as PriceTicks,
  ...(f.stopPriceTicks === 0 ? {} : { stopPriceTicks: f.stopPriceTicks as PriceTicks }),
  ...clientOrderIdOf(f),
  ...referenceOf(f),
});

const amendmentOf = (f: CommandFields): Command => ({
  kind: 'AmendOrder',
  owner: f.owner,
  order: f.order,
  ...(f.hasPrice ? { priceTicks: f.priceTicks as PriceTicks } : {}),
  ...(f.hasSize ? { openLots: f.sizeLots as SizeLots } : {}),
  ...(f.hasTrigger ? { triggerTicks: f.triggerTicks as PriceTicks } : {}),
  ...referenceOf(f),
});

const recordOf = (f: CommandFields) => (f.record === 0 ? {} : { record: f.record });

const transferOf = (f: CommandFields): Command => ({
  kind: 'Transfer',
  by: f.owner,
  purpose: transferPurposes[f.purpose],
  legs: Array.from({ length: f.legCount }, (_, i) => ({
    owner: f.legOwner[i],
    wallet: wallets[f.legWallet[i]],
    asset: f.legAsset[i],
    units: f.legUnits[i] as AssetUnits,
  })),
  ...recordOf(f),
  ...referenceOf(f),
});

const holdOf = (f: CommandFields): Command => ({
  kind: 'HoldUnits',
  by: f.owner,
  purpose: transferPurposes[f.purpose],
  from: { owner: f.legOwner[0], wallet: wallets[f.wallet] },
  to: { owner: f.toOwner, wallet: wallets[f.toWallet] },
  asset: f.asset,
  units: f.units as AssetUnits,
  ...(f.expiresAt === 0 ? {} : { expiresAt: f.expiresAt as TimeMs }),
  ...recordOf(f),
  ...(f.hasUse ? { use: { valueUnits: f.valueUnits as AssetUnits, limitUnits: f.limitUnits as AssetUnits } } : {}),
  ...referenceOf(f),
});

const conversionOf = (f: CommandFields): Command => ({
  kind: 'Convert',
  owner: f.owner,
  from: f.asset,
  to: f.toAsset,
  units: f.units as AssetUnits,
  minUnits: f.minUnits as AssetUnits,
  ...(f.hold === 0 ? {} : { hold: f.hold }),
  ...recordOf(f),
  ...referenceOf(f),
});

/** The command that the fields hold. Options that have their default value come out spelled or left out, as is shortest. */
export const toCommand = (f: CommandFields): Command => {
  switch (f.kind) {
    case commandCode.PlaceOrder:
      return orderOf(f);
    case commandCode.PlaceOco:
      return ocoOf(f);
    case commandCode.AmendOrder:
      return amendmentOf(f);
    case commandCode.CancelOrder:
      return { kind: 'CancelOrder', owner: f.owner, order: f.order, ...referenceOf(f) };
    case commandCode.CancelAllOrders:
      return {
        kind: 'CancelAllOrders',
        owner: f.owner,
        ...(f.market === 0 ? {} : { market: f.market }),
        ...referenceOf(f),
      };
    case commandCode.Transfer:
      return transferOf(f);
    case commandCode.HoldUnits:
      return holdOf(f);
    case commandCode.Convert:
      return conversionOf(f);
    case commandCode.PostHold:
      return {
        kind: 'PostHold',
        hold: f.hold,
        ...(f.hasUnits ? { units: f.units as AssetUnits } : {}),
        ...referenceOf(f),
      };
    case commandCode.VoidHold:
      return { kind: 'VoidHold', hold: f.hold, ...referenceOf(f) };
    case commandCode.RegisterAsset:
      return { kind: 'RegisterAsset', asset: f.asset, code: unpackAssetCode(f.code), scale: f.scale };
    case commandCode.ListMarket:
      return {
        kind: 'ListMarket',
        market: f.market,
        base: f.base,
        quote: f.quote,
        referenceTicks: f.priceTicks as PriceTicks,
        status: marketStatuses[f.status],
        ...rulesOf(f),
      };
    case commandCode.ChangeMarketRules:
      return { kind: 'ChangeMarketRules', market: f.market, ...rulesOf(f) };
    case commandCode.SetMarketStatus:
      return { kind: 'SetMarketStatus', market: f.market, status: marketStatuses[f.status] };
    case commandCode.SetReferencePrice:
      return { kind: 'SetReferencePrice', market: f.market, referenceTicks: f.priceTicks as PriceTicks };
    case commandCode.SetFeeSchedule:
      return {
        kind: 'SetFeeSchedule',
        tier: f.tier,
        makerPpm: f.makerPpm as RatePpm,
        takerPpm: f.takerPpm as RatePpm,
      };
    case commandCode.SetFeeTier:
      return { kind: 'SetFeeTier', owner: f.owner, tier: f.tier };
    case commandCode.FreezeOwner:
      return { kind: 'FreezeOwner', owner: f.owner };
    case commandCode.UnfreezeOwner:
      return { kind: 'UnfreezeOwner', owner: f.owner };
    case commandCode.SetRestrictions:
      return {
        kind: 'SetRestrictions',
        owner: f.owner,
        tradeUntil: f.tradeUntil as TimeMs,
        withdrawUntil: f.withdrawUntil as TimeMs,
      };
    case commandCode.AnchorAudit:
      return { kind: 'AnchorAudit', sequence: f.sequence, hash: hashOfWords(f.hash) };
    case commandCode.AdvanceClock:
      return { kind: 'AdvanceClock', byMs: f.byMs };
    case commandCode.ActivateRules:
      return { kind: 'ActivateRules', version: f.version };
    default:
      return { kind: 'Tick' };
  }
};
