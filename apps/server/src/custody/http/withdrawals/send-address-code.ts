import type { endpoints } from '@vitrine/contract';
import { maskEmail } from '../../../kit/masks.ts';
import { addressCodeLetter } from '../../../notifications/mail/withdrawal-letters.ts';
import type { Handler } from '../../services.ts';

export const sendAddressCode: Handler<typeof endpoints.sendAddressCode> = async (call) => {
  const { services, session, body, device } = call;
  const { rules, book, codes } = services.withdrawals;
  const { network } = body;
  const { address } = await rules.readAddress(session.owner, network, body.address);
  await book.demandRoom(session.owner, network, address);
  const letter = addressCodeLetter(network, address);
  await codes.mail(session, 'saved_address', letter, device, `${network} ${address}`);
  return { message: 'success', sent_to: maskEmail(session.email) };
};
