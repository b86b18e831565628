import { createHash } from 'node:crypto';

const style = `body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#f1f6fa;color:#10161c}
main{max-width:400px;margin:12vh auto;padding:32px;background:#fff;border:1px solid #d5dde5;border-radius:12px}
h1{margin:0 0 4px;font-size:22px}p{margin:0 0 20px;color:#52606d}
label{display:block;margin:16px 0 6px;font-size:14px;font-weight:600}
input,button{box-sizing:border-box;width:100%;min-height:46px;padding:0 14px;border-radius:8px;font:inherit}
input{border:1px solid #8b98a5}button{margin-top:8px;border:1px solid #cbd4dd;background:#fff;color:inherit;text-align:left;cursor:pointer}
button.go{border-color:#0b6ea8;background:#0b6ea8;color:#fff;text-align:center;font-weight:600}
button.quiet{border-color:transparent;color:#52606d;text-align:center}
:focus-visible{outline:2px solid #0b6ea8;outline-offset:2px}`;

const styleHash = createHash('sha256').update(style).digest('base64');

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
};

/** The page for choosing an account. */
export function choicePage(action: string, known: readonly string[]): string {
  const accounts = known.map((email) => `<button name="known" value="${email}">${email}</button>`).join('\n');
  return sandboxPage(
    'Sandbox sign-in provider',
    `<h1>Sandbox sign-in provider</h1>
<p>This stands in for Google. Choose an account: no password is needed.</p>
<form method="post" action="${action}">
${accounts}
</form>
<form method="post" action="${action}">
<label for="email">Another email</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required>
<button class="go">Continue</button>
</form>
<form method="post" action="${action}">
<button class="quiet" name="known" value="">Cancel</button>
</form>`,
  );
}

const sandboxPage = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
