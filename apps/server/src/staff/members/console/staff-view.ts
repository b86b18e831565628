import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { StaffMember } from '../staff-members.ts';

type StaffView = ResponseOf<typeof endpoints.consoleSession>['staff'];

/** A member of staff as the console shows them. */
export const staffView = ({ id, name, email, roles }: StaffMember): StaffView => ({ id, name, email, roles });
