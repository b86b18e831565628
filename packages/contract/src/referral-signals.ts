/**
 * What the exchange compares of an inviter and a friend, heaviest first, with the weight of each. What a referral would be
 * paid is held if the weights of its signals add up to `HOLD_WEIGHT`: the lightest two do not suffice.
 */
export const referralSignals = {
  /** The same identity document or the same picture of it. */
  same_document: 100,
  /** The same browser, recognized by its cookie. */
  same_device: 80,
  /** Withdrawals of both were paid to the same address. */
  same_address: 60,
  /** Deposits of both came from the same address, which few clients use. */
  same_sender: 60,
  /** Both used the same IP address within a day. */
  same_network: 30,
  /** The friend signed up from an IP address that the inviter had used within the hour before. */
  quick_sign_up: 20,
} as const;
export type ReferralSignal = keyof typeof referralSignals;
export const signalWords = Object.keys(referralSignals) as ReferralSignal[];

export const HOLD_WEIGHT = 60;
/** The days within which both may object to a hold, after which it ends. */
export const HOLD_DAYS = 30;

/**
 * What the two clients are told of a signal. No more than its kind: an exact one would answer whether an address or a
 * document is the other's.
 */
export const signalKinds = {
  same_document: 'identity',
  same_device: 'device_or_network',
  same_address: 'payment',
  same_sender: 'payment',
  same_network: 'device_or_network',
  quick_sign_up: 'device_or_network',
} as const satisfies Readonly<Record<ReferralSignal, string>>;
export type SignalKind = (typeof signalKinds)[ReferralSignal];
export const signalKindWords = ['identity', 'device_or_network', 'payment'] as const satisfies readonly SignalKind[];
