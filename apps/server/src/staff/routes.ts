import type { HandlersOf } from '../http/handler.ts';
import {
  consoleAddPasskey,
  consoleChangePassword,
  consoleEndSession,
  consolePasskeyOptions,
  consoleRecoveryCodes,
  consoleRemovePasskey,
} from './console/account.ts';
import { consoleApprovals, consoleApprove, consoleRefuse, consoleWithdraw } from './console/approvals.ts';
import { consoleAskForFees } from './console/ask-for-fees.ts';
import { consoleAskForLimits } from './console/ask-for-limits.ts';
import { consoleAudit, consoleAuditVerify } from './console/audit.ts';
import { consoleChangeSettings } from './console/change-settings.ts';
import { consoleSettings } from './console/get-settings.ts';
import {
  consoleAccess,
  consoleChangeRoles,
  consoleCreateStaff,
  consoleDisableStaff,
  consoleReinviteStaff,
  consoleStaff,
} from './console/members.ts';
import {
  consoleEnrol,
  consoleLogin,
  consoleLogout,
  consolePasskeyChallenge,
  consolePasskeyLogin,
  consoleSecondFactor,
  consoleSession,
  consoleWelcome,
} from './console/sign-in.ts';
import type { Services } from './services.ts';

/** Who answers this room’s endpoints. */
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
