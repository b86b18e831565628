import type { ErrorReason, errorReasons, ReasonsOf } from './error-reasons.ts';

/** One row of the error table: message, status, and whether the same call may succeed later. */
export interface ErrorRow {
  readonly status: number;
  /** `{name}` stands for a parameter of the error. */
  readonly message: string;
  readonly retryable: boolean;
}

const row = <const Message extends string>(status: number, message: Message, retryable = false) => ({
  status,
  message,
  retryable,
});

/** Every error the server returns. An endpoint may have its own message for an error (`errorVariants`). */
export const errorTable = {
  invalid_request: row(400, 'The request is not valid: {reason}'),
  unknown_field: row(400, 'Unknown field: {field}'),
  malformed_amount: row(400, 'Amounts and prices must be plain decimal numbers, such as 0.015'),
  excess_decimals: row(400, 'The amount or price can have at most {decimals} decimals'),
  not_authenticated: row(401, 'Please sign in'),
  session_expired: row(401, 'Your session has ended. Please sign in again.'),
  login_failed: row(401, 'Wrong email or password'),
  sign_in_expired: row(401, 'This sign-in is no longer valid. Please start again.'),
  google_state: row(
    400,
    'This sign-in was not started in this browser, has expired or has already been used. Please start again.',
  ),
  google_ticket: row(
    401,
    'This sign-in was not started in this browser, has expired or has already been used. Please start again.',
  ),
  google_failed: row(502, 'Google sign-in failed. Please try again.', true),
  google_unavailable: row(404, 'Google sign-in is not available'),
  outside_account_expired: row(422, 'Your sign-in with Google or your wallet has expired. Please start again.'),
  wallet_message_invalid: row(
    422,
    'The signed message is not the one that we asked your wallet to sign. Please try again.',
  ),
  wallet_nonce_used: row(
    401,
    'The message that your wallet signed has expired or has already been used. Please try again.',
  ),
  wallet_signature_wrong: row(
    401,
    'The signature does not match this wallet address. Smart contract wallets are not supported.',
  ),
  passkey_refused: row(401, 'This passkey was not accepted, or the request has expired. Please try again.'),
  passkey_required: row(422, 'Confirm this with one of your passkeys'),
  passkey_unknown: row(404, 'Passkey not found'),
  factors_held: row(
    403,
    'You cannot add a passkey or an authenticator, or raise your limit for a single withdrawal, until {end}, because a passkey was removed with an emailed code or the account password was reset.',
  ),
  too_many_passkeys: row(422, 'You can have at most {most} passkeys'),
  wrong_password: row(422, 'Wrong account password'),
  password_reused: row(422, 'Recently used password. Please make another.'),
  reset_expired: row(422, 'This password reset is no longer valid. Please request a new code.'),
  authenticator_enrolled: row(409, 'An authenticator is already set up'),
  authenticator_missing: row(422, 'No authenticator is set up'),
  connection_taken: row(409, 'This Google account or wallet is already connected to another account'),
  connection_exists: row(409, 'A Google account is already connected. Disconnect it first.'),
  connection_unknown: row(404, 'This Google account or wallet is not connected to your account'),
  too_many_wallets: row(422, 'You can connect at most {most} wallets'),
  account_frozen: row(403, 'Your account has been freezed. Please contact customer service for more details.'),
  account_restricted: row(403, 'Trading is restricted until {end}: {reason}'),
  foreign_origin: row(
    403,
    'This request did not come from a page of this site, or it was sent to a host name other than this site’s. Programs must send a bearer token instead of a cookie.',
  ),
  not_permitted: row(403, 'Your role does not allow this'),
  own_approval: row(403, 'You cannot approve or reject your own request'),
  approver_too_new: row(
    403,
    'You can make and approve requests from {time}, 24 hours after you set up your authenticator',
  ),
  asker_not_permitted: row(
    409,
    'The person who made this request no longer has the role or access required for it. Someone with the required role must make a new request.',
  ),
  identity_decided_by_you: row(403, 'You reviewed this client’s identity, so someone else must approve the withdrawal'),
  own_account: row(403, 'You cannot do this to your own account'),
  not_yours: row(403, 'This belongs to another account'),
  not_found: row(404, 'Not found'),
  unknown_coin: row(404, 'Unknown coin: {coin}'),
  unknown_market: row(404, 'Unknown market: {name}'),
  network_closed: row(409, 'The {network} network is currently unavailable'),
  node_unavailable: row(503, 'The {network} node is not responding. Please try again later.', true),
  network_without_coin: row(422, '{coin} is not available on {network}'),
  unknown_order: row(404, 'This order does not exist or is no longer open'),
  unknown_client: row(404, 'Client not found, or there is nothing to show here for this client'),
  unknown_conversation: row(404, 'This conversation does not exist or has been deleted'),
  unknown_session: row(404, 'This session does not exist or has already ended'),
  method_not_allowed: row(405, '{method} is not allowed here; use {allowed}'),
  email_not_found: row(404, 'Email not found'),
  support_full: row(503, 'Support cannot accept more messages right now. Please try again later.', true),
  request_answered: row(409, 'This message has already been answered'),
  email_taken: row(409, 'Email already exist'),
  code_mismatch: row(422, 'Verification code does not match'),
  invitation_invalid: row(422, 'This invitation is no longer valid. Ask an administrator for a new one.'),
  approval_decided: row(409, 'This request has already been decided or withdrawn, or has expired'),
  staff_changed: row(
    409,
    'This person’s access has changed since the request was made. If the change is still needed, make a new request.',
  ),
  settings_changed: row(409, 'The settings have changed in the meantime. Open them again.'),
  settings_invalid: row(422, 'These settings cannot be saved: {reason}'),
  listing_invalid: row(422, 'These values are not valid: {reason}'),
  listing_changed: row(409, 'This listing has changed in the meantime. Open it again.'),
  listed_already: row(409, '{name} is already listed'),
  values_moved: row(
    409,
    'The market has moved since you opened this request: the mark price, the open interest or the number of positions. Check the new values, then approve again.',
    true,
  ),
  market_delisting: row(409, 'This market is being delisted'),
  delisting_planned: row(409, 'The delisting of this market is already scheduled'),
  delisting_near: row(
    409,
    'In the last hour before the delisting, limits and terms of this market cannot be changed. Cancel the delisting first.',
  ),
  perpetual_halted: row(
    409,
    '{name} is halted. The only way to end the halt is to open the market, which a second person must approve.',
  ),
  too_many_drafts: row(422, 'You can have at most {most} drafts. Discard one first.'),
  nothing_to_change: row(422, 'No changes to save'),
  last_administrator: row(422, 'There must be at least one administrator'),
  password_too_short: row(422, 'Password must be at least 9 characters'),
  password_too_long: row(422, 'Password must be at most 128 characters'),
  password_too_common: row(422, 'This password is too common. Please choose another.'),
  password_guessable: row(
    422,
    'This password is too easy to guess: it is based on words such as your name, your email or our name. Please choose another.',
  ),
  password_leaked: row(422, 'This password has appeared in a data breach. Please choose another.'),
  password_mismatch: row(422, 'Password does not match'),
  name_invalid: row(422, 'Please enter a name without <, > or invisible characters'),
  address_invalid: row(422, 'Please enter an address without <, > or invisible characters'),
  date_of_birth_invalid: row(422, 'Please enter a valid date of birth. You must be at least 18.'),
  email_invalid: row(422, 'E-mail must be valid'),
  phone_invalid: row(422, 'Please enter a valid phone number'),
  anti_phishing_invalid: row(422, 'Please enter 4-20 characters, excluding special symbols'),
  mobile_taken: row(409, 'This mobile number is already connected to another account'),
  transaction_password_missing: row(422, 'Please set up a transaction password first'),
  transaction_password_required: row(422, 'Password is required'),
  wrong_transaction_password: row(422, 'Wrong transaction password'),
  transaction_password_set: row(409, 'A transaction password is already set'),
  kyc_required: row(403, 'KYC is required before trading'),
  photo_required: row(422, 'Photo is required'),
  photo_not_image: row(422, 'This file cannot be read as a photo. Please send a JPEG, PNG or WebP.'),
  photo_heic: row(422, 'HEIC photos are not supported. Please send a JPEG.'),
  photo_too_large: row(422, 'The photo is too large. Please send one of at most {megapixels} megapixels.'),
  photo_too_small: row(422, 'The photo is too small to read. Its shorter side must be at least {pixels} pixels.'),
  photo_stands: row(409, 'This photo has already been sent. It can be replaced only if it is rejected.'),
  photo_seen_before: row(422, 'This photo was rejected before. Please take a new one.'),
  document_differs: row(
    409,
    'The document type or number does not match the photos you have already sent. Enter the same type and number for the selfie.',
  ),
  id_number_invalid: row(422, 'Field is required'),
  unknown_photo: row(404, 'This photo does not exist or has been erased'),
  own_case: row(403, 'You cannot review your own proof of identity'),
  kyc_case_changed: row(409, 'This client’s proof of identity has changed since you opened it. Open it again.'),
  photo_not_waiting: row(409, 'This photo is not pending review'),
  reason_required: row(422, 'Enter a reason for each rejected photo, and a note for “Other reason”'),
  document_in_use: row(409, 'This document has already been used to verify another client ({uid})'),
  message_required: row(422, 'Enter a message or attach a file'),
  attachment_refused: row(422, 'This file cannot be attached. Please choose a readable JPEG, PNG, WebP or PDF file.'),
  unknown_upload: row(
    422,
    'This file was not received, was sent more than an hour ago or has already been used. Please send it again.',
  ),
  attachments_full: row(
    422,
    'The files attached to a conversation can total at most {megabytes} MB. Please describe in a message what the file shows.',
  ),
  unknown_attachment: row(404, 'This file does not exist'),
  unknown_operator: row(404, 'Conversations cannot be assigned to this staff member'),
  unknown_news: row(404, 'This news item is not available'),
  unknown_picture: row(404, 'This image is not available'),
  news_changed: row(409, 'Someone has changed this news item since you opened it. Open it again.'),
  unknown_promotion: row(404, 'This promotion does not exist'),
  promotion_changed: row(409, 'Someone has changed this promotion since you opened it. Open it again.'),
  promotion_incomplete: row(
    422,
    'A promotion needs an English title, an end after its start, a description of its image, and a link to a page on this site or an https URL',
  ),
  link_not_allowed: row(422, 'Promotions may link only to this site and to the sites that the server’s settings allow'),
  news_body_required: row(422, 'Enter a title and text'),
  unknown_restriction: row(404, 'This restriction does not exist'),
  client_may_trade: row(
    409,
    'This client is neither frozen nor restricted from trading, so you cannot close their positions',
  ),
  no_such_position: row(409, 'This client has no open position in this market and direction'),
  nothing_closed: row(409, 'No part of the position could be closed at these prices'),
  restriction_ended: row(409, 'This restriction has already ended'),
  restriction_changed: row(
    409,
    'This restriction has changed since the extension was requested. If an extension is still needed, request it again.',
  ),
  restriction_exists: row(409, 'This client already has this restriction'),
  rule_empty: row(422, 'Enter the rule that the restriction is based on'),
  second_person_needed: row(403, 'You set or extended this restriction, so someone else must decide on the appeal'),
  unknown_objection: row(404, 'This appeal does not exist'),
  objection_open: row(409, 'You have already appealed. Your appeal is under review.'),
  objection_answered: row(409, 'This appeal has already been answered'),
  objection_empty: row(422, 'Please explain your reasons in a sentence or two'),
  answer_empty: row(422, 'Enter your reply to the client'),
  not_frozen: row(409, 'This account is not frozen. Please sign in.'),
  recipient_required: row(422, 'Please enter Recipient Address'),
  recipient_malformed: row(
    422,
    'The withdrawal address format is wrong. Please check the withdrawal address length and character content and try again.',
  ),
  recipient_wrong_network: row(422, 'This address does not match the currently selected primary network.'),
  recipient_flagged: row(403, 'This address is linked to fraud. Withdrawals to it are blocked: {reason}'),
  recipient_own: row(422, 'This is your own deposit address or an address of the exchange'),
  recipient_contract: row(
    422,
    'This is the contract address of {coin}. Coins sent to it are lost. Enter the address of a wallet.',
  ),
  recipient_unspendable: row(
    422,
    'Nobody has the private key for this address. Coins sent to it are lost. Enter the address of a wallet.',
  ),
  recipient_not_saved: row(403, 'You have chosen to withdraw to saved addresses only. Save this address first.'),
  recipient_too_new: row(403, 'This saved address can be used from {time}'),
  unknown_network: row(404, '{coin} cannot be withdrawn on {network}'),
  withdrawals_stopped: row(423, 'Withdrawals of {coin} on {network} are suspended', true),
  withdrawals_restricted: row(403, 'Withdrawals are temporarily disabled until {end}: {reason}. {rule}'),
  withdrawals_held: row(403, 'Withdrawals are on hold until {end}: {reason}'),
  single_withdrawal_limit: row(
    422,
    'Without an authenticator or passkey, a single withdrawal can be worth at most {value} USDT',
  ),
  factor_too_new: row(
    422,
    'A withdrawal worth more than {value} USDT must be confirmed with an authenticator or passkey that was set up at least 24 hours ago. You can use your new authenticator or passkey for this from {time}.',
  ),
  withdraw_limit_unknown: row(422, 'Choose one of these limits: {choices} USDT'),
  withdrawal_limit: row(422, '24-hour withdrawal limit exceeded: {left} of {limit} USDT remaining'),
  too_many_withdrawals: row(
    422,
    'You have requested {most} withdrawals of this kind in the last 24 hours (external withdrawals and withdrawals to other users are counted separately). You can request another one after {time}.',
  ),
  too_many_unfinished_withdrawals: row(
    422,
    'At most {most} withdrawals can be in progress at once. Wait for one to complete, or cancel one.',
  ),
  recipient_failed: row(
    422,
    'A payment of this coin to this address has failed or would fail on the network. You can withdraw this coin to this address again after {time}.',
  ),
  withdrawals_failed: row(
    422,
    'Several of your recent withdrawals failed on the network, or were stopped because they would have failed. You can withdraw to external wallets again after {time}.',
  ),
  fee_changed: row(409, 'The network fee is now {fee}. Please review the withdrawal.'),
  unknown_withdrawal: row(404, 'This withdrawal does not exist'),
  withdrawal_under_way: row(409, 'This withdrawal can no longer be cancelled'),
  withdrawal_not_waiting: row(409, 'This decision is not possible in the current state of the withdrawal'),
  payment_not_failed: row(409, 'This payment has not failed, or it has already been retried or refunded'),
  payment_not_final: row(
    409,
    'The failure of this payment is not final on the network yet. Until it is, the payment is tracked and can be neither retried nor refunded.',
  ),
  alarm_over: row(409, 'This alarm has already ended'),
  still_unread: row(
    409,
    'The node still does not report which funds this transaction moved. Try again later, or check the transaction in a block explorer and acknowledge the alarm.',
  ),
  withdrawal_approved_by_you: row(409, 'You have already approved this withdrawal. Someone else must approve it.'),
  address_saved: row(409, 'This address is already saved'),
  too_many_addresses: row(422, 'At most {most} addresses can be saved'),
  unknown_address: row(404, 'Saved address not found'),
  address_blocked: row(409, 'This address is already blocked'),
  address_not_blocked: row(404, 'This address is not blocked'),
  idempotency_key_invalid: row(400, 'Idempotency-Key must be 1 to 128 visible ASCII characters'),
  reference_conflict: row(409, 'This Idempotency-Key was already used for a different request. Use a new key.'),
  amount_required: row(422, 'Amount is required'),
  below_minimum: row(422, 'Amount must be at least {value}'),
  above_maximum: row(422, 'Amount must be at most {value}'),
  exceeds_balance: row(422, 'Insufficient balance ({value})'),
  unknown_product: row(404, 'This product does not exist'),
  unknown_stake: row(404, 'This subscription does not exist'),
  product_closed: row(409, 'This product takes no new subscriptions at the moment'),
  product_exists: row(409, 'This coin has a product already. Publish new terms of it instead.'),
  product_ended: row(409, 'This product has been ended'),
  quota_reached: row(409, 'Only {left} of this product’s quota is left'),
  pool_cannot_cover: row(
    409,
    'The pool that pays the interest cannot cover this amount at the moment. Try a smaller amount or a shorter term.',
  ),
  offer_invalid: row(422, 'This field of the offer is not valid: {field}'),
  offer_changed: row(409, 'The terms of this offer have changed. Please check them and try again.'),
  miner_sold_out: row(409, 'All units of this miner are rented at the moment'),
  too_many_rentals: row(409, 'You can rent at most {most} units of this miner at a time'),
  rental_terms_changed: row(409, 'The terms of this miner have changed. Please check them again.'),
  term_unknown: row(422, 'This product does not offer this duration'),
  terms_not_accepted: row(422, 'Please accept the terms of an early unlock'),
  too_many_stakes: row(
    409,
    'You can have at most {most} running subscriptions, and make at most {most} new ones in 24 hours',
  ),
  too_many_redemptions: row(
    409,
    'You can make at most {most} partial redemptions in 24 hours. You can still redeem the full amount.',
  ),
  stake_busy: row(409, 'Another change to this subscription is being processed. Please try again.', true),
  stake_ended: row(409, 'This subscription has already ended'),
  term_ended: row(409, 'The term has ended. Principal and interest are being paid to your spot wallet.'),
  not_redeemable: row(422, 'A locked subscription cannot be redeemed. You can unlock it early.'),
  unknown_plan: row(404, 'This plan does not exist'),
  plan_changed: row(409, 'This plan has changed in the meantime. Open it again.'),
  plan_stopped: row(409, 'This plan has been stopped'),
  weights_invalid: row(422, 'Choose each coin only once. The weights must be whole percentages that add up to 100%.'),
  schedule_invalid: row(
    422,
    'Set a weekday only for weekly cycles, a date only for monthly cycles, and an hour only for cycles of a day or longer',
  ),
  list_empty: row(409, 'No coin in this list can be bought at the moment'),
  too_many_plans: row(409, 'You can have at most {most} plans. Stop one first, or try again tomorrow.'),
  too_many_runs: row(
    409,
    'Your plans can make at most {most} purchases in 24 hours, counting each coin separately. Choose a longer cycle or fewer coins.',
  ),
  not_unlockable: row(422, 'A flexible subscription has no term. You can redeem it at any time.'),
  unlock_quote_changed: row(409, 'Another day of interest was posted in the meantime. Check the figures again.'),
  exceeds_limit: row(422, 'This withdrawal exceeds your 24-hour limit'),
  same_coin: row(422, 'Choose two different coins'),
  no_conversion: row(422, '{from} cannot be converted to {to}'),
  quote_unknown: row(422, 'This quote does not exist. Request a new one.'),
  buying_unavailable: row(409, 'Buying with PayPal is not available'),
  prices_unavailable: row(503, 'No current prices are available. Please try again in a minute.', true),
  payment_provider_down: row(502, 'PayPal is not responding. Nothing was charged.', true),
  payment_provider_silent: row(502, 'PayPal is not responding. Try again in a minute.', true),
  unknown_purchase: row(404, 'This purchase does not exist'),
  purchase_not_given_back: row(
    409,
    'This payment was charged but not credited. Before you mark it as resolved, check with PayPal again or refund it in PayPal.',
  ),
  nothing_owed: row(
    409,
    'The client owes nothing for this purchase: any refunds have already been deducted from their spot wallet',
  ),
  nothing_to_take: row(409, 'The client has no USDT in the spot wallet, so nothing can be deducted'),
  take_back_waits: row(409, 'The reversal of this purchase has already been requested or is in progress'),
  unknown_task: row(404, 'This task does not exist or is no longer offered'),
  guess_closed: row(409, 'This round has begun. Guess for the next one.'),
  game_unavailable: row(409, 'There is currently no index to guess'),
  task_not_done: row(409, 'This task is not completed yet'),
  terms_changed: row(409, 'These terms have been changed in the meantime. Open them again.'),
  task_changed: row(409, 'This task has been changed in the meantime. Open it again.'),
  reward_account_empty: row(
    409,
    'Claims are paused until the reward account is funded again. Your points remain.',
    true,
  ),
  unknown_hold: row(404, 'This hold does not exist'),
  hold_ended: row(409, 'This hold has already been decided, or the objection period has ended'),
  objection_made: row(409, 'You have already objected to this hold'),
  no_objection: row(409, 'This hold has no objection to decide on. It ends automatically.'),
  exceeds_house_funds: row(409, 'The account of the exchange that this money comes from does not hold this amount'),
  exceeds_free_funds: row(
    409,
    'This amount exceeds the fund’s unreserved balance, or the amount the fund received from this account',
  ),
  unknown_funding: row(404, 'This deposit into the fund does not exist'),
  funding_under_way: row(409, 'This deposit into the fund has been made or cancelled already'),
  reward_unavailable: row(409, 'Rewards are not available yet'),
  points_too_few: row(422, 'You have {points} points; at least {least} are needed'),
  points_not_whole: row(422, 'Points are converted in whole hundreds'),
  message_refused: row(403, 'This message is not signed by the payment provider'),
  quote_expired: row(409, 'This price is no longer available. Check the new one.', true),
  below_rate: row(
    409,
    'The market has moved: you would have received less than the amount you accepted. Nothing was converted.',
    true,
  ),
  same_wallet: row(422, 'Choose two different wallets'),
  exceeds_range: row(422, 'The amount or price is too large'),
  price_required: row(422, 'Price is required'),
  price_off_tick: row(422, 'The price must be a multiple of {tick}'),
  size_off_lot: row(422, 'The amount must be a multiple of {lot}'),
  outside_price_band: row(422, 'The price is too far from the market price (allowed: {low} to {high})'),
  trigger_not_reached_side: row(
    422,
    'The trigger price would be reached immediately. For an OCO order, the market price must be between the trigger price and the limit price.',
  ),
  take_profit_wrong_side: row(
    422,
    'The take-profit price must be above the order’s price for a buy order, and below it for a sell order. The price of a market order is its trigger price or, if it has none, the market price.',
  ),
  stop_loss_wrong_side: row(
    422,
    'For a buy order, the stop-loss price must be below the order’s price and the market price; for a sell order, above both. If the order has a trigger, the trigger price counts instead of the market price.',
  ),
  duplicate_client_order_id: row(409, 'An open order with this client order ID already exists'),
  too_many_limit_conversions: row(
    422,
    'At most {most} limit conversions can be open at once. Cancel one to place another.',
  ),
  too_many_conversions: row(
    422,
    'You have placed {most} limit conversions in the last 24 hours. You can place another after {time}.',
  ),
  too_many_open_orders: row(422, 'You have too many open orders in this market. Cancel one to place another.'),
  would_take: row(422, 'This order would trade immediately, which is not allowed for post-only and OCO orders'),
  cannot_fill: row(
    422,
    'There are not enough orders of other users to fill your order or conversion completely at this price',
  ),
  beyond_protection: row(
    422,
    'The price has moved beyond your maximum slippage. Check the new price and try again.',
    true,
  ),
  no_liquidity: row(422, 'There are no matching orders right now', true),
  no_position: row(409, 'You have no open position in this direction'),
  before_term_end: row(
    409,
    'This position has a minimum term. Days left: {days}. It can be closed early if income reaches {target} USDT, or if total assets fall to or below {funds} USDT.',
  ),
  futures_risks_not_accepted: row(422, 'Read and accept the notice on the risks of futures first'),
  minimum_term_not_accepted: row(
    422,
    'Read and accept the minimum term of positions in this market first. Term in days: {days}.',
  ),
  minimum_term_changed: row(
    409,
    'The minimum term of this market has changed. New term in days: {days}. Read and accept it.',
  ),
  take_profit_in_term: row(
    422,
    'Positions in this market have a minimum term, so a take-profit cannot be attached to the order',
  ),
  above_position_limit: row(
    422,
    'Your position in this market can be at most {value}, including the open orders that would increase it',
  ),
  leverage_not_offered: row(422, 'Choose one of these leverage levels: {choices}'),
  leverage_too_high: row(422, 'The maximum leverage in this market is {most}×'),
  has_open_orders: row(
    409,
    'Before you change the leverage, cancel all orders that would open or increase this position',
  ),
  margin_too_high: row(422, 'The margin of this position can be at most twice its entry value'),
  mark_price_unconfirmed: row(
    423,
    'The mark price of this market is not confirmed right now, so this is not possible. Please try again shortly.',
    true,
  ),
  below_initial_margin: row(422, 'At most {value} can be removed from the margin of this position'),
  would_liquidate: row(
    422,
    'This order would cause your position to be liquidated immediately. Use lower leverage or a better price.',
  ),
  market_halted: row(423, 'Trading in this market is halted', true),
  market_delisted: row(410, 'This market was delisted'),
  market_cancel_only: row(423, 'This market accepts cancellations only', true),
  market_close_only: row(423, 'This market will be delisted on {time}. Until then, positions can only be closed.'),
  too_many_holds: row(
    422,
    'Too many withdrawals and limit conversions are pending. Wait for one to complete, or cancel one.',
  ),
  market_busy: row(423, 'This market is still processing earlier orders or a funding payment. Please try again.', true),
  open_amount_changed: row(409, 'The open amount of this order has changed in the meantime. Check it and try again.'),
  not_amendable: row(422, 'This order cannot be changed in this way. Cancel it and place another.'),
  unsupported_combination: row(422, 'These order options cannot be combined: {reason}'),
  too_large: row(413, 'The request is too large'),
  request_timeout: row(408, 'The request took too long to arrive', true),
  length_required: row(411, 'The request must have a Content-Length header'),
  unsupported_media_type: row(415, 'Send JSON (application/json)'),
  too_many_purchases: row(422, 'At most {most} purchases can be open at once. Pay for one, or wait until one expires.'),
  too_many_requests: row(429, 'Too many requests. Please wait {seconds} s.', true),
  slow_consumer: row(429, 'Disconnected: messages were not read fast enough', true),
  bad_stream_message: row(400, 'This stream message is invalid: {reason}'),
  busy: row(503, 'The exchange is busy. Please try again.', true),
  position_not_reached: row(503, 'This server has not reached log position {position} yet', true),
  unavailable: row(503, 'The exchange cannot process this request right now. Please try again later.', true),
  outcome_unknown: row(
    503,
    'It is not known yet whether this went through. Check the result before you try again.',
    true,
  ),
  internal: row(500, 'Something went wrong'),
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorTable;

/** Alternative messages for an error, by name: the specification's own, or more specific ones. */
export const errorVariants = {
  login_failed: { phone: 'Wrong phone number or password', old_password: 'Invalid Old Password' },
  code_mismatch: { reset: 'Code do not Match' },
  below_minimum: {
    side: 'Amount must be greater than minimum {side} amount ({value})',
    withdrawal: 'Amount must be greater than minimum withdrawable ({value})',
    earn: 'Amount must be greater than or equal minimum',
  },
  above_maximum: { earn: 'Amount must be less than maximum' },
  terms_not_accepted: {
    dual: 'Please confirm that you accept both outcomes',
    rental: 'Please accept the terms of the rental',
  },
  product_closed: { rental: 'This miner is not for rent at the moment' },
  pool_cannot_cover: {
    dual: 'The pool that backs this offer cannot cover the payout of both outcomes for this amount. Please try a smaller amount.',
    rental: 'The pool cannot cover another rental at the moment',
  },
  exceeds_balance: {
    earn: 'Amount must be less than or equal balance',
    wallet: 'Insufficient balance in {wallet} wallet',
    withdrawal: 'Amount must be less than or equal to your balance ({value})',
  },
  too_large: {
    photo: 'The photo is too large. Please send one of at most 6 MB.',
    attachment: 'A file can be at most 5 MB',
    picture: 'An image can be at most 6 MB',
    icon: 'An icon can be at most 1 MB',
  },
  unsupported_media_type: {
    photo: 'Send the photo as raw bytes (application/octet-stream)',
    attachment: 'Send the file as raw bytes (application/octet-stream)',
    picture: 'Send the image as raw bytes (application/octet-stream)',
  },
  unsupported_combination: { transfer: 'These transfer options cannot be combined: {reason}' },
  busy: { upload: 'Other files are still being checked. Please try again in a few seconds.' },
  photo_not_image: { picture: 'This image cannot be read. Use a JPEG, PNG or WebP file.' },
  photo_heic: { picture: 'HEIC images cannot be read. Use a JPEG, PNG or WebP file.' },
  photo_too_large: { picture: 'The image has too many pixels. Use one of at most {megapixels} megapixels.' },
  photo_too_small: { picture: 'The image is too small. Its shorter side must be at least {pixels} pixels.' },
} as const satisfies Partial<Record<ErrorCode, Readonly<Record<string, string>>>>;

/** The variant that an endpoint uses for each error. */
export type ErrorWording = { readonly [C in keyof typeof errorVariants]?: keyof (typeof errorVariants)[C] };

/** The message of an error in the wording of an endpoint. */
export function errorMessage(code: ErrorCode, wording: ErrorWording = {}): string {
  const variants: Readonly<Partial<Record<ErrorCode, Readonly<Record<string, string>>>>> = errorVariants;
  const variant = (wording as Partial<Record<ErrorCode, string>>)[code];
  return (variant && variants[code]?.[variant]) || errorTable[code].message;
}

/** The names of a message's placeholders. */
export type NamesIn<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type ParameterNames<C extends ErrorCode> = NamesIn<(typeof errorTable)[C]['message']>;
type ForReason<R extends ErrorReason> = {
  readonly [K in R]: { readonly reason: K } & Readonly<Record<NamesIn<(typeof errorReasons)[K]>, string>>;
}[R];
type Parameters = Readonly<Record<string, string>>;

/** The required parameters of an error: codes, numbers, amounts, and times in Unix milliseconds (`end`, `time`). */
export type ErrorParameters<C extends ErrorCode = ErrorCode> = Parameters &
  Readonly<Record<Exclude<ParameterNames<C>, C extends keyof ReasonsOf ? 'reason' : never>, string>> &
  (C extends keyof ReasonsOf ? ForReason<ReasonsOf[C]> : unknown);

export type HasParameters<C extends ErrorCode> = [ParameterNames<C>] extends [never] ? false : true;

/** The body of every 4xx and 5xx response. */
export interface ErrorBody {
  readonly code: ErrorCode;
  /** The variant of the message, unless it is the default one. */
  readonly variant?: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly parameters?: Record<string, string>;
}
