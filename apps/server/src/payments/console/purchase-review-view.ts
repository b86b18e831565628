import type { endpoints, ResponseOf } from '@vitrine/contract';
import { formatDecimal } from '@vitrine/money';
import type { StaffSession } from '../../http/staff-session.ts';
import { isOwn } from '../../staff/members/staff-member.ts';
import { problemOnWire, purchaseWords, quoteOnWire, returnedOnWire, usdtText } from '../http/purchase-words.ts';
import type { Concern } from '../payment-concerns.ts';
import { CHARGE_DECIMALS } from '../purchase-quotes.ts';
import type { ReviewedPurchase } from '../purchase-review.ts';
import { owedUnits } from '../purchase-table.ts';
import type { Services } from '../services.ts';

type Item = ResponseOf<typeof endpoints.consoleSettlePurchase>['purchase'];

/** Purchases as shown to this operator, with the actions that they may take. */
export async function reviewedPurchases(
  { purchaseTakeBacks }: Services,
  session: StaffSession,
  purchases: readonly ReviewedPurchase[],
): Promise<Item[]> {
  const asked = await purchaseTakeBacks.asked(purchases.map(({ id }) => id));
  return purchases.map((purchase) =>
    purchaseItem(session, {
      ...purchase,
      availableUnits: owedUnits(purchase) === 0 ? 0 : Math.max(0, purchaseTakeBacks.available(purchase.owner)),
      isTakeBackAsked: asked.has(purchase.id),
    }),
  );
}

export async function reviewedPurchase(
  services: Services,
  session: StaffSession,
  purchase: ReviewedPurchase,
): Promise<Item> {
  const [item] = await reviewedPurchases(services, session, [purchase]);
  if (item === undefined) throw new Error(`no review item was returned for purchase ${purchase.id}`);
  return item;
}

interface TakenFrom extends ReviewedPurchase {
  readonly availableUnits: number;
  readonly isTakeBackAsked: boolean;
}

const purchaseItem = (session: StaffSession, purchase: TakenFrom): Item => ({
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
  ...returnedOnWire(purchase),
  available: usdtText(purchase.availableUnits),
  is_take_back_asked: purchase.isTakeBackAsked,
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
