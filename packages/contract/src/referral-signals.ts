/**
 * The signals that an inviter and a friend may be the same person, heaviest first, with their weights. A referral's
 * payments are held if the weights of its signals total at least `HOLD_WEIGHT`; the two lightest do not suffice.
 */
export const referralSignals = {
  /** The same identity document or the same picture of it. */
  same_document: 100,
  /** The same browser, recognized by its cookie. */
  same_device: 80,
  /** Withdrawals of both were paid to the same address. */
  same_address: 60,
  /** Deposits of both came from the same address, which few other clients use. */
  same_sender: 60,
  /** Both used the same IP address within a day. */
  same_network: 30,
  /** The friend signed up from an IP address that the inviter had used within the previous hour. */
  quick_sign_up: 20,
} as const;
export type ReferralSignal = keyof typeof referralSignals;
export const signalWords = Object.keys(referralSignals) as ReferralSignal[];

export const HOLD_WEIGHT = 60;
/** The number of days in which both may object to a hold. Without an objection, the hold then ends in a denial. */
export const HOLD_DAYS = 30;

/**
 * The kind of signal that is shown to the two clients. An exact signal would reveal whether an address or a document
 * belongs to the other client.
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
