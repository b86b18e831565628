import { startServer } from './server.ts';

/** Runs once before all tests; what it answers runs once after them. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.VITRINE_BASE_URL !== undefined) return async () => {};
  const server = await startServer();
  process.env.VITRINE_BASE_URL = server.baseUrl;
  return () => server.stop();
}
