import type { OwnerId } from '../vocabulary/terms.ts';
import { type ActivateRules, activateRules } from './activate-rules.ts';
import { type AdvanceClock, advanceClock } from './advance-clock.ts';
import { type AmendOrder, amendOrder } from './amend-order.ts';
import { type AnchorAudit, anchorAudit } from './anchor-audit.ts';
import { type CancelAllOrders, cancelAllOrders } from './cancel-all-orders.ts';
import { type CancelOrder, cancelOrder } from './cancel-order.ts';
import { type ChangeMargin, changeMargin } from './change-margin.ts';
import { type ChangeMarketRules, changeMarketRules } from './change-market-rules.ts';
import { type ChangePerpetualTerms, changePerpetualTerms } from './change-perpetual-terms.ts';
import { type ClosePosition, closePosition } from './close-position.ts';
import { type ClosePositions, closePositions } from './close-positions.ts';
import type { CommandKind } from './command-kind.ts';
import { type Convert, convert } from './convert.ts';
import { type FreezeOwner, freezeOwner } from './freeze-owner.ts';
import { type HoldUnits, holdUnits } from './hold-units.ts';
import { type ListMarket, listMarket } from './list-market.ts';
import { type ListPerpetual, listPerpetual } from './list-perpetual.ts';
import { type PlaceOco, placeOco } from './place-oco.ts';
import { type PlaceOrder, placeOrder } from './place-order.ts';
import { type PostHold, postHold } from './post-hold.ts';
import { type RegisterAsset, registerAsset } from './register-asset.ts';
import { type SetFeeSchedule, setFeeSchedule } from './set-fee-schedule.ts';
import { type SetFeeTier, setFeeTier } from './set-fee-tier.ts';
import { type SetLeverage, setLeverage } from './set-leverage.ts';
import { type SetMarkPrice, setMarkPrice } from './set-mark-price.ts';
import { type SetMarketStatus, setMarketStatus } from './set-market-status.ts';
import { type SetMinimumTerm, setMinimumTerm } from './set-minimum-term.ts';
import { type SetReferencePrice, setReferencePrice } from './set-reference-price.ts';
import { type SetRestrictions, setRestrictions } from './set-restrictions.ts';
import { type SettleFunding, settleFunding } from './settle-funding.ts';
import { type Tick, tick } from './tick.ts';
import { type Transfer, transfer } from './transfer.ts';
import { type UnfreezeOwner, unfreezeOwner } from './unfreeze-owner.ts';
import { type VoidHold, voidHold } from './void-hold.ts';

export type Command =
  | PlaceOrder
  | CancelOrder
  | AmendOrder
  | PlaceOco
  | CancelAllOrders
  | Transfer
  | HoldUnits
  | PostHold
  | VoidHold
  | Convert
  | RegisterAsset
  | ListMarket
  | ChangeMarketRules
  | SetMarketStatus
  | SetReferencePrice
  | SetFeeSchedule
  | SetFeeTier
  | FreezeOwner
  | UnfreezeOwner
  | SetRestrictions
  | ListPerpetual
  | ChangePerpetualTerms
  | SetMinimumTerm
  | SetMarkPrice
  | SetLeverage
  | ChangeMargin
  | SettleFunding
  | ClosePosition
  | ClosePositions
  | AnchorAudit
  | Tick
  | AdvanceClock
  | ActivateRules;

/** All commands. To add one, write its file and add its name to this file, above and below. */
export const commandKinds: { readonly [K in Command['kind']]: CommandKind<Extract<Command, { kind: K }>> } = {
  PlaceOrder: placeOrder,
  CancelOrder: cancelOrder,
  AmendOrder: amendOrder,
  PlaceOco: placeOco,
  CancelAllOrders: cancelAllOrders,
  Transfer: transfer,
  HoldUnits: holdUnits,
  PostHold: postHold,
  VoidHold: voidHold,
  Convert: convert,
  RegisterAsset: registerAsset,
  ListMarket: listMarket,
  ChangeMarketRules: changeMarketRules,
  SetMarketStatus: setMarketStatus,
  SetReferencePrice: setReferencePrice,
  SetFeeSchedule: setFeeSchedule,
  SetFeeTier: setFeeTier,
  FreezeOwner: freezeOwner,
  UnfreezeOwner: unfreezeOwner,
  SetRestrictions: setRestrictions,
  ListPerpetual: listPerpetual,
  ChangePerpetualTerms: changePerpetualTerms,
  SetMinimumTerm: setMinimumTerm,
  SetMarkPrice: setMarkPrice,
  SetLeverage: setLeverage,
  ChangeMargin: changeMargin,
  SettleFunding: settleFunding,
  ClosePosition: closePosition,
  ClosePositions: closePositions,
  AnchorAudit: anchorAudit,
  Tick: tick,
  AdvanceClock: advanceClock,
  ActivateRules: activateRules,
};

/**
 * The owners of the accounts or orders that the command names. Empty if the command concerns everyone, or an owner that
 * only the core can determine.
 */
export const ownersOf = (command: Command): readonly OwnerId[] =>
  (commandKinds[command.kind] as CommandKind<Command>).owners(command);
