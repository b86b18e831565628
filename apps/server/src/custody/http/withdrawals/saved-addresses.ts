import { withdrawingPrincipal } from '../../../auth/http/session-principal.ts';
import { maskEmail } from '../../../kit/masks.ts';
import { addressCodeMail } from '../../../notifications/mail/withdrawal-mails.ts';
import type { Handler } from '../../services.ts';
import type { SavedAddress } from '../../withdrawals/address-book.ts';
import * as acts from '../../withdrawals/edit-saved-addresses.ts';

export const listSavedAddresses: Handler<'savedAddresses'> = async ({ services, session }) => ({
  addresses: (await services.withdrawals.book.of(session.owner)).map(savedAddressItem),
});

export const saveAddress: Handler<'saveAddress'> = async (call) => {
  const { network, address, label, verification: code } = call.body;
  const saved = await acts.saveAddress(call.services, withdrawingPrincipal(call), { network, address, label, code });
  return { message: 'success', address: savedAddressItem(saved) };
};

export const renameAddress: Handler<'renameAddress'> = async (call) => {
  await acts.renameAddress(call.services, withdrawingPrincipal(call), call.body.address_id, call.body.label);
  return { message: 'success' };
};

export const removeAddress: Handler<'removeAddress'> = async (call) => {
  await acts.removeAddress(call.services, withdrawingPrincipal(call), call.body.address_id);
  return { message: 'success' };
};

export const sendAddressCode: Handler<'sendAddressCode'> = async (call) => {
  const { services, session, body, device } = call;
  const { rules, book, codes } = services.withdrawals;
  const { network } = body;
  const { address } = await rules.readAddress(session.owner, network, body.address);
  await book.demandRoom(session.owner, network, address);
  const message = addressCodeMail(network, address);
  await codes.mail(session, 'saved_address', message, device, `${network} ${address}`);
  return { message: 'success', sent_to: maskEmail(session.email) };
};

/** A saved address in the API's format. */
const savedAddressItem = ({ id, network, address, label, addedAtMs, usableAtMs, used }: SavedAddress) => ({
  id,
  network,
  address,
  label,
  added_at: addedAtMs,
  usable_at: usableAtMs,
  used,
});
