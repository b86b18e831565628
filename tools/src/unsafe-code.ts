/** A pattern that lines must not contain, with reason and scope. */
export interface ForbiddenWord {
  readonly pattern: RegExp;
  readonly reason: string;
  readonly onlyIn?: RegExp;
}

const code = /^(apps|packages)\/(?!.*(\.test\.tsx?$|\/testing\/|\/test\/)).*\.tsx?$/;
const servers = /^(apps\/(server|signer)|packages\/(chains|sequencer))\/src\/(?!.*(\.test\.ts$|\/testing\/)).*\.ts$/;
/**
 * The sources in which regular expressions must be literals. Two files are exempt, because they build one from
 * constants.
 */
const expressions =
  /^apps\/(server|signer)\/src\/(?!.*(\.test\.ts$|\/testing\/))(?!wiring\/settings\/secret-file\.ts$|providers\/payment\/paypal-words\.ts$).*\.ts$/;
/**
 * The files of the server that must not print: those in the subfolders of its sources. The files directly in src are
 * commands, which may print, as may `command.ts`, which they share.
 */
const logged = /^apps\/server\/src\/(?!wiring\/database\/command\.ts$)(?!.*(\.test\.ts$|\/testing\/))[^/]+\/.*\.ts$/;

/** Code that, according to docs/security.md, the product does not contain. */
export const unsafeCode: readonly ForbiddenWord[] = [
  {
    pattern:
      /\beval\(|\bnew Function\(|dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write/,
    reason: 'text must never become code or markup',
    onlyIn: code,
  },
  {
    pattern: /\bexec(Sync)?\b(?=.*node:child_process)|\bshell: /,
    reason: 'a program is started with a list of arguments, without a shell',
    onlyIn: code,
  },
  { pattern: /\bnew RegExp\(/, reason: 'patterns must not be built from input', onlyIn: expressions },
  {
    pattern: /\bMath\.random\b/,
    reason: "secrets come from Node's crypto, and nothing else is random",
    onlyIn: servers,
  },
  {
    pattern: /create(C|Dec)ipheriv\((?!'aes-256-gcm')|createHash\('md5'/,
    reason: 'ciphers are AES-256-GCM; MD5 is broken',
    onlyIn: code,
  },
  {
    pattern: /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED|Version: 'TLSv1(\.[012])?'|\bciphers: /,
    reason: "certificates are verified, and TLS has no weaker settings than Node's",
    onlyIn: code,
  },
  {
    pattern: /\bconsole\.\w+\(|process\.std(out|err)\.write\(/,
    reason: 'the server reports only through its log (wiring/process/server-log.ts)',
    onlyIn: logged,
  },
  {
    pattern: /\btimestamp\b/,
    reason: 'times in tables need a time zone: use timestamptz',
    onlyIn: /^apps\/server\/migrations\/.*\.sql$/,
  },
];
