import type { HandlersOf } from '../http/handler.ts';
import { consoleAskForNetworks } from './console/ask-for-networks.ts';
import { consoleBlockAddress, consoleBlockedAddresses, consoleUnblockAddress } from './console/blocked-addresses.ts';
import { consoleSigner } from './console/get-signer.ts';
import {
  consoleEndAlarm,
  consoleReadAgain,
  consoleReconcile,
  consoleStopNetwork,
  consoleTreasury,
} from './console/treasury.ts';
import {
  consoleApproveWithdrawal,
  consoleGiveBack,
  consolePayAgain,
  consoleRefuseWithdrawal,
  consoleWithdrawals,
} from './console/withdrawals.ts';
import { createDepositAddress, depositAddress } from './http/deposits/addresses.ts';
import { depositHistory } from './http/deposits/deposit-history.ts';
import { cancelWithdrawal } from './http/withdrawals/cancel-withdrawal.ts';
import { setOneStepWithdrawal, setOnlySavedAddresses } from './http/withdrawals/choices.ts';
import { createWithdrawal } from './http/withdrawals/create-withdrawal.ts';
import { draftWithdrawal } from './http/withdrawals/draft-withdrawal.ts';
import { getWithdrawal } from './http/withdrawals/get-withdrawal.ts';
import { listNetworks } from './http/withdrawals/list-networks.ts';
import {
  listSavedAddresses,
  removeAddress,
  renameAddress,
  saveAddress,
  sendAddressCode,
} from './http/withdrawals/saved-addresses.ts';
import { withdrawalHistory } from './http/withdrawals/withdrawal-history.ts';
import { withdrawalLimits } from './http/withdrawals/withdrawal-limits.ts';
import type { Services } from './services.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  networks: listNetworks,
  draftWithdrawal,
  createWithdrawal,
  cancelWithdrawal,
  withdrawalHistory,
  withdrawal: getWithdrawal,
  withdrawalLimits,
  savedAddresses: listSavedAddresses,
  sendAddressCode,
  saveAddress,
  renameAddress,
  removeAddress,
  setOnlySavedAddresses,
  setOneStepWithdrawal,
  createDepositAddress,
  depositAddress,
  depositHistory,
  consoleTreasury,
  consoleReconcile,
  consoleStopNetwork,
  consoleAskForNetworks,
  consoleWithdrawals,
  consoleApproveWithdrawal,
  consoleRefuseWithdrawal,
  consolePayAgain,
  consoleSigner,
  consoleReadAgain,
  consoleEndAlarm,
  consoleGiveBack,
  consoleBlockedAddresses,
  consoleBlockAddress,
  consoleUnblockAddress,
} satisfies HandlersOf<Services>;
