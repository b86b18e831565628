import type { HandlersOf } from '../http/handler.ts';
import { consoleApproveWithdrawal } from './console/approve-withdrawal.ts';
import { consoleAskForNetworks } from './console/ask-for-networks.ts';
import { consoleBlockAddress } from './console/block-address.ts';
import { consoleEndAlarm } from './console/end-alarm.ts';
import { consoleSigner } from './console/get-signer.ts';
import { consoleTreasury } from './console/get-treasury.ts';
import { consoleGiveBack } from './console/give-back.ts';
import { consoleBlockedAddresses } from './console/list-blocked-addresses.ts';
import { consoleWithdrawals } from './console/list-withdrawals.ts';
import { consolePayAgain } from './console/pay-again.ts';
import { consoleReadAgain } from './console/read-again.ts';
import { consoleReconcile } from './console/reconcile.ts';
import { consoleRefuseWithdrawal } from './console/refuse-withdrawal.ts';
import { consoleStopNetwork } from './console/stop-network.ts';
import { consoleUnblockAddress } from './console/unblock-address.ts';
import { depositHistory } from './http/deposits/deposit-history.ts';
import { fetchAddress } from './http/deposits/fetch-address.ts';
import { generateWallet } from './http/deposits/generate-wallet.ts';
import { cancelWithdrawal } from './http/withdrawals/cancel-withdrawal.ts';
import { createWithdrawal } from './http/withdrawals/create-withdrawal.ts';
import { draftWithdrawal } from './http/withdrawals/draft-withdrawal.ts';
import { getWithdrawal } from './http/withdrawals/get-withdrawal.ts';
import { listNetworks } from './http/withdrawals/list-networks.ts';
import { listSavedAddresses } from './http/withdrawals/list-saved-addresses.ts';
import { removeAddress } from './http/withdrawals/remove-address.ts';
import { renameAddress } from './http/withdrawals/rename-address.ts';
import { saveAddress } from './http/withdrawals/save-address.ts';
import { sendAddressCode } from './http/withdrawals/send-address-code.ts';
import { setOneStepWithdrawal } from './http/withdrawals/set-one-step-withdrawal.ts';
import { setOnlySavedAddresses } from './http/withdrawals/set-only-saved-addresses.ts';
import { withdrawHistory } from './http/withdrawals/withdraw-history.ts';
import { withdrawalLimits } from './http/withdrawals/withdrawal-limits.ts';
import type { Services } from './services.ts';

/** Who answers this room’s endpoints. */
export const handlers = {
  networks: listNetworks,
  draftWithdrawal,
  createWithdrawal,
  cancelWithdrawal,
  withdrawHistory,
  withdrawal: getWithdrawal,
  withdrawalLimits,
  savedAddresses: listSavedAddresses,
  sendAddressCode,
  saveAddress,
  renameAddress,
  removeAddress,
  onlySavedAddresses: setOnlySavedAddresses,
  oneStepWithdrawal: setOneStepWithdrawal,
  generateWallet,
  fetchAddress,
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
