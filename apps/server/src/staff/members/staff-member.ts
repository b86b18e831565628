import type { StaffRole } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';

/** The member of staff who acts. */
export interface Operator {
  readonly email: string;
  readonly roles: readonly StaffRole[];
}

/** Whether this is the email address of the operator's own account. */
export const isOwn = (email: string, operator: Pick<Operator, 'email'>): boolean =>
  email.toLowerCase() === operator.email.toLowerCase();

/** Refuses actions on one's own account. Errors: own_account. */
export function refuseOwn(email: string, operator: Pick<Operator, 'email'>): void {
  if (isOwn(email, operator)) throw new ApiError('own_account');
}

/** Throws if the operator is one of the authors of the item under review. Errors: second_person_needed. */
export function demandSecondPerson(authors: readonly string[], { email }: Pick<Operator, 'email'>): void {
  if (authors.includes(email)) throw new ApiError('second_person_needed');
}

interface Settling {
  /** The time from which the member may request and approve changes. */
  readonly decidesFromMs: number;
}

/** Whether this member may already request and approve changes. */
export const isSettled = ({ decidesFromMs }: Settling): boolean => decidesFromMs <= Date.now();

/** Throws unless this member may already request and approve changes. Errors: approver_too_new. */
export function demandSettled(session: Settling): void {
  if (!isSettled(session)) throw new ApiError('approver_too_new', { time: String(session.decidesFromMs) });
}

const teams: readonly StaffRole[] = ['compliance', 'support'];

/** The team in whose name the operator acts, as shown to clients. */
export const teamOf = ({ roles }: Operator): StaffRole => teams.find((team) => roles.includes(team)) ?? 'administrator';
