import { useEffect, useSyncExternalStore } from 'react';

/** Reads the URLs of the icons that operators have uploaded for coins. */
type CoinImagesReader = () => Promise<unknown>;

let images: ReadonlyMap<string, string> = new Map();
let read: CoinImagesReader | undefined;
const listeners = new Set<() => void>();

/** Called with every list of coins that the app receives. URLs of the icons that are part of the app are ignored. */
export function setCoinImages(coins: Iterable<{ readonly coin: string; readonly image: string }>): void {
  const uploaded = new Map(
    [...coins].filter(({ image }) => image.startsWith('/api/')).map(({ coin, image }) => [coin, image]),
  );
  const isSame = uploaded.size === images.size && [...uploaded].every(([coin, image]) => images.get(coin) === image);
  if (isSame) return;
  images = uploaded;
  for (const listener of listeners) listener();
}

/**
 * `reader`, which calls `setCoinImages`, is called when a page shows a coin whose icon is not part of the app. After
 * its first success it is not called again.
 */
export function provideCoinImages(reader: CoinImagesReader): void {
  read = reader;
}

/** The URL of the coin's uploaded icon, if it has one and the list of coins has been received. */
export function useCoinImage(coin: string, isBundled: boolean): string | undefined {
  useEffect(() => {
    if (isBundled || read === undefined) return;
    const reader = read;
    read = undefined;
    reader().catch(() => {
      // After a failure, the next coin without a bundled icon triggers another attempt.
      read = reader;
    });
  }, [isBundled]);
  return useSyncExternalStore(subscribe, () => images.get(coin));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
