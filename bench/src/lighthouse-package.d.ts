/** The parts of `lighthouse` used here; the package has no type declarations for ES modules. */
declare module 'lighthouse' {
  export interface Flags {
    readonly port?: number;
    readonly onlyCategories?: readonly string[];
    readonly disableStorageReset?: boolean;
    readonly throttlingMethod?: 'provided' | 'devtools' | 'simulate';
    readonly maxWaitForLoad?: number;
    readonly logLevel?: 'silent' | 'error' | 'warn' | 'info' | 'verbose';
  }

  export interface Audit {
    readonly title: string;
    /** From 0 to 1; null if the audit does not apply. */
    readonly score: number | null;
    readonly details?: unknown;
  }

  export interface Result {
    readonly runtimeError?: { readonly message: string };
    readonly audits: Readonly<Record<string, Audit>>;
    readonly categories: Readonly<
      Record<
        string,
        {
          readonly score: number | null;
          readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
        }
      >
    >;
  }

  export const desktopConfig: object;
  function lighthouse(url: string, flags?: Flags, config?: object): Promise<{ readonly lhr: Result } | undefined>;

  // biome-ignore lint/style/noDefaultExport: this is what the package exports
  export { lighthouse as default };
}
