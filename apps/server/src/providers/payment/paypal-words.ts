import { parseDecimal } from '@vitrine/money';
import type { PaymentCapture, PaymentOrder, ProviderNews, ReportedConcern } from './payment.ts';

/** The number of decimals of all currencies in which we charge. */
export const DECIMALS = 2;

/** Parses an order; undefined if the body is not an order. */
export function readOrder(body: unknown): PaymentOrder | undefined {
  const id = textOf(field(body, 'id'));
  const status = textOf(field(body, 'status'));
  if (id === undefined || status === undefined) return undefined;
  const [unit] = listOf(field(body, 'purchase_units'));
  const payments = field(unit, 'payments');
  const captures = listOf(field(payments, 'captures'));
  // A payer may try more than once, so there may be several captures. The one that succeeded is used.
  const taken = captures.find((one) => ['completed', 'returned'].includes(captureState(one)));
  const capture = taken ?? captures.at(-1);
  const links = listOf(field(body, 'links'));
  const link = links.find((one) => ['payer-action', 'approve'].includes(String(field(one, 'rel'))));
  return {
    id,
    state: stateOf(status),
    approvalUrl: textOf(field(link, 'href')),
    reference: textOf(field(unit, 'custom_id')) ?? textOf(field(capture, 'custom_id')) ?? '',
    capture: capture === undefined ? undefined : readCapture(capture),
    refunds: listOf(field(payments, 'refunds'))
      .filter((one) => !['FAILED', 'CANCELLED'].includes(String(field(one, 'status'))))
      .map((one) => readConcern('refunded', one, undefined)),
  };
}

function stateOf(status: string): PaymentOrder['state'] {
  if (status === 'COMPLETED') return 'completed';
  if (status === 'APPROVED') return 'approved';
  return status === 'VOIDED' ? 'void' : 'waiting';
}

const captureStates: Readonly<Record<string, PaymentCapture['state']>> = {
  COMPLETED: 'completed',
  PENDING: 'pending',
  REFUNDED: 'returned',
  PARTIALLY_REFUNDED: 'returned',
};

const captureState = (capture: unknown): PaymentCapture['state'] =>
  captureStates[String(field(capture, 'status'))] ?? 'failed';

const readCapture = (capture: unknown): PaymentCapture => ({
  id: String(field(capture, 'id')),
  state: captureState(capture),
  currency: String(field(field(capture, 'amount'), 'currency_code')),
  amount: readAmount(field(capture, 'amount')) ?? Number.NaN,
});

/**
 * What an event reports, according to its type and the ids in it. The `up` link of a refund leads to the payment, and
 * that of a payment to the order.
 */
export function readNews(event: unknown): ProviderNews {
  const type = String(field(event, 'event_type'));
  const resource = field(event, 'resource');
  const [disputed] = listOf(field(resource, 'disputed_transactions'));
  const ownId = textOf(field(resource, 'id'));
  const isOfOrder = type.startsWith('CHECKOUT.');
  const kind = concernKinds[type];
  return {
    orderId: relatedId(resource, 'order_id') ?? linkedId(resource, 'orders') ?? (isOfOrder ? ownId : undefined),
    captureId:
      relatedId(resource, 'capture_id') ??
      linkedId(resource, 'captures') ??
      textOf(field(disputed, 'seller_transaction_id')) ??
      (isOfOrder ? undefined : ownId),
    concern: kind && readConcern(kind, resource, field(event, 'create_time')),
  };
}

const concernKinds: Readonly<Record<string, ReportedConcern['kind']>> = {
  'PAYMENT.CAPTURE.REFUNDED': 'refunded',
  'PAYMENT.CAPTURE.REVERSED': 'reversed',
  'CUSTOMER.DISPUTE.CREATED': 'disputed',
  'CUSTOMER.DISPUTE.UPDATED': 'disputed',
  'CUSTOMER.DISPUTE.RESOLVED': 'disputed',
};

const MOST_DETAIL = 200;

function readConcern(kind: ReportedConcern['kind'], resource: unknown, sent: unknown): ReportedConcern {
  const words = [
    field(resource, 'reason'),
    field(resource, 'status'),
    field(field(resource, 'status_details'), 'reason'),
    field(field(resource, 'dispute_outcome'), 'outcome_code'),
    field(resource, 'note_to_payer'),
  ].flatMap((word) => textOf(word) ?? []);
  const isLost = field(field(resource, 'dispute_outcome'), 'outcome_code') === 'RESOLVED_BUYER_FAVOUR';
  const returned = isLost ? field(field(resource, 'dispute_outcome'), 'amount_refunded') : undefined;
  const time = textOf(field(resource, 'update_time')) ?? textOf(field(resource, 'create_time')) ?? textOf(sent) ?? '';
  return {
    kind,
    id: textOf(field(resource, 'dispute_id')) ?? textOf(field(resource, 'id')) ?? '',
    amount: readAmount(returned ?? field(resource, 'dispute_amount') ?? field(resource, 'amount')),
    detail: words.join(', ').slice(0, MOST_DETAIL),
    timeMs: Date.parse(time) || 0,
    ...(isLost ? { isLost } : {}),
  };
}

const readAmount = (amount: unknown): number | undefined => parseDecimal(String(field(amount, 'value')), DECIMALS);

/** The id of a related resource, from a resource's `supplementary_data`. */
export const relatedId = (resource: unknown, name: string): string | undefined =>
  textOf(field(field(field(resource, 'supplementary_data'), 'related_ids'), name));

/** The id in a resource's link to itself or to its parent. */
export function linkedId(resource: unknown, kind: 'orders' | 'captures'): string | undefined {
  const addresses = listOf(field(resource, 'links'))
    .filter((link) => ['self', 'up'].includes(String(field(link, 'rel'))))
    .map((link) => String(field(link, 'href')));
  const found = addresses.map((address) => new RegExp(`/${kind}/([A-Za-z0-9-]{1,64})$`).exec(address)?.[1]);
  return found.find((id) => id !== undefined);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
