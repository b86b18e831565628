import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { rememberOutsideAccount } from './outside-account.ts';
import { deviceOf, signInAnswer } from './signed-in.ts';
import { WALLET_COOKIE } from './web3-nonce.ts';

export const web3Login: Handler<typeof endpoints.web3Login> = async (call) => {
  const { services, body, origin, isFromPage, cookie } = call;
  const { wallets, connections, signIns } = services.access;
  const browser = isFromPage ? (cookie(WALLET_COOKIE) ?? '') : undefined;
  const wallet = await wallets.verify(origin, body.username, body, { browser, personId: undefined });
  const person = await connections.provedBy(wallet);
  if (person !== undefined) return signInAnswer(call, await signIns.admit(person, 'wallet', deviceOf(call)));
  await rememberOutsideAccount(call, wallet);
  return { message: 'UNKNOWN_ACCOUNT', provider: 'wallet', label: wallet.label, email_proved: false };
};
