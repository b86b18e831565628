import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../services.ts';
import { staffView } from './staff-view.ts';

export const consoleStaff: Handler<typeof endpoints.consoleStaff> = async ({ services }) => ({
  staff: (await services.staff.members.list()).map((member) => ({
    ...staffView(member),
    status: member.status,
    created_at: member.createdAtMs,
    created_by: member.createdBy,
    decides_from: member.decidesFromMs ?? null,
    seen_at: member.seenAtMs ?? null,
    passkeys: member.passkeys,
  })),
});
