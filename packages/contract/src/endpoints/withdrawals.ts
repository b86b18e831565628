import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CoinName,
  Cursor,
  Day,
  Decimal,
  Exact,
  NameText,
  NetworkName,
  Optional,
  Position,
  paged,
  RowId,
  Success,
  TimeMs,
  WebAuthn,
  Words,
} from '../schema.ts';
import {
  holdReasons,
  scamPatterns,
  withdrawalRefusalTexts,
  withdrawalStages,
  withdrawalStates,
} from '../withdrawals.ts';
import { RestrictionReasonWord } from './restrictions.ts';

const AddressText = Type.String({ maxLength: 128, examples: ['TSW8zpeDDMrbToXvQuVM2rEeFaJQfJJx7D'] });
const Password = Type.String({ maxLength: 128 });
const AmountText = Type.String({ maxLength: 40, examples: ['1200'] });

/** A withdrawal as its owner sees it. */
export const WithdrawalItem = Exact({
  id: RowId,
  client_wallet: Exact({ coin: Exact({ name: CoinName, full_name: Type.String(), image: Type.String() }) }),
  coin: CoinName,
  network: NetworkName,
  withdraw_address: Type.String(),
  /** The label of the saved address; empty if the address is not saved. */
  address_label: Type.String(),
  withdraw_amount: Decimal,
  gasfee: Decimal,
  received_amount: Decimal,
  value_usdt: Decimal,
  state: Words(withdrawalStates),
  stage: Words(withdrawalStages),
  /** When the withdrawal was confirmed, and when it reached its current stage. */
  application_time: TimeMs,
  date: TimeMs,
  /** How many operators must approve the withdrawal, and how many have approved it. */
  approvals_needed: Type.Integer(),
  approvals: Type.Integer(),
  /** Whether the withdrawal goes to another client of this exchange; if so, nothing is sent on the network. */
  is_internal: Type.Boolean(),
  /**
   * Empty until the withdrawal is sent on the network. The URL of the transaction's page in a block explorer also stays
   * empty if operators have set up no explorer.
   */
  txid: Type.String(),
  explorer_url: Type.String(),
  confirmations: Type.Integer(),
  confirmations_needed: Type.Integer(),
  may_cancel: Type.Boolean(),
  /** Why the withdrawal was rejected; empty if it was not. */
  refusal_reason: Words(['', ...(Object.keys(withdrawalRefusalTexts) as (keyof typeof withdrawalRefusalTexts)[])]),
  refusal_note: Type.String(),
  /** The log position at which the amount was put on hold; 0 before that. */
  position: Position,
});

const SavedAddress = Exact({
  id: RowId,
  network: NetworkName,
  address: Type.String(),
  label: Type.String(),
  added_at: TimeMs,
  /** The time from which a withdrawal that requires a saved address can use this one. */
  usable_at: TimeMs,
  /** The number of completed withdrawals to the address. */
  used: Type.Integer(),
});

const Label = NameText({ maxLength: 40, examples: ['Cold wallet'] });

const recipientErrors = [
  'recipient_required',
  'recipient_malformed',
  'recipient_wrong_network',
  'recipient_flagged',
  'recipient_own',
  'recipient_contract',
  'recipient_unspendable',
] as const;
const addressErrors = [...recipientErrors, 'address_saved', 'too_many_addresses'] as const;
const passwordErrors = ['wrong_transaction_password', 'transaction_password_missing'] as const;

const draftErrors = [
  'unknown_coin',
  'unknown_network',
  'withdrawals_stopped',
  ...recipientErrors,
  'recipient_not_saved',
  'recipient_too_new',
  'amount_required',
  'malformed_amount',
  'excess_decimals',
  'exceeds_range',
  'below_minimum',
  'exceeds_balance',
  'withdrawals_restricted',
  'withdrawals_held',
  'single_withdrawal_limit',
  'factor_too_new',
  'withdrawal_limit',
  'too_many_withdrawals',
  'too_many_unfinished_withdrawals',
  'recipient_failed',
  'withdrawals_failed',
  'transaction_password_missing',
] as const;

/** What is withdrawn, on which network, and to whom. */
const details = {
  coin: CoinName,
  bchain_name: NetworkName,
  withdraw_address: AddressText,
  withdraw_amount: AmountText,
};

const amountWording = { below_minimum: 'withdrawal', exceeds_balance: 'withdrawal' } as const;

const area = 'wallet';

const forClients = { area: 'wallet', access: 'client' } as const;

export const withdrawalEndpoints = {
  networks: defineEndpoint({
    method: 'GET',
    path: '/api/v3/networks',
    area,
    access: 'visitor',
    errors: [],
    summary:
      'The coins and networks for deposits and withdrawals: minimums, fees, confirmations, and whether deposits and withdrawals are open.',
    response: Exact({
      networks: Type.Array(
        Exact({
          coin: CoinName,
          /**
           * The fields `name` to `gasFee` are those of the specification; `minimum` and `gasFee` are for withdrawals.
           */
          name: Type.String(),
          value: NetworkName,
          subname: Type.String(),
          arrival: Type.String(),
          confirmation: Type.Integer(),
          minimum: Decimal,
          gasFee: Decimal,
          minimum_deposit: Decimal,
          /**
           * The number of confirmations after which a deposit is credited but frozen, and after which it is available.
           */
          credit_confirmations: Type.Integer(),
          unlock_confirmations: Type.Integer(),
          deposits_open: Type.Boolean(),
          withdrawals_open: Type.Boolean(),
        }),
      ),
    }),
  }),
  draftWithdrawal: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/otp',
    errors: draftErrors,
    wording: amountWording,
    summary:
      'Drafts a withdrawal, and sends the client an email with all details of the draft and a code that works only for this draft. The draft is valid for ten minutes and replaces the client’s previous draft. For a one-step withdrawal to a saved address, no code is sent or needed.',
    body: Exact({
      ...details,
      /**
       * Requests a one-step withdrawal, which needs no emailed code. The client must have turned one-step withdrawals
       * on, and the remaining limit for them must suffice.
       */
      one_step: Optional(Type.Boolean()),
    }),
    response: Exact({
      message: Words(['success']),
      draft: Exact({
        id: RowId,
        coin: CoinName,
        network: NetworkName,
        withdraw_address: Type.String(),
        address_label: Type.String(),
        withdraw_amount: Decimal,
        gasfee: Decimal,
        received_amount: Decimal,
        value_usdt: Decimal,
        is_internal: Type.Boolean(),
        expires_at: TimeMs,
        approvals_needed: Type.Integer(),
      }),
      /**
       * The factors that confirm the withdrawal. `email_code`: the email address to which a code was sent, partly
       * hidden; empty if no code is needed.
       */
      factors: Exact({ email_code: Type.String(), authenticator: Type.Boolean(), passkey: Type.Boolean() }),
      passkey: Optional(Exact({ token: Type.String(), options: WebAuthn })),
      /** The signs of fraud that the withdrawal matches. */
      warnings: Type.Array(Words(scamPatterns)),
      /** The part of the 24-hour limit that will remain after this withdrawal, in USDT. */
      left_after: Decimal,
    }),
  }),
  createWithdrawal: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/withdrawals',
    money: true,
    errors: [...draftErrors, 'fee_changed', 'passkey_refused', 'too_many_holds'],
    wording: amountWording,
    summary:
      'Confirms the client’s drafted withdrawal with the emailed code (empty for a one-step withdrawal), the transaction password, and an authenticator code or passkey if the client has set one up. If the details in the call differ from the draft, the message is wrong_code.',
    body: Exact({
      ...details,
      /** The network fee that the client saw. If the fee has changed, the call is refused as `fee_changed`. */
      gasfee: Optional(AmountText),
      /** The emailed code. */
      verification: Type.String({ maxLength: 16, examples: ['123456'] }),
      transaction_password: Password,
      /** The six-digit code of the authenticator. */
      totp: Optional(Type.String({ maxLength: 16 })),
      passkey: Optional(Exact({ token: Type.String({ maxLength: 64 }), response: WebAuthn })),
    }),
    example: {
      coin: 'USDT',
      bchain_name: 'TRC20',
      withdraw_address: 'TSW8zpeDDMrbToXvQuVM2rEeFaJQfJJx7D',
      withdraw_amount: '1200',
      gasfee: '1',
      verification: '123456',
      transaction_password: 'correct horse 9',
    },
    response: Exact({
      message: Words(['success', 'wrong_code', 'wrong_password']),
      /** For `wrong_code`: the factor whose code was wrong. */
      factor: Optional(Words(['email', 'authenticator', 'passkey'])),
      withdrawal_id: Optional(RowId),
      position: Optional(Position),
      /** The requested amount, the network fee, and the amount that the recipient receives. */
      result: Optional(
        Exact({
          coin: CoinName,
          network: NetworkName,
          withdraw_amount: Decimal,
          gasfee: Decimal,
          received_amount: Decimal,
        }),
      ),
    }),
  }),
  cancelWithdrawal: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/withdrawals/cancel',
    errors: ['unknown_withdrawal', 'withdrawal_under_way'],
    summary:
      'Cancels a withdrawal whose transaction has not been signed yet, and returns the full amount to the client. Repeating the call has no further effect.',
    body: Exact({ withdrawal_id: RowId }),
    /** The amount that was on hold for the withdrawal, fee included, and is now available again. */
    response: Exact({ message: Words(['success']), released: Exact({ coin: CoinName, amount: Decimal }) }),
  }),
  withdrawalHistory: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/withdraw-history',
    errors: [],
    summary:
      'The client’s withdrawals, newest first. The list can be filtered by coin, state and days (UTC), and paged in both directions.',
    query: Exact({
      coin: Optional(CoinName),
      state: Optional(Words(['completed', 'pending', 'cancelled'])),
      from: Optional(Day),
      to: Optional(Day),
      ...paged,
    }),
    response: Exact({
      withdraw: Type.Array(WithdrawalItem),
      next_cursor: Optional(Cursor),
      previous_cursor: Optional(Cursor),
    }),
  }),
  withdrawal: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/withdrawals/one',
    errors: ['unknown_withdrawal'],
    summary: 'One withdrawal of the client, with its progress.',
    query: Exact({ withdrawal_id: RowId }),
    response: Exact({ withdrawal: WithdrawalItem }),
  }),
  withdrawalLimits: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/withdrawal-limits',
    errors: [],
    summary:
      'The client’s current withdrawal limits, in USDT: the tier’s 24-hour limit and how much of it has been used, the single-withdrawal limit, the one-step quota, and the restriction or hold that prevents withdrawals, if there is one.',
    response: Exact({
      tier: Words(['Unverified', 'Verified']),
      per_day: Decimal,
      used: Decimal,
      left: Decimal,
      /** The limit that the client has chosen for a single withdrawal. */
      single: Decimal,
      /** Whether that limit applies now: it does unless an authenticator or a passkey was set up at least a day ago. */
      single_applies: Type.Boolean(),
      /** When that limit stops applying, if an authenticator or a passkey was set up less than a day ago. */
      single_ends_at: Optional(TimeMs),
      one_step: Exact({
        is_on: Type.Boolean(),
        /** When one-step withdrawals become possible, if the client has turned them on less than a day ago; else 0. */
        from: TimeMs,
        per_day: Decimal,
        left: Decimal,
      }),
      only_saved: Exact({
        is_on: Type.Boolean(),
        /** When the whitelist ends, if the client has turned it off less than a day ago; otherwise 0. */
        until: TimeMs,
      }),
      /** The values above which a withdrawal needs approval by one operator, or by two. */
      approval_above: Exact({ one: Decimal, two: Decimal }),
      /** The restriction on the client's withdrawals; absent if there is none. */
      restriction: Optional(Exact({ reason: RestrictionReasonWord, rule: Type.String(), ends_at: TimeMs })),
      /** The hold on withdrawals after a change to the client's security settings; absent if there is none. */
      hold: Optional(Exact({ reason: Words(holdReasons), ends_at: TimeMs })),
    }),
  }),
  savedAddresses: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/saved-addresses',
    errors: [],
    summary: 'The client’s saved addresses, newest first.',
    response: Exact({ addresses: Type.Array(SavedAddress) }),
  }),
  sendAddressCode: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/saved-addresses/send-code',
    errors: addressErrors,
    summary: 'Emails the client a code that can be used only to save this address on this network.',
    body: Exact({ network: NetworkName, address: AddressText }),
    response: Exact({ message: Words(['success']), sent_to: Type.String() }),
  }),
  saveAddress: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/saved-addresses/add',
    errors: [...addressErrors, 'code_mismatch', ...passwordErrors],
    summary:
      'Saves a withdrawal address; requires the emailed code and the transaction password. For the first 24 hours, the address is still treated as new: one-step withdrawal does not apply to it, and withdrawals to the address are refused while the address whitelist is on.',
    body: Exact({
      network: NetworkName,
      address: AddressText,
      label: Label,
      verification: Type.String({ minLength: 1, maxLength: 16 }),
      transaction_password: Password,
    }),
    response: Exact({ message: Words(['success']), address: SavedAddress }),
  }),
  renameAddress: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/saved-addresses/rename',
    errors: ['unknown_address', ...passwordErrors],
    summary: 'Changes the label of a saved address.',
    body: Exact({ address_id: RowId, label: Label, transaction_password: Password }),
    response: Success,
  }),
  removeAddress: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/saved-addresses/remove',
    errors: ['unknown_address', ...passwordErrors],
    summary: 'Removes a saved address. If the address is saved again, the 24-hour wait starts over.',
    body: Exact({ address_id: RowId, transaction_password: Password }),
    response: Success,
  }),
  setOnlySavedAddresses: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/withdrawal-choices/only-saved',
    errors: passwordErrors,
    summary:
      'Turns the address whitelist on or off. While it is on, withdrawals can be sent only to saved addresses. Turning it on takes effect immediately, turning it off after 24 hours.',
    body: Exact({ is_on: Type.Boolean(), transaction_password: Password }),
    /** `until`: when the whitelist ends, if it has been turned off but is still in effect; otherwise 0. */
    response: Exact({ message: Words(['saved']), until: TimeMs }),
  }),
  setOneStepWithdrawal: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/withdrawal-choices/one-step',
    errors: passwordErrors,
    summary:
      'Turns one-step withdrawals on or off. While they are on, withdrawals to saved addresses need no emailed code, up to the 24-hour quota; the transaction password is always required. Turning them on takes effect after 24 hours; turning them off takes effect immediately, even during those 24 hours.',
    body: Exact({ is_on: Type.Boolean(), transaction_password: Password }),
    /** `from`: when one-step withdrawals become possible; 0 if they already are, or are turned off. */
    response: Exact({ message: Words(['saved']), from: TimeMs }),
  }),
};
