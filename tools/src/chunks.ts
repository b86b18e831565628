import type { RolldownOptions } from 'rolldown';

/**
 * How an app's modules are split into chunks: the initial modules are one chunk, and small modules shared by many pages
 * another. By default, each set of pages that shares modules would have its own chunk, and a page would request a
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
