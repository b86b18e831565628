import type { Services as AllRooms } from '../sandbox/services.ts';

/** The services of all rooms, assembled once by wiring/rooms.ts. */
export type Services = AllRooms;
