import type { Network } from '@vitrine/chains';
import type { SessionPrincipal } from '../../http/session.ts';
import type { Services } from '../services.ts';
import type { SavedAddress } from './address-book.ts';

/** An address to be saved, as entered, and the code that was emailed for it. */
export interface NewAddress {
  readonly network: Network;
  readonly address: string;
  readonly label: string;
  readonly code: string;
}

/**
 * Saves an address. Errors: those of `WithdrawalRules.readAddress` and `unlock`, address_saved, too_many_addresses,
 * code_mismatch.
 */
export async function saveAddress(
  { withdrawals, security }: Services,
  principal: SessionPrincipal,
  { network, address: text, label, code }: NewAddress,
): Promise<SavedAddress> {
  const { rules, book, codes, telling } = withdrawals;
  const { owner, session, device } = principal;
  const { address } = await rules.readAddress(owner, network, text);
  await book.demandRoom(owner, network, address);
  await principal.unlock();
  await codes.redeem(session, 'saved_address', code, device, `${network} ${address}`);
  return security.news.change(session, device, async (transaction, notify) => {
    const added = await book.add(transaction, owner, { network, address, label });
    await notify(telling.addressSaved(added));
    return added;
  });
}

/** Changes the label of a saved address. Errors: those of `unlock`, unknown_address. */
export async function renameAddress(
  { withdrawals, security }: Services,
  principal: SessionPrincipal,
  id: number,
  label: string,
): Promise<void> {
  await principal.unlock();
  await security.news.change(principal.session, principal.device, async (transaction, notify) => {
    const { network, address } = await withdrawals.book.rename(transaction, principal.owner, id, label);
    await notify({ kind: 'address_renamed', details: { network, address } });
  });
}

/** Removes a saved address. Errors: those of `unlock`, unknown_address. */
export async function removeAddress(
  { withdrawals, security }: Services,
  principal: SessionPrincipal,
  id: number,
): Promise<void> {
  await principal.unlock();
  await security.news.change(principal.session, principal.device, async (transaction, notify) => {
    const { network, address } = await withdrawals.book.remove(transaction, principal.owner, id);
    await notify({ kind: 'address_removed', details: { network, address } });
  });
}
