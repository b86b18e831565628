/**
 * The kinds of notifications to clients. The page that shows a notification composes its text from the kind and the
 * parameters.
 */
export const notificationKinds = [
  'welcome',
  'deposit_credited',
  'withdrawal_requested',
  'withdrawal_completed',
  'withdrawal_refused',
  'limit_converted',
  'limit_convert_ended',
  'order_refused',
  'position_closed',
  'position_settled',
  'market_terms_changed',
  'delisting_planned',
  'delisting_reminder',
  'delisting_cancelled',
  'purchase_credited',
  'purchase_failed',
  'purchase_taken_back',
  'new_sign_in',
  'password_changed',
  'security_changed',
  'kyc_submitted',
  'kyc_approved',
  'kyc_photo_refused',
  'restriction_set',
  'restriction_ended',
  'objection_answered',
  'support_replied',
  'announcement',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];
