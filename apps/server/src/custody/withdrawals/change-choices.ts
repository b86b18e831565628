import type { SessionPrincipal } from '../../http/session.ts';
import type { Services } from '../services.ts';

/** Turns the restriction to saved addresses on or off. Returns when the restriction will end, or 0 if it has no end. */
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

/**
 * Sets whether small withdrawals to saved addresses need no emailed code. Returns when that takes effect, or 0 if
 * immediately.
 */
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
