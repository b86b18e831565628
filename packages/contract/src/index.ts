import type { endpoints } from './all-endpoints.ts';
import type { BodyOf, QueryOf, ResponseOf } from './endpoint.ts';

export type Endpoints = typeof endpoints;
export type EndpointKey = keyof Endpoints;

/** The types of each call, keyed by 'METHOD path', for callers that cannot load the schemas. */
export type Calls = {
  [K in EndpointKey as `${Endpoints[K]['method']} ${Endpoints[K]['path']}`]: {
    query: QueryOf<Endpoints[K]>;
    body: BodyOf<Endpoints[K]>;
    response: ResponseOf<Endpoints[K]>;
  };
};

export { endpoints } from './all-endpoints.ts';
export * from './auto-invest.ts';
export { type AlarmCode, type AlarmParameters, alarmDetails } from './custody-alarms.ts';
export * from './endpoint.ts';
export { ClientView } from './endpoints/account.ts';
export { DEFAULT_LEVERAGE, offeredLeverages } from './endpoints/futures-parts.ts';
export type { GuessDirection, GuessResult } from './endpoints/games.ts';
export {
  type IdType,
  idTypes,
  type PhotoKind,
  type PhotoStatus,
  photoKinds,
  type RefusalReason,
  refusalReasons,
} from './endpoints/identity.ts';
export { type CandleInterval, candleIntervals } from './endpoints/markets.ts';
export { OrderItem, orderTypes } from './endpoints/orders.ts';
export { type TaskRule, taskRules } from './endpoints/rewards.ts';
export { MOST_MESSAGE_CHARACTERS } from './endpoints/support.ts';
export { type DataWindow, dataWindows } from './endpoints/trading-data.ts';
export { type TransferWallet, transferWallets } from './endpoints/transfers.ts';
export { MOST_ATTACHMENT_BYTES } from './endpoints/uploads.ts';
export { type ErrorReason, errorReasons, type StructureReason } from './error-reasons.ts';
export {
  type ErrorBody,
  type ErrorCode,
  type ErrorParameters,
  type ErrorRow,
  type ErrorWording,
  errorMessage,
  errorTable,
  errorVariants,
  type HasParameters,
} from './errors.ts';
export { isLastingObstacle } from './lasting-obstacles.ts';
export type { NotificationKind } from './notification-kinds.ts';
export { type OpenApiOptions, openApiDocument } from './open-api.ts';
export type { OrderEnding } from './order-endings.ts';
export {
  HOLD_DAYS,
  HOLD_WEIGHT,
  type ReferralSignal,
  referralSignals,
  signalKinds,
  signalWords,
} from './referral-signals.ts';
export {
  MOST_RESTRICTION_DAYS,
  type RestrictionKind,
  type RestrictionReason,
  restrictionKinds,
  restrictionReasons,
  restrictionReasonTexts,
} from './restrictions.ts';
export { mayCall, type StaffRole, staffRoles } from './roles.ts';
export { type SecurityEventKind, securityEventKinds } from './security-events.ts';
export * from './stream.ts';
export * from './withdrawals.ts';
