import { networkWords } from '../../network/network-words.ts';
import type { Handler } from '../../services.ts';

export const listNetworks: Handler<'networks'> = ({ services }) => ({
  networks: services.exchangeSettings.current().coinNetworks.map((row) => {
    const isSetUp = services.withdrawals.destinations.isSetUp(row.network);
    return {
      coin: row.coin,
      value: row.network,
      ...networkWords[row.network],
      confirmation: row.creditConfirmations,
      minimum: row.minimumWithdrawal,
      gasFee: row.withdrawalFee,
      minimum_deposit: row.minimumDeposit,
      credit_confirmations: row.creditConfirmations,
      unlock_confirmations: row.unlockConfirmations,
      deposits_open: row.depositsOpen && isSetUp,
      withdrawals_open: row.withdrawalsOpen && isSetUp,
    };
  }),
});
