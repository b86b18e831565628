import type { RolldownOptions } from 'rolldown';

/**
 * Splits an app's modules into chunks: the initial modules form one chunk, and small modules that many pages share form
 * another. By default, there would be a chunk for each set of pages that share modules, and a page would request a
 * hundred chunks.
 */
export const chunks: RolldownOptions = {
  output: {
    codeSplitting: {
      groups: [
        { name: 'frame', tags: ['$initial'], priority: 1 },
        { name: 'shared', minShareCount: 16, maxModuleSize: 4_000 },
      ],
    },
  },
};
