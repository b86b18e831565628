import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { withBuiltPrograms } from './server-build.ts';

/** Modules that this process loads start the programs of the build: for `--import`. */
registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    if (!url.startsWith('file:') || loaded.source === undefined || loaded.source === null) return loaded;
    const changed = withBuiltPrograms(String(loaded.source), fileURLToPath(url));
    return changed === null ? loaded : { ...loaded, source: changed };
  },
});
