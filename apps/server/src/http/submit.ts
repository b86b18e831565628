import type { Command } from '@vitrine/core';
import type { Outcome } from '@vitrine/sequencer';
import { refusalError } from './refusal-error.ts';
import type { Services } from './services.ts';

/**
 * Submits a command; resolves once it is durable and applied. If the core refuses the command, throws the error for
 * that refusal.
 */
export async function submit(services: Services, command: Command): Promise<Outcome> {
  const sentMs = performance.now();
  const outcome = await services.sequencer.submit(command);
  const what = outcome.refusal !== undefined ? 'refused' : outcome.repeated !== undefined ? 'repeated' : 'accepted';
  services.metrics.acknowledged(what, performance.now() - sentMs);
  if (outcome.refusal !== undefined) throw refusalError(services, command, outcome.refusal);
  return outcome;
}
