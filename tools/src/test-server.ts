import { builtServer } from './server-build.ts';

/** Vitest's globalSetup: builds the server once, before the workers start. */
export async function setup(): Promise<void> {
  await builtServer();
}
