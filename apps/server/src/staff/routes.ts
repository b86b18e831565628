import type { HandlersOf } from '../http/handler.ts';
import { consoleApprovals, consoleApprove, consoleRefuse, consoleWithdraw } from './approvals/console/approvals.ts';
import { consoleAudit, consoleAuditVerify } from './audit/console/audit.ts';
import {
  consoleAccess,
  consoleChangeRoles,
  consoleCreateStaff,
  consoleDisableStaff,
  consoleReinviteStaff,
  consoleStaff,
} from './members/console/members.ts';
import type { Services } from './services.ts';
import { consoleAskForFees } from './settings/console/ask-for-fees.ts';
import { consoleAskForLimits } from './settings/console/ask-for-limits.ts';
import { consoleChangeSettings } from './settings/console/change-settings.ts';
import { consoleSettings } from './settings/console/get-settings.ts';
import {
  consoleAddPasskey,
  consoleChangePassword,
  consoleEndSession,
  consolePasskeyOptions,
  consoleRecoveryCodes,
  consoleRemovePasskey,
} from './sign-in/console/account.ts';
import {
  consoleEnrol,
  consoleLogin,
  consoleLogout,
  consolePasskeyChallenge,
  consolePasskeyLogin,
  consoleSecondFactor,
  consoleSession,
  consoleWelcome,
} from './sign-in/console/sign-in.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  consoleLogin,
  consoleSecondFactor,
  consolePasskeyChallenge,
  consolePasskeyLogin,
  consoleEnrol,
  consoleWelcome,
  consoleSession,
  consoleLogout,
  consoleAccess,
  consoleEndSession,
  consolePasskeyOptions,
  consoleAddPasskey,
  consoleRemovePasskey,
  consoleRecoveryCodes,
  consoleChangePassword,
  consoleStaff,
  consoleCreateStaff,
  consoleChangeRoles,
  consoleDisableStaff,
  consoleReinviteStaff,
  consoleApprovals,
  consoleApprove,
  consoleRefuse,
  consoleWithdraw,
  consoleSettings,
  consoleChangeSettings,
  consoleAskForLimits,
  consoleAskForFees,
  consoleAudit,
  consoleAuditVerify,
} satisfies HandlersOf<Services>;
