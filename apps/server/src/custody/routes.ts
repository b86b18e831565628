/** The handler of each of this module’s endpoints. */
export { consoleAskForNetworks } from './console/ask-for-networks.ts';
export { consoleBlockAddress, consoleBlockedAddresses, consoleUnblockAddress } from './console/blocked-addresses.ts';
export { consoleSigner } from './console/get-signer.ts';
export {
  consoleEndAlarm,
  consoleReadAgain,
  consoleReconcile,
  consoleStopNetwork,
  consoleTreasury,
} from './console/treasury.ts';
export {
  consoleApproveWithdrawal,
  consoleGiveBack,
  consolePayAgain,
  consoleRefuseWithdrawal,
  consoleWithdrawals,
} from './console/withdrawals.ts';
export { createDepositAddress, depositAddress } from './http/deposits/addresses.ts';
export { depositHistory } from './http/deposits/deposit-history.ts';
export { cancelWithdrawal } from './http/withdrawals/cancel-withdrawal.ts';
export { setOneStepWithdrawal, setOnlySavedAddresses } from './http/withdrawals/choices.ts';
export { createWithdrawal } from './http/withdrawals/create-withdrawal.ts';
export { draftWithdrawal } from './http/withdrawals/draft-withdrawal.ts';
export { getWithdrawal as withdrawal } from './http/withdrawals/get-withdrawal.ts';
export { listNetworks as networks } from './http/withdrawals/list-networks.ts';
export {
  listSavedAddresses as savedAddresses,
  removeAddress,
  renameAddress,
  saveAddress,
  sendAddressCode,
} from './http/withdrawals/saved-addresses.ts';
export { withdrawalHistory } from './http/withdrawals/withdrawal-history.ts';
export { withdrawalLimits } from './http/withdrawals/withdrawal-limits.ts';
