import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
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
  const saved = await services.security.news.change(session, device, async (transaction, tell) => {
    const added = await book.add(transaction, session.owner, { network, address, label });
    await tell(telling.addressSaved(added));
    return added;
  });
  return { message: 'success', address: savedAddressItem(saved) };
};
