import type { Services as AllRooms } from '../sandbox/services.ts';

/** What all rooms offer, put together once by wiring/answering.ts. */
export type Services = AllRooms;
