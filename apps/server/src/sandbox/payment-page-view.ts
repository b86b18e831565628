import { createHash } from 'node:crypto';

/**
 * The page's style sheet. It contains the design tokens of the web app's two themes and loads nothing, because the page
 * must be self-contained.
 */
const style = `:root{color-scheme:light dark;--ground:#f6f8fa;--panel:#fff;--line:#e1e7ed;--text:#10161c;--dim:#52606d;--accent:#0b6ea8;--ink:#fff;--sunk:#f6f8fa;--wash:rgb(180 120 0/.12);--warn:#805300}
@media (prefers-color-scheme:dark){:root{--ground:#0b0e11;--panel:#12171d;--line:#232b34;--text:#e8ecf0;--dim:#97a3b0;--accent:#8fd8ff;--ink:#06202e;--sunk:#0e1318;--wash:rgb(242 193 78/.13);--warn:#f2c14e}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--text);font:400 14px/1.5 Inter,system-ui,sans-serif}
header{display:flex;align-items:center;gap:10px;min-height:56px;padding:0 24px;border-bottom:1px solid var(--line);font:400 21px/1 "Instrument Serif",Georgia,serif}
header svg{color:var(--text)}header span{margin-left:4px;padding:4px 8px;border:1px dashed var(--warn);border-radius:6px;color:var(--warn);font:600 11px/1 Inter,system-ui,sans-serif}
main{max-width:440px;margin:0 auto;padding:48px 16px}
section{overflow:hidden;border:1px solid var(--line);border-radius:16px;background:var(--panel)}
.said{margin:0;padding:14px 24px;background:var(--wash);color:var(--warn);font-weight:600}
.in{padding:24px}h1{margin:0 0 6px;font:400 30px/1.15 "Instrument Serif",Georgia,serif}p{margin:0;color:var(--dim)}
dl{display:grid;gap:8px;margin:20px 0;padding:14px 16px;border-radius:10px;background:var(--sunk);font-variant-numeric:tabular-nums}
dl div{display:flex;justify-content:space-between;gap:16px}dt{color:var(--dim)}dd{margin:0;font-weight:500;text-align:right;overflow-wrap:anywhere}
.sum dd{font-size:18px;font-weight:600}
form{display:grid;gap:10px}button{min-height:46px;padding:0 16px;border:1px solid var(--line);border-radius:8px;background:none;color:var(--text);font:600 14px/1.2 Inter,system-ui,sans-serif;cursor:pointer}
button.go{border-color:var(--accent);background:var(--accent);color:var(--ink)}button.quiet{border-color:transparent;color:var(--dim)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`;

const styleHash = createHash('sha256').update(style).digest('base64');

export const paymentPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
};

const mark = `<svg width="24" height="24" viewBox="0 0 24 24" fill="none" aria-hidden="true">
<rect x="1.2" y="1.2" width="21.6" height="21.6" rx="5.6" stroke="var(--accent)" stroke-width="1.7"/>
<path d="M6.6 7.2 12 17.6l5.4-10.4" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const page = (brand: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Simulated payment</title>
<style>${style}</style>
</head>
<body>
<header>${mark}${escaped(brand)}<span>Sandbox</span></header>
<main>
<section>
<p class="said">This is a simulated page that stands in for PayPal.</p>
<div class="in">
${content}
</div>
</section>
</main>
</body>
</html>
`;

export interface ShownOrder {
  readonly brand: string;
  readonly id: string;
  /** The amount with its currency. */
  readonly total: string;
  /** Whether the payer has already decided. */
  readonly isOver: boolean;
}

/** The question to the payer, with three possible answers. */
export const approvalPage = ({ brand, id, total, isOver }: ShownOrder): string =>
  page(
    brand,
    `<h1>${isOver ? 'This order is complete' : 'Approve the payment'}</h1>
<p>${isOver ? 'Go back to see the result.' : 'Nothing is charged, whichever button you choose.'}</p>
<dl>
<div><dt>To</dt><dd>${escaped(brand)}</dd></div>
<div><dt>Order</dt><dd>${escaped(id)}</dd></div>
<div class="sum"><dt>Total</dt><dd>${escaped(total)}</dd></div>
</dl>
<form method="post">
${
  isOver
    ? '<button class="go" name="answer" value="back">Back</button>'
    : `<button class="go" name="answer" value="pay">Pay ${escaped(total)}</button>
<button name="answer" value="declined">Simulate a declined payment</button>
<button class="quiet" name="answer" value="cancel">Cancel and go back</button>`
}
</form>`,
  );

export const noOrderPage = (brand: string): string =>
  page(brand, '<h1>Order not found</h1>\n<p>This address does not belong to an order of the sandbox.</p>');
