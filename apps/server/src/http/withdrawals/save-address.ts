import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';
import { demandTransactionPassword } from './demand-transaction-password.ts';
import { savedAddressItem } from './saved-address-view.ts';

export const saveAddress: Handler<typeof endpoints.saveAddress> = async (call) => {
  const { services, session, body, device } = call;
  const { rules, book, codes, telling } = services.withdrawals;
  const { network, label, verification } = body;
  const { address } = await rules.readAddress(session.owner, network, body.address);
  await book.demandRoom(session.owner, network, address);
  await demandTransactionPassword(call, body.transaction_password);
  await codes.redeem(session, 'saved_address', verification, device, `${network} ${address}`);
  const saved = await book.add(session.owner, network, address, label);
  await services.securityEvents.record(session.owner, 'address_saved', device, { network, address });
  await telling.addressSaved(session, saved, device);
  return { message: 'success', address: savedAddressItem(saved) };
};
