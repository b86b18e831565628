import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { withBuiltPrograms } from './server-build.ts';

/**
 * For use with `--import`: changes the modules that this process loads, so that they start programs in their built
 * versions.
 */
registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    const isPackage = !url.startsWith('file:') || url.includes('/node_modules/');
    if (isPackage || !loaded.source) return loaded;
    const source = withBuiltPrograms(String(loaded.source), fileURLToPath(url));
    return source === null ? loaded : { ...loaded, source };
  },
});
