import { SignerUnreachable, type SigningClient, xpubFingerprint } from '@vitrine/chains';
import type { FastifyBaseLogger } from 'fastify';
import { StartError } from '../process/start-error.ts';
import type { NetworkSettings } from '../settings/network-settings.ts';

/**
 * Throws StartError if the signer's addresses differ from the exchange's: coins sent to an address whose key the signer
 * does not have would be lost. If the signer does not respond, the exchange starts nevertheless; only payments wait
 * until it responds.
 */
export async function checkSigner(
  signer: Pick<SigningClient, 'health'>,
  networks: readonly Pick<NetworkSettings, 'network' | 'xpub' | 'hotAddress'>[],
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const known = await signerNetworks(signer, log);
  for (const { network, xpub, hotAddress } of known === undefined ? [] : networks) {
    const own = known?.find((one) => one.network === network);
    if (own === undefined)
      throw new StartError(`The signer does not sign for ${network}: add this network to the signer's policy.`);
    if (own.depositXpub !== xpubFingerprint(xpub))
      throw new StartError(
        `${network}_XPUB does not belong to the signer's keys: use the value that signer:create-keys printed.`,
      );
    if (own.hotAddress !== hotAddress)
      throw new StartError(
        `${network}_HOT_ADDRESS differs from the signer's hot address, ${own.hotAddress}: use the value that signer:create-keys printed.`,
      );
  }
}

async function signerNetworks(signer: Pick<SigningClient, 'health'>, log: Pick<FastifyBaseLogger, 'warn'>) {
  try {
    return (await signer.health()).networks;
  } catch (error) {
    if (!(error instanceof SignerUnreachable))
      throw new StartError(`The signer cannot be used: ${(error as Error).message}.`);
    log.warn({ err: error }, 'signer unreachable: addresses not verified, payments on hold');
    return undefined;
  }
}
