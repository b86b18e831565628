import { request } from '@playwright/test';
import { startServer } from './server.ts';
import { parseDelay, slowed } from './slow-network.ts';
import { signInAdministrators } from './staff.ts';

/**
 * Runs once before all tests; the returned function runs after them. `E2E_DELAY=150-650` delays each request (in ms).
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const stop = process.env.VITRINE_BASE_URL === undefined ? await start() : async () => {};
  const context = await request.newContext({ baseURL: process.env.VITRINE_BASE_URL ?? '' });
  await signInAdministrators(context);
  await context.dispose();
  return stop;
}

async function start(): Promise<() => Promise<void>> {
  const { E2E_DELAY } = process.env;
  const delay = E2E_DELAY ? parseDelay(E2E_DELAY) : undefined;
  const started = await startServer();
  const server = delay === undefined ? started : await slowed(started, delay);
  process.env.VITRINE_BASE_URL = server.baseUrl;
  return () => server.stop();
}
