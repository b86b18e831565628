import { pageSize, readIdCursor } from '../../http/paging.ts';
import { aboutClient } from '../../restrictions/console/restriction-item.ts';
import type { Handler } from '../services.ts';
import { reviewedItem } from './withdrawal-review-view.ts';

export const consoleWithdrawals: Handler<'consoleWithdrawals'> = async ({ services, session, query }) => {
  const { review } = services.withdrawals;
  const limit = pageSize(query.limit);
  const rows = await review.list(query.which, { after: readIdCursor(query.cursor).before, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    withdrawals: shown.map((withdrawal) => reviewedItem(services, session, withdrawal)),
    waiting: await review.waiting(),
    ...(last && { next_cursor: String(last.id) }),
  };
};

export const consoleApproveWithdrawal: Handler<'consoleApproveWithdrawal'> = async (call) => {
  const { services, session, body } = call;
  const { review } = services.withdrawals;
  const { uid, approvals } = await review.one(body.withdrawal_id);
  call.audit({ subject: aboutClient({ uid }), before: { approvals }, reason: body.reason });
  const approved = await review.approve(body.withdrawal_id, body.reason, session);
  call.audit({ after: { approvals: approved.approvals, state: approved.state } });
  return { withdrawal: reviewedItem(services, session, approved) };
};

export const consoleRefuseWithdrawal: Handler<'consoleRefuseWithdrawal'> = async (call) => {
  const { services, session, body } = call;
  const { review } = services.withdrawals;
  const { uid, state } = await review.one(body.withdrawal_id);
  call.audit({ subject: aboutClient({ uid }), before: { state }, reason: body.note });
  const refused = await review.refuse(body.withdrawal_id, body.refusal, body.note, session);
  call.audit({ after: { state: refused.state, refusal: body.refusal } });
  return { withdrawal: reviewedItem(services, session, refused) };
};

export const consolePayAgain: Handler<'consolePayAgain'> = async (call) => {
  const { services, session, body } = call;
  const { withdrawal_id: id, payment_attempt: attempt, reason } = body;
  const { uid, txid } = await services.withdrawals.review.one(id);
  call.audit({ subject: aboutClient({ uid }), before: { attempt, txid }, reason });
  const again = await services.failedPayments.payAgain({ id, attempt, reason }, session);
  call.audit({ after: { attempt: again.paymentAttempt, state: again.state } });
  return { withdrawal: reviewedItem(services, session, again) };
};

export const consoleGiveBack: Handler<'consoleGiveBack'> = async (call) => {
  const { services, session, body } = call;
  const { withdrawal_id: id, payment_attempt: attempt, reason, note } = body;
  const { uid, txid, state } = await services.withdrawals.review.one(id);
  call.audit({ subject: aboutClient({ uid }), before: { attempt, txid, state }, reason });
  const given = await services.failedPayments.giveBack({ id, attempt, reason }, note, session);
  call.audit({ after: { state: given.state, note: given.refusalNote } });
  return { withdrawal: reviewedItem(services, session, given) };
};
