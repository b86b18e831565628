import type { endpoints } from '@vitrine/contract';
import { formatDecimal } from '@vitrine/money';
import { aboutClient } from '../../restrictions/console/restriction-item.ts';
import { CHARGE_DECIMALS, USDT_DECIMALS } from '../purchase-quotes.ts';
import type { ReviewedPurchase } from '../purchase-review.ts';
import { owedUnits, takenBackUnits } from '../purchase-table.ts';
import { TAKE_BACK_PURCHASE, type TakeBackParameters } from '../purchase-take-backs.ts';
import type { Handler, Services } from '../services.ts';

export const consoleTakeBackPurchase: Handler<typeof endpoints.consoleTakeBackPurchase> = async (call) => {
  const { services, session, body } = call;
  const { purchaseReview, purchaseTakeBacks, approvals } = services;
  const purchase = await purchaseReview.one(body.purchase_id);
  const about = { subject: aboutClient(purchase), before: beforeOf(purchase), reason: body.reason };
  call.audit(about);
  await purchaseTakeBacks.demandPossible(purchase, session);
  const after = afterOf(purchase);
  const parameters: TakeBackParameters = { purchase: purchase.id };
  const approval = await approvals.ask(session, { kind: TAKE_BACK_PURCHASE, parameters, after, ...about });
  call.audit({ after: { ...after, approval } });
  return { approval };
};

const usdt = (units: number): string => `${formatDecimal(units, USDT_DECIMALS)} USDT`;
const money = (hundredths: number, { chargeCurrency }: ReviewedPurchase): string =>
  `${formatDecimal(hundredths, CHARGE_DECIMALS)} ${chargeCurrency}`;

const beforeOf = (purchase: ReviewedPurchase) => ({
  purchase: `No. ${purchase.id}, ${usdt(purchase.units)} for ${money(purchase.charge, purchase)}`,
  taken_back: usdt(takenBackUnits(purchase)),
});

const afterOf = (purchase: ReviewedPurchase) => ({
  purchase: `${money(purchase.refunded, purchase)} of it went back`,
  taken_back: `${usdt(takenBackUnits(purchase) + owedUnits(purchase))}, as far as the spot wallet has it then`,
});

/** What is done once taking back is approved. */
export function registerTakeBacks({ approvals, purchaseTakeBacks }: Services): void {
  approvals.register<TakeBackParameters>(TAKE_BACK_PURCHASE, {
    roles: ['treasury', 'compliance'],
    committed: () => purchaseTakeBacks.run(),
    execute: ({ purchase }, { approval, approvedBy, transaction }) =>
      purchaseTakeBacks.approve(purchase, approval.id, approvedBy, transaction),
  });
}
