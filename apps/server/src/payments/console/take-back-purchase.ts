import { formatDecimal } from '@vitrine/money';
import { aboutClient } from '../../restrictions/console/restriction-item.ts';
import { usdtText } from '../http/purchase-words.ts';
import { CHARGE_DECIMALS } from '../purchase-quotes.ts';
import type { ReviewedPurchase } from '../purchase-review.ts';
import { owedUnits, takenBackUnits } from '../purchase-table.ts';
import { TAKE_BACK_PURCHASE, type TakeBackParameters } from '../purchase-take-backs.ts';
import type { Handler, Services } from '../services.ts';

export const consoleTakeBackPurchase: Handler<'consoleTakeBackPurchase'> = async (call) => {
  const { services, session, body } = call;
  const { purchaseReview, purchaseTakeBacks, approvals } = services;
  const purchase = await purchaseReview.one(body.purchase_id);
  const about = { subject: aboutClient(purchase), before: null, reason: body.reason };
  call.audit(about);
  await purchaseTakeBacks.demandPossible(purchase, session);
  const after = takeBackOf(purchase);
  const parameters: TakeBackParameters = { purchase: purchase.id };
  const approval = await approvals.ask(session, { kind: TAKE_BACK_PURCHASE, parameters, after, ...about });
  call.audit({ after: { ...after, approval } });
  return { approval };
};

/**
 * The purchase as shown in the approval. The amount taken is limited to the amount available in the spot wallet after
 * the approval.
 */
const takeBackOf = (purchase: ReviewedPurchase) => ({
  purchase: purchase.id,
  amount_usdt: usdtText(purchase.units),
  charge: `${formatDecimal(purchase.charge, CHARGE_DECIMALS)} ${purchase.chargeCurrency}`,
  refunded: `${formatDecimal(purchase.refunded, CHARGE_DECIMALS)} ${purchase.chargeCurrency}`,
  taken_back_usdt: usdtText(takenBackUnits(purchase)),
  take_back_usdt_at_most: usdtText(owedUnits(purchase)),
});

/** Registers the action that runs when a take-back is approved. */
export function registerTakeBacks({ approvals, purchaseTakeBacks }: Services): void {
  approvals.register<TakeBackParameters>(TAKE_BACK_PURCHASE, {
    roles: ['treasury', 'compliance'],
    committed: () => purchaseTakeBacks.run(),
    execute: ({ purchase }, { approval, approvedBy, transaction }) =>
      purchaseTakeBacks.approve(purchase, approval.id, approvedBy, transaction),
  });
}
