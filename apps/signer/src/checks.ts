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

/** A network with everything needed to decide on its payments. */
export interface SigningNetwork {
  readonly network: Network;
  readonly policy: NetworkPolicy;
  readonly signer: TransactionSigner;
  readonly format: AddressFormat;
  readonly own: OwnAddresses;
  /** In the network's canonical form. */
  readonly blocked: ReadonlySet<string>;
}

export type Refusal = Pick<SignRefusal, 'code' | 'message'>;

export interface Asked {
  readonly on: SigningNetwork;
  readonly request: SignRequest;
  readonly content: TransactionContent;
  readonly entry: JournalEntry;
}

/** The first refusal in order of precedence, or undefined. Everything is read from the transaction's own bytes. */
export function refusalOf(asked: Asked, payments: SignedPayments, nowMs: number): Refusal | undefined {
  const coin = asked.on.policy.coins.get(asked.request.payment.coin);
  if (coin === undefined) return refusal('unknown_coin', `${asked.request.payment.coin} is not allowed here`);
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
      `the bytes move ${content.contract ?? "the network's own coin"}, not ${coin.coin}`,
    );
  if (on.format.parse(content.to) !== content.to)
    return refusal('malformed', `${content.to} is not an address in canonical form`);
  if (content.to !== payment.to) return refusal('other_destination', `the bytes pay ${content.to}`);
  if (content.amount !== BigInt(payment.amount)) return refusal('other_amount', `the bytes pay ${content.amount}`);
  if (content.change !== undefined && content.change.to !== source)
    return refusal('other_change', `change goes to ${content.change.to}, not to ${source}`);
  if (content.claims.length === 0 && content.expiresAtMs === undefined)
    return refusal('unbounded', 'the transaction has no inputs or nonce and never expires');
  if (content.maxFee > on.policy.maxFee)
    return refusal('fee_too_high', `it may pay ${content.maxFee} to the network, more than ${on.policy.maxFee}`);
  return undefined;
}

/** Withdrawals are paid from the hot wallet, sweeps go to it, and gas goes from it to deposit addresses. */
function wrongReceiver({ on, request: { payment, unsigned }, content }: Asked): Refusal | undefined {
  const isFromHot = unsigned.source.kind === 'hot';
  if (isFromHot === (payment.purpose === 'sweep'))
    return refusal('other_source', `a ${payment.purpose} is not paid from there`);
  if (on.blocked.has(content.to)) return refusal('blocked_destination', `${content.to} is blocked`);
  if (payment.purpose === 'sweep' && content.to !== on.own.hot)
    return refusal('not_our_address', `a sweep goes to ${on.own.hot}`);
  if (payment.purpose === 'gas' && !isDepositAddress(on, payment.toIndex, content.to))
    return refusal('not_our_address', 'gas goes to deposit addresses');
  return undefined;
}

function isDepositAddress(on: SigningNetwork, index: number | undefined, address: string): boolean {
  return index !== undefined && on.own.at({ kind: 'deposit', index }) === address;
}

function wrongRepeat({ entry }: Asked, payments: SignedPayments, nowMs: number): Refusal | undefined {
  if (payments.isOther(entry)) return refusal('other_payment', `${entry.id} was already used for another payment`);
  if (!payments.hasSigned(entry.id, entry.hash) && payments.couldPayTwice(entry, nowMs))
    return refusal('second_payment', `a former transaction of ${entry.id} could be included beside this one`);
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
      `fees on ${on.network} would total ${fees} in 24 hours, more than ${on.policy.feesPerDay}`,
    );
  // Payments to our own addresses do not leave the exchange.
  if (entry.purpose !== 'withdrawal' || !payments.countsAgain(entry)) return undefined;
  if (content.amount > coin.perPayment)
    return refusal('payment_limit', `${content.amount} is more than the ${coin.perPayment} of one payment`);
  const used = payments.used(coin.coin, on.network, nowMs) + content.amount;
  return used > coin.perDay
    ? refusal('daily_limit', `${coin.coin} would total ${used} in 24 hours, more than ${coin.perDay}`)
    : undefined;
}
