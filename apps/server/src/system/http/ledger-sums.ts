import { formatDecimal } from '@vitrine/money';
import type { Handler } from '../services.ts';

export const ledgerSums: Handler<'ledgerSums'> = async ({ services }) => {
  const newest = await services.ledgerAudit.stateHash();
  const { position, byAsset } = await services.ledgerAudit.sums();
  return {
    assets: [...byAsset.values()].map(({ asset, allUnits, clientUnits }) => {
      const { code, scale } = services.instruments.asset(asset);
      return {
        coin: code,
        sum: formatDecimal(allUnits, scale),
        owed_to_clients: formatDecimal(clientUnits, scale),
      };
    }),
    ...(newest === undefined ? {} : { state_hash: newest.hash, state_hash_position: newest.position }),
    position,
  };
};
