import { Type } from 'typebox';
import { alarmCodes } from '../custody-alarms.ts';
import { defineEndpoint } from '../endpoint.ts';
import {
  CoinName,
  Decimal,
  Exact,
  NetworkName,
  Position,
  ReasonLike,
  Success,
  TimeMs,
  Version,
  Words,
} from '../schema.ts';

const SignedDecimal = Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$' });
const Count = Type.Integer({ minimum: 0 });

/**
 * The exchange's holdings of a coin on a network. Amounts are in coins, with the decimals of the network:
 * hot + at_addresses = owed + uncredited + rounding − leaving + difference.
 */
const Holding = Exact({
  network: NetworkName,
  coin: CoinName,
  at: TimeMs,
  position: Position,
  height: Count,
  hot: SignedDecimal,
  at_addresses: SignedDecimal,
  owed: SignedDecimal,
  uncredited: SignedDecimal,
  rounding: SignedDecimal,
  leaving: SignedDecimal,
  difference: SignedDecimal,
});

const PaymentItem = Exact({
  id: Type.String(),
  network: NetworkName,
  purpose: Words(['withdrawal', 'sweep', 'gas']),
  coin: CoinName,
  to: Type.String(),
  amount: Decimal,
  state: Words(['wanted', 'signed', 'broadcast', 'included', 'confirmed', 'failed']),
  problem: Type.String(),
  attempts: Count,
  txid: Type.String(),
  confirmations: Count,
  wanted_at: TimeMs,
});

const AlarmItem = Exact({
  network: NetworkName,
  kind: Type.String(),
  subject: Type.String(),
  /** What happened, as a sentence in English. */
  detail: Type.String(),
  /** Code and parameters of the sentence in `detail`; empty if the alarm predates these codes. */
  code: Words(['', ...alarmCodes]),
  parameters: Type.Record(Type.String(), Type.String()),
  since: TimeMs,
});

/** A row of the table of coins and networks. */
export const CoinNetworkRow = Exact({
  coin: CoinName,
  network: NetworkName,
  minimum_deposit: Decimal,
  credit_confirmations: Type.Integer({ minimum: 1, maximum: 1_000 }),
  unlock_confirmations: Type.Integer({ minimum: 1, maximum: 1_000 }),
  minimum_withdrawal: Decimal,
  withdrawal_fee: Decimal,
  sweep_above: Decimal,
  deposits_open: Type.Boolean(),
  withdrawals_open: Type.Boolean(),
});

const Treasury = Exact({
  /** As of the last reconciliation; empty before the first one. */
  holdings: Type.Array(Holding),
  alarms: Type.Array(AlarmItem),
  /** Payments in progress, oldest first. */
  payments: Type.Array(PaymentItem),
  settings_version: Version,
  table: Type.Array(CoinNetworkRow),
});

const SignerNetwork = Exact({
  network: NetworkName,
  /** Whether the signer's policy includes this network. */
  is_known: Type.Boolean(),
  hot_address: Type.String(),
  /** Whether the signer has the keys for our hot address and our deposit addresses. */
  hot_agrees: Type.Boolean(),
  deposits_agree: Type.Boolean(),
  /** Identifies the extended public key of the deposit addresses without revealing it. */
  key_fingerprint: Type.String(),
  /** The network's native coin, which fees are paid in. */
  fee_coin: CoinName,
  fees_used: Decimal,
  fees_per_day: Decimal,
  /** The amount sent in the last 24 hours, and the 24-hour limit. */
  coins: Type.Array(Exact({ coin: CoinName, used: Decimal, per_day: Decimal })),
});

const Signer = Exact({
  /** `fault`: the server that responds is not our signer, or its secret or clock differs from ours. */
  state: Words(['reachable', 'unreachable', 'fault']),
  since: TimeMs,
  problem: Type.String(),
  /** Whether an operator has stopped the signer on the signer's own machine. */
  is_stopped: Type.Boolean(),
  /** The networks in the signer's current response; empty while it does not respond. */
  networks: Type.Array(SignerNetwork),
});

const UnreadTransaction = {
  network: NetworkName,
  txid: Type.String({ minLength: 1, maxLength: 128, examples: [`0x${'5a'.repeat(32)}`] }),
};

const Reason = ReasonLike('The node of this network reports two chains');
const roles = ['treasury'] as const;

const forStaff = { area: 'console', access: 'staff' } as const;

export const consoleTreasuryEndpoints = {
  consoleTreasury: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/treasury',
    roles,
    audited: false,
    errors: [],
    summary:
      'On-chain holdings compared with the amounts owed according to the ledger, alarms, outgoing payments, and the table of coins and networks.',
    response: Treasury,
  }),
  consoleReconcile: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/treasury/reconcile',
    roles,
    errors: ['network_closed', 'node_unavailable'],
    summary: 'Compares the on-chain holdings on a network with the ledger immediately.',
    body: Exact({ network: NetworkName }),
    response: Success,
  }),
  consoleSigner: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/treasury/signer',
    roles,
    audited: false,
    errors: [],
    summary:
      'Reports whether the signer responds and since when this has been so, whether the signer has the keys for our addresses, and how much of the signer’s daily limits is used.',
    response: Signer,
  }),
  consoleReadAgain: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/treasury/unread/read-again',
    roles,
    errors: ['alarm_over', 'still_unread', 'network_closed', 'node_unavailable'],
    summary: 'Rereads a transaction that the node could not report earlier; its deposits are then credited.',
    body: Exact(UnreadTransaction),
    response: Success,
  }),
  consoleEndAlarm: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/treasury/alarms/acknowledge',
    roles,
    errors: ['alarm_over'],
    summary:
      'Acknowledges the alarm about a transaction that the node could not report, or that was signed with our key elsewhere, after someone has checked the transaction by other means.',
    body: Exact({
      ...UnreadTransaction,
      kind: Words(['unread', 'key_used']),
      reason: ReasonLike('Checked in two explorers: no payment to us'),
    }),
    response: Success,
  }),
  consoleStopNetwork: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/treasury/stop',
    roles: ['treasury', 'compliance', 'support'],
    errors: ['settings_changed', 'network_without_coin', 'nothing_to_change'],
    summary:
      'Stops deposits or withdrawals of a coin on a network immediately. One person can stop them, but reopening them requires the approval of a second person.',
    body: Exact({ coin: CoinName, network: NetworkName, what: Words(['deposits', 'withdrawals']), reason: Reason }),
    response: Success,
  }),
  consoleAskForNetworks: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/treasury/ask-for-table',
    roles,
    errors: ['settings_changed', 'settings_invalid', 'nothing_to_change', 'approver_too_new'],
    summary:
      'Requests a change to the table of coins and networks, which a second person must approve: minimums, fees, confirmations, and whether deposits and withdrawals are open.',
    body: Exact({
      base_version: Version,
      table: Type.Array(CoinNetworkRow, { minItems: 1, maxItems: 100 }),
      reason: ReasonLike('Fees follow the network’s'),
    }),
    response: Exact({ approval: Type.Integer({ minimum: 1 }) }),
  }),
};
