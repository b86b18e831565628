/** How far a withdrawal is. */
export const withdrawalStages = [
  'requested',
  'checking',
  'waiting_approval',
  'approved',
  'sending',
  'completed',
  'refused',
  'cancelled',
] as const;
export type WithdrawalStage = (typeof withdrawalStages)[number];

/** The same in the specification's words; FREEZE: a restriction stands in its way. */
export const withdrawalStates = ['ONHOLD', 'PROCEED', 'FREEZE', 'REFUSED', 'CANCELLED'] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

/** Why a withdrawal was refused, as its owner reads it. */
export const withdrawalRefusalTexts = {
  balance_gone: 'Insufficient balance when it was confirmed',
  limit_reached: 'The 24-hour limit was reached when it was confirmed',
  address_risk: 'The address is linked to fraud or theft',
  takeover_suspected: 'Someone else may have access to the account',
  fraud_suspected: 'Suspected fraud: someone may have talked you into this',
  funds_origin: 'The source of the funds must be checked first',
  sanctions_match: 'Possible match with a sanctions list',
  client_request: 'Requested by the client',
  account_restricted: 'The account was restricted when it was confirmed',
  network_failed: 'The network did not accept the transaction',
} as const satisfies Record<string, string>;
export type WithdrawalRefusal = keyof typeof withdrawalRefusalTexts;
/** Those that an operator may give; the others come of themselves. */
export const operatorRefusals = [
  'address_risk',
  'takeover_suspected',
  'fraud_suspected',
  'funds_origin',
  'sanctions_match',
  'client_request',
] as const satisfies readonly WithdrawalRefusal[];

/** What makes operators look twice. Hints alone refuse nothing. */
export const withdrawalHints = [
  'new_address',
  'first_withdrawal',
  'new_device',
  'unusually_large',
  'just_deposited',
  'nearly_everything',
  'address_of_others',
] as const;
export type WithdrawalHint = (typeof withdrawalHints)[number];

/** What a fraud often looks like: the client is warned, and says that they go on all the same. */
export const scamPatterns = ['address_of_strangers', 'emptied_from_new_device'] as const;
export type ScamPattern = (typeof scamPatterns)[number];

/** Changes of what protects an account, after which withdrawals wait for a day. */
export const holdReasons = [
  'account_password_reset',
  'account_password_changed',
  'transaction_password_reset',
  'transaction_password_changed',
  'authenticator_removed',
  'recovery_code_used',
  'passkey_removed',
] as const;
