import type { endpoints } from '@vitrine/contract';
import { maskEmail } from '../../../kit/masks.ts';
import { addressCodeMail } from '../../../notifications/mail/withdrawal-mails.ts';
import type { Handler } from '../../services.ts';
import type { SavedAddress } from '../../withdrawals/address-book.ts';
import { demandTransactionPassword } from './demand-transaction-password.ts';

export const listSavedAddresses: Handler<typeof endpoints.savedAddresses> = async ({ services, session }) => ({
  addresses: (await services.withdrawals.book.of(session.owner)).map(savedAddressItem),
});

export const saveAddress: Handler<typeof endpoints.saveAddress> = async (call) => {
  const { services, session, body, device } = call;
  const { rules, book, codes, telling } = services.withdrawals;
  const { network, label, verification } = body;
  const { address } = await rules.readAddress(session.owner, network, body.address);
  await book.demandRoom(session.owner, network, address);
  await demandTransactionPassword(call, body.transaction_password);
  await codes.redeem(session, 'saved_address', verification, device, `${network} ${address}`);
  const saved = await services.security.news.change(session, device, async (transaction, tell) => {
    const added = await book.add(transaction, session.owner, { network, address, label });
    await tell(telling.addressSaved(added));
    return added;
  });
  return { message: 'success', address: savedAddressItem(saved) };
};

export const renameAddress: Handler<typeof endpoints.renameAddress> = async (call) => {
  const { services, session, body, device } = call;
  await demandTransactionPassword(call, body.transaction_password);
  await services.security.news.change(session, device, async (transaction, tell) => {
    const { owner } = session;
    const { network, address } = await services.withdrawals.book.rename(
      transaction,
      owner,
      body.address_id,
      body.label,
    );
    await tell({ kind: 'address_renamed', details: { network, address } });
  });
  return { message: 'success' };
};

export const removeAddress: Handler<typeof endpoints.removeAddress> = async (call) => {
  const { services, session, body, device } = call;
  await demandTransactionPassword(call, body.transaction_password);
  await services.security.news.change(session, device, async (transaction, tell) => {
    const { owner } = session;
    const { network, address } = await services.withdrawals.book.remove(transaction, owner, body.address_id);
    await tell({ kind: 'address_removed', details: { network, address } });
  });
  return { message: 'success' };
};

export const sendAddressCode: Handler<typeof endpoints.sendAddressCode> = async (call) => {
  const { services, session, body, device } = call;
  const { rules, book, codes } = services.withdrawals;
  const { network } = body;
  const { address } = await rules.readAddress(session.owner, network, body.address);
  await book.demandRoom(session.owner, network, address);
  const letter = addressCodeMail(network, address);
  await codes.mail(session, 'saved_address', letter, device, `${network} ${address}`);
  return { message: 'success', sent_to: maskEmail(session.email) };
};

/** A saved address as the wire has it. */
const savedAddressItem = ({ id, network, address, label, addedAtMs, usableAtMs, used }: SavedAddress) => ({
  id,
  network,
  address,
  label,
  added_at: addedAtMs,
  usable_at: usableAtMs,
  used,
});
