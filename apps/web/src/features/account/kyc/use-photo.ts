import { useRef, useState } from 'react';
import type { Photo, PhotoProblem } from './photo-file.ts';

export type PhotoState =
  | { readonly kind: 'none'; readonly problem?: PhotoProblem }
  | { readonly kind: 'preparing' }
  | { readonly kind: 'ready'; readonly photo: Photo };

/**
 * The photo of one step. Reading a large file takes seconds on a slow phone; if the client chooses another
 * file meanwhile, the last chosen file is used.
 */
export function usePhoto() {
  const [state, setState] = useState<PhotoState>({ kind: 'none' });
  const latest = useRef<Promise<Photo | PhotoProblem>>(undefined);
  const take = async (reading: Promise<Photo | PhotoProblem>) => {
    latest.current = reading;
    setState({ kind: 'preparing' });
    const found = await reading.catch((): PhotoProblem => 'notImage');
    if (latest.current !== reading) return;
    setState(typeof found === 'string' ? { kind: 'none', problem: found } : { kind: 'ready', photo: found });
  };
  const clear = () => {
    latest.current = undefined;
    setState({ kind: 'none' });
  };
  return { state, take, clear };
}
