/** The stages of a withdrawal. */
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

/** The states in the specification's words. FREEZE: blocked by a restriction. */
export const withdrawalStates = ['ONHOLD', 'PROCEED', 'FREEZE', 'REFUSED', 'CANCELLED'] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

/** Why a withdrawal was rejected, in the words that its owner sees. */
export const withdrawalRefusalTexts = {
  balance_gone: 'Insufficient balance at the time of confirmation',
  limit_reached: 'The 24-hour limit had been reached at the time of confirmation',
  address_risk: 'The address is linked to fraud or theft',
  takeover_suspected: 'Someone else may have access to your account',
  fraud_suspected: 'Suspected fraud: someone may have talked you into this withdrawal',
  funds_origin: 'The source of the funds must be checked first',
  sanctions_match: 'Possible match with a sanctions list',
  client_request: 'Requested by you',
  account_restricted: 'The account was restricted at the time of confirmation',
  network_failed: 'The network could not carry out the payment',
} as const satisfies Record<string, string>;
export type WithdrawalRefusal = keyof typeof withdrawalRefusalTexts;
/** The reasons that an operator may give; the others are set automatically. */
export const operatorRefusals = [
  'address_risk',
  'takeover_suspected',
  'fraud_suspected',
  'funds_origin',
  'sanctions_match',
  'client_request',
] as const satisfies readonly WithdrawalRefusal[];

/** Warning signs for operators. A hint alone never causes a rejection. */
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

/** Common signs of fraud: the client is warned, and must confirm to continue. */
export const scamPatterns = ['address_of_strangers', 'emptied_from_new_device'] as const;
export type ScamPattern = (typeof scamPatterns)[number];

/** Security changes after which withdrawals are on hold for 24 hours. */
export const holdReasons = [
  'account_password_reset',
  'account_password_changed',
  'transaction_password_reset',
  'transaction_password_changed',
  'authenticator_removed',
  'recovery_code_used',
  'passkey_removed',
] as const;
