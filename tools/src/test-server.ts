import { builtServer } from './server-build.ts';

/** Vitest's globalSetup: builds the server before the first of several workers would. */
export async function setup(): Promise<void> {
  await builtServer();
}
