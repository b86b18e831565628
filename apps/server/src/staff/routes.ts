/** The handler of each of this module’s endpoints. */
export { consoleApprovals, consoleApprove, consoleRefuse, consoleWithdraw } from './approvals/console/approvals.ts';
export { consoleAudit, consoleAuditVerify } from './audit/console/audit.ts';
export {
  consoleAccess,
  consoleChangeRoles,
  consoleCreateStaff,
  consoleDisableStaff,
  consoleReinviteStaff,
  consoleStaff,
} from './members/console/members.ts';
export { consoleAskForFees } from './settings/console/ask-for-fees.ts';
export { consoleAskForLimits } from './settings/console/ask-for-limits.ts';
export { consoleChangeSettings } from './settings/console/change-settings.ts';
export { consoleSettings } from './settings/console/get-settings.ts';
export {
  consoleAddPasskey,
  consoleChangePassword,
  consoleEndSession,
  consolePasskeyOptions,
  consoleRecoveryCodes,
  consoleRemovePasskey,
} from './sign-in/console/account.ts';
export {
  consoleEnrol,
  consoleLogin,
  consoleLogout,
  consolePasskeyChallenge,
  consolePasskeyLogin,
  consoleSecondFactor,
  consoleSession,
  consoleWelcome,
} from './sign-in/console/sign-in.ts';
