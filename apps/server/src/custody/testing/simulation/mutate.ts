import { registerHooks } from 'node:module';
import { mutations } from './mutations.ts';

/**
 * Applies a mutation when the mutated file is loaded, so import this module before the program. The product itself has
 * no hook for mutations.
 */
const mutation = mutations[Number(process.env.MUTATION)];
if (mutation === undefined) throw new Error(`MUTATION is not the number of a mutation: ${process.env.MUTATION}`);
const { file, find, replace } = mutation;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(`/src/custody/${file}`)) return loaded;
    const source = String(loaded.source);
    if (source.split(find).length !== 2) throw new Error(`${file} must contain this text exactly once: ${find}`);
    return { ...loaded, source: source.replace(find, () => replace) };
  },
});
