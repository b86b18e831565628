import type { endpoints, ResponseOf } from '@vitrine/contract';
import { formatDecimal } from '@vitrine/money';
import type { Concern } from '../../payments/payment-concerns.ts';
import { CHARGE_DECIMALS } from '../../payments/purchase-quotes.ts';
import type { ReviewedPurchase } from '../../payments/purchase-review.ts';
import { isOwn } from '../../people/staff-member.ts';
import type { StaffSession } from '../../staff/staff-session.ts';
import { problemOnWire, purchaseWords, quoteOnWire } from '../purchases/purchase-words.ts';

type Item = ResponseOf<typeof endpoints.consoleSettlePurchase>['purchase'];

/** A purchase as this operator may act on it. */
export const reviewedPurchase = (purchase: ReviewedPurchase, session: StaffSession): Item => ({
  id: purchase.id,
  uid: purchase.uid,
  ...quoteOnWire(purchase),
  state: purchaseWords[purchase.state],
  is_captured: purchase.state === 'captured',
  reason: problemOnWire(purchase),
  date: purchase.createdMs,
  ended_at: purchase.endedMs ?? 0,
  position: purchase.position ?? 0,
  order_id: purchase.orderId ?? '',
  capture_id: purchase.captureId ?? '',
  refunded: formatDecimal(purchase.refunded, CHARGE_DECIMALS),
  concerns: purchase.concerns.map((concern) => concernItem(concern, purchase)),
  may_act: !isOwn(purchase.email, session),
});

const concernItem = (concern: Concern, { chargeCurrency }: ReviewedPurchase): Item['concerns'][number] => ({
  kind: concern.kind,
  reference: concern.id,
  amount: concern.amount === undefined ? '' : formatDecimal(concern.amount, CHARGE_DECIMALS),
  charge_currency: chargeCurrency,
  detail: concern.detail,
  since: concern.raisedMs,
  settled_at: concern.settledMs ?? 0,
  settled_by: concern.settledBy,
  note: concern.note,
});
