import type { StaffRole } from '@vitrine/contract';
import { useTranslation } from 'react-i18next';
import type { CallResponse } from '../../lib/api.ts';

export type Approval = CallResponse<'GET /api/v3/console/approvals'>['approvals'][number];

interface Asked {
  readonly name?: string;
  readonly roles?: readonly StaffRole[];
  readonly status?: 'active' | 'invited' | 'disabled';
}

/** Whether the request grants someone access to the console, or more rights in it. */
export const isAccessRequest = ({ kind }: Pick<Approval, 'kind'>): boolean => kind.startsWith('staff_');

/** The purpose of an access request as a sentence; undefined for other requests. */
export function useAccessWords(): (approval: Approval) => string | undefined {
  const { t } = useTranslation(['staff', 'common']);
  const roles = ({ roles: list = [] }: Asked) => list.map((role) => t(`common:roles.${role}`)).join(', ');
  return (approval) => {
    const [before, after] = [(approval.before ?? {}) as Asked, (approval.after ?? {}) as Asked];
    const email = approval.subject.replace(/^staff /, '');
    if (approval.kind === 'staff_create')
      return t('requests.create', { name: after.name ?? '', email, roles: roles(after) });
    if (approval.kind === 'staff_roles') return t('requests.roles', { email, from: roles(before), to: roles(after) });
    if (approval.kind === 'staff_reinvite') return t(`requests.reinvite.${before.status ?? 'active'}`, { email });
    return undefined;
  };
}
