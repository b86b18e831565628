/** What all rooms offer, put together once by wiring/answering.ts. */
export type { Services } from '../sandbox/services.ts';
