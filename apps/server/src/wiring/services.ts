import type { Services as AllRooms } from '../sandbox/services.ts';

/** The services of all modules, assembled once by wiring/modules.ts. */
export type Services = AllRooms;
