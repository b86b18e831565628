import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './repository.ts';

/** A package's entry in package-lock.json. */
export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

/** The packages by their folder, such as `node_modules/pg`. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

export interface LockFindings {
  /** Packages with an install script that npm would run. */
  readonly installScripts: readonly string[];
  /** Packages whose hash npm does not verify when it installs them: each is an error. */
  readonly unverified: readonly string[];
  /**
   * Like `unverified`, but optional development tools for other operating systems, whose hashes were unavailable when
   * the lock file was written.
   */
  readonly unverifiedTools: readonly string[];
}

export const readLock = (): LockedPackages =>
  JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')).packages;

export function inspectLock(packages: LockedPackages): LockFindings {
  const fetched = Object.entries(packages).filter(([folder, { link }]) => folder.includes('node_modules/') && !link);
  const named = (wanted: (entry: LockedPackage) => boolean): string[] =>
    fetched.filter(([, entry]) => wanted(entry)).map(([folder, { version }]) => `${nameOf(folder)} ${version}`);
  const isTool = ({ dev, optional }: LockedPackage): boolean => dev === true && optional === true;
  return {
    installScripts: named(({ hasInstallScript }) => hasInstallScript === true),
    unverified: named((entry) => entry.integrity === undefined && !isTool(entry)),
    unverifiedTools: named((entry) => entry.integrity === undefined && isTool(entry)),
  };
}

const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
