import { toast } from '@vitrine/ui';
import { i18n } from './i18n.ts';

type Kind = 'offline' | 'late' | 'outdated' | 'broken';

/**
 * Why a page or part failed. A chunk fails to load if the connection is lost or slow, or if the page is older than the
 * newest release; any other failure is a bug.
 */
export function kindOfFailure(error: unknown, online: boolean): Kind {
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  const isLate = text.startsWith('TimeoutError');
  const isChunk = /dynamically imported module|module script failed|Failed to fetch|Unable to preload/i.test(text);
  if (!isLate && !isChunk) return 'broken';
  if (!online) return 'offline';
  return isLate ? 'late' : 'outdated';
}

const PART_TEXTS = {
  offline: 'common:failure.partOffline',
  late: 'common:failure.partLate',
  outdated: 'common:failure.partOutdated',
  broken: 'common:failure.partBroken',
} as const;

export const lostPartText = (error: unknown): string => i18n.t(PART_TEXTS[kindOfFailure(error, navigator.onLine)]);

export const reloadText = (): string => i18n.t('common:failure.reload');
/** Reloads the page: until then, a module that failed to load would fail again. */
export const reload = (): void => location.reload();

/** Reports that a part could not be loaded; for parts without their own place on the page, such as a dialog. */
export const sayPartLost = (error: unknown): void =>
  toast.error(lostPartText(error), { name: reloadText(), onClick: reload });
