import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';

type Network = Calls['POST /sandbox/blocks']['body']['network'];

/** Chooses a network on the deposit page. */
export async function chooseNetwork(page: Page, network: Network): Promise<void> {
  await page.getByRole('button', { name: /^Network:/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(network) })
    .click();
}

/** Immediately mines blocks on a simulated network. */
export async function mine(request: APIRequestContext, network: Network, count: number): Promise<void> {
  const baseUrl = process.env.VITRINE_BASE_URL ?? '';
  const answer = await request.post('/sandbox/blocks', { data: { network, count }, headers: { origin: baseUrl } });
  expect(answer.status(), await answer.text()).toBe(200);
}
