import type { SessionPrincipal } from '../../http/session.ts';
import type { Services } from '../services.ts';

/** Withdrawals go to saved addresses alone. Returns until when that holds, 0 for ever. */
export async function setOnlySaved(
  { withdrawals: { choices, telling }, security }: Services,
  principal: SessionPrincipal,
  isOn: boolean,
): Promise<number> {
  await principal.unlock();
  return security.news.change(principal.session, principal.device, async (transaction, notify) => {
    const { isChanged, untilMs } = await choices.setOnlySaved(transaction, principal.owner, isOn);
    if (isChanged) await notify(telling.onlySavedChosen(isOn, untilMs));
    return untilMs;
  });
}

/** Small withdrawals to saved addresses take no emailed code. Returns from when that holds, 0 for now. */
export async function setOneStep(
  { withdrawals: { choices, telling }, security }: Services,
  principal: SessionPrincipal,
  isOn: boolean,
): Promise<number> {
  await principal.unlock();
  return security.news.change(principal.session, principal.device, async (transaction, notify) => {
    const isChanged = await choices.setOneStep(transaction, principal.owner, isOn);
    const { oneStepFromMs } = await choices.of(principal.owner, transaction);
    if (isChanged) await notify(telling.oneStepChosen(isOn, oneStepFromMs));
    return oneStepFromMs;
  });
}
