import type { RolldownOptions } from 'rolldown';

/**
 * How the modules of an app are put into files. Left alone, each set of pages that shares modules gets a file of its own, and a
 * page asks for a hundred of them: what the app begins with is one file, and the small parts of many pages are another.
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
