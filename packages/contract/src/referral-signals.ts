/**
 * What the exchange compares of an inviter and a friend, heaviest first, with the weight of each. What a referral would be
 * paid is held if the weights of its signals add up to `HOLD_WEIGHT`: the lightest two do not suffice.
 */
export const referralSignals = {
  /** The same identity document or the same picture of it. */
  same_document: 100,
  /** The same browser, recognized by its cookie. */
  same_device: 80,
  /** Both withdraw to the same address, or have saved it. */
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
