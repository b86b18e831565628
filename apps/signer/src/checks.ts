import type {
  AddressFormat,
  Network,
  SignRefusal,
  SignRefusalCode,
  SignRequest,
  TransactionContent,
  TransactionSigner,
} from '@vitrine/chains';
import type { OwnAddresses } from './own-addresses.ts';
import type { CoinPolicy, NetworkPolicy } from './policy.ts';
import type { JournalEntry, SignedPayments } from './signed-payments.ts';

/** A network, with everything that is needed to decide whether one of its payments may be signed. */
export interface SigningNetwork {
  readonly network: Network;
  readonly policy: NetworkPolicy;
  readonly signer: TransactionSigner;
  readonly format: AddressFormat;
  readonly own: OwnAddresses;
  /** The blocked addresses, in the network's canonical form. */
  readonly blocked: ReadonlySet<string>;
}

export type Refusal = Pick<SignRefusal, 'code' | 'message'>;

export interface Asked {
  readonly on: SigningNetwork;
  readonly request: SignRequest;
  readonly content: TransactionContent;
  readonly entry: JournalEntry;
}

/**
 * The first reason to refuse the payment, in order of precedence; undefined if it may be signed. What the transaction
 * pays is read from its own bytes.
 */
export function refusalOf(asked: Asked, payments: SignedPayments, nowMs: number): Refusal | undefined {
  const coin = asked.on.policy.coins.get(asked.request.payment.coin);
  if (coin === undefined)
    return refusal('unknown_coin', `the policy does not allow ${asked.request.payment.coin} on this network`);
  return (
    wrongContent(asked, coin) ??
    wrongReceiver(asked) ??
    wrongRepeat(asked, payments, nowMs) ??
    overLimit(asked, coin, payments, nowMs)
  );
}

export function refusal(code: SignRefusalCode, message: string): Refusal {
  return { code, message };
}

function wrongContent({ on, request, content }: Asked, coin: CoinPolicy): Refusal | undefined {
  const { payment, unsigned } = request;
  const source = on.own.at(unsigned.source);
  const contract = (text: string | undefined): string | undefined => text && (on.format.parse(text) ?? text);
  if (contract(content.contract) !== contract(coin.contract))
    return refusal(
      'other_contract',
      `the transaction transfers ${content.contract === undefined ? "the network's native coin" : `token ${content.contract}`}, not ${coin.coin}`,
    );
  if (on.format.parse(content.to) !== content.to)
    return refusal('malformed', `${content.to} is not an address in canonical form`);
  if (content.to !== payment.to)
    return refusal('other_destination', `the transaction pays ${content.to}, not ${payment.to}`);
  if (content.amount !== BigInt(payment.amount))
    return refusal('other_amount', `the transaction pays ${content.amount}, not ${payment.amount}`);
  if (content.change !== undefined && content.change.to !== source)
    return refusal('other_change', `the change goes to ${content.change.to}, not to ${source}`);
  if (content.claims.length === 0 && content.expiresAtMs === undefined)
    return refusal(
      'unbounded',
      'the transaction has no inputs, no nonce and no expiry, so it would stay valid indefinitely',
    );
  if (content.maxFee > on.policy.maxFee)
    return refusal(
      'fee_too_high',
      `the transaction allows a network fee of up to ${content.maxFee} smallest units, above the limit of ${on.policy.maxFee}`,
    );
  return undefined;
}

/**
 * Withdrawals are paid from the hot wallet, sweeps go to it, gas goes from it to deposit addresses, and nothing goes to
 * a blocked address.
 */
function wrongReceiver({ on, request: { payment, unsigned }, content }: Asked): Refusal | undefined {
  const isFromHot = unsigned.source.kind === 'hot';
  if (isFromHot === (payment.purpose === 'sweep'))
    return refusal(
      'other_source',
      `a payment with the purpose ${payment.purpose} must not be sent from ${isFromHot ? 'the hot wallet' : 'a deposit address'}`,
    );
  if (on.blocked.has(content.to)) return refusal('blocked_destination', `${content.to} is blocked`);
  if (payment.purpose === 'sweep' && content.to !== on.own.hot)
    return refusal('not_our_address', `a sweep must go to the hot wallet ${on.own.hot}, not to ${content.to}`);
  if (payment.purpose === 'gas' && !isDepositAddress(on, payment.toIndex, content.to))
    return refusal(
      'not_our_address',
      `gas must go to a deposit address of this signer, but ${content.to} (index ${payment.toIndex ?? 'missing'}) is not one`,
    );
  return undefined;
}

function isDepositAddress(on: SigningNetwork, index: number | undefined, address: string): boolean {
  return index !== undefined && on.own.at({ kind: 'deposit', index }) === address;
}

function wrongRepeat({ entry }: Asked, payments: SignedPayments, nowMs: number): Refusal | undefined {
  if (payments.isOther(entry))
    return refusal('other_payment', `the payment id ${entry.id} has already been used for a different payment`);
  if (!payments.hasSigned(entry.id, entry.hash) && payments.couldPayTwice(entry, nowMs))
    return refusal(
      'second_payment',
      `an earlier transaction of payment ${entry.id} could still be included in a block in addition to this one`,
    );
  return undefined;
}

function overLimit(
  { on, content, entry }: Asked,
  coin: CoinPolicy,
  payments: SignedPayments,
  nowMs: number,
): Refusal | undefined {
  const fees = payments.feesUsed(on.network, nowMs) + payments.feeIncrease(entry);
  if (fees > on.policy.feesPerDay)
    return refusal(
      'daily_fee_limit',
      `fees on ${on.network} would total ${fees} in 24 hours, above the limit of ${on.policy.feesPerDay}`,
    );
  // Amount limits apply to withdrawals only: sweeps and gas go to our own addresses, so that money does not leave the
  // exchange.
  if (entry.purpose !== 'withdrawal' || !payments.countsAgain(entry)) return undefined;
  if (content.amount > coin.perPayment)
    return refusal(
      'payment_limit',
      `the amount of ${content.amount} is above the limit of ${coin.perPayment} per payment of ${coin.coin}`,
    );
  const used = payments.used(coin.coin, on.network, nowMs) + content.amount;
  return used > coin.perDay
    ? refusal(
        'daily_limit',
        `withdrawals of ${coin.coin} on ${on.network} would total ${used} smallest units in 24 hours, above the limit of ${coin.perDay}`,
      )
    : undefined;
}
