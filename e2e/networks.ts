import { type APIRequestContext, expect } from '@playwright/test';
import type { Calls } from '@vitrine/contract';

type Network = Calls['POST /sandbox/blocks']['body']['network'];

/** Blocks of a simulated network come at once. */
export async function mine(request: APIRequestContext, network: Network, count: number): Promise<void> {
  const baseUrl = process.env.VITRINE_BASE_URL ?? '';
  const answer = await request.post('/sandbox/blocks', { data: { network, count }, headers: { origin: baseUrl } });
  expect(answer.status(), await answer.text()).toBe(200);
}
