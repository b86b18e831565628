import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { withBuiltPrograms } from './server-build.ts';

/**
 * Used with `--import`: changes the modules that this process loads, so that they start the built versions of programs.
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
