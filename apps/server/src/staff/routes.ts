import type { HandlersOf } from '../http/handler.ts';
import { consoleAddPasskey } from './console/add-passkey.ts';
import { consoleApprove } from './console/approve.ts';
import { consoleAskForFees } from './console/ask-for-fees.ts';
import { consoleAskForLimits } from './console/ask-for-limits.ts';
import { consoleChangePassword } from './console/change-password.ts';
import { consoleChangeRoles } from './console/change-roles.ts';
import { consoleChangeSettings } from './console/change-settings.ts';
import { consoleCreateStaff } from './console/create-staff.ts';
import { consoleDisableStaff } from './console/disable-staff.ts';
import { consoleEndSession } from './console/end-session.ts';
import { consoleEnrol } from './console/enrol.ts';
import { consoleAccess } from './console/get-access.ts';
import { consoleAudit } from './console/get-audit.ts';
import { consoleSession } from './console/get-session.ts';
import { consoleSettings } from './console/get-settings.ts';
import { consoleApprovals } from './console/list-approvals.ts';
import { consoleStaff } from './console/list-staff.ts';
import { consoleLogin } from './console/login.ts';
import { consoleLogout } from './console/logout.ts';
import { consolePasskeyChallenge } from './console/passkey-challenge.ts';
import { consolePasskeyLogin } from './console/passkey-login.ts';
import { consolePasskeyOptions } from './console/passkey-options.ts';
import { consoleRefuse } from './console/refuse.ts';
import { consoleReinviteStaff } from './console/reinvite-staff.ts';
import { consoleRemovePasskey } from './console/remove-passkey.ts';
import { consoleRecoveryCodes } from './console/renew-recovery-codes.ts';
import { consoleSecondFactor } from './console/second-factor.ts';
import { consoleAuditVerify } from './console/verify-audit.ts';
import { consoleWelcome } from './console/welcome.ts';
import { consoleWithdraw } from './console/withdraw.ts';
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
