import { fail, type Result, succeed } from '@castellan/foundation/result';
import { utf8 } from '../crypto/bytes.ts';
import { encodeBase64Url } from './base64.ts';
import { decryptorScript } from './decryptor-script.ts';

/** Why no page can be made: the library's text would end the script element that holds it. */
export type DecryptorFailure = { readonly code: 'library_not_inlinable' };

const style = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 Georgia, serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
label { display: block; margin: 1rem 0; }
dd { margin: 0 0 .5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
dt { font-size: .85rem; opacity: .75; }
`;

/**
 * The one-file offline decryptor that goes beside an export: HTML that opens a `castellan.export.2` file in any browser, with the
 * network off. Its policy allows the one script by its hash, WebAssembly for Argon2id, and no connection of any kind.
 * `argon2Library` is the text of hash-wasm's `dist/argon2.umd.min.js` (30 KB; libsodium would be 1.3 MB).
 */
export async function buildDecryptorPage(
  argon2Library: string,
  sha256: (data: Uint8Array) => Promise<Uint8Array>,
): Promise<Result<string, DecryptorFailure>> {
  // An HTML parser turns returns into newlines before the script is hashed.
  const script = `${argon2Library}\n${decryptorScript}`.replace(/\r\n?/g, '\n');
  // HTML §13.1.2.6: these are what a script's text must not hold.
  if (/<\/script|<script|<!--/i.test(script)) return fail({ code: 'library_not_inlinable' });
  const hashOf = async (text: string) => `'sha256-${standardBase64(await sha256(utf8(text)))}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${await hashOf(script)} 'wasm-unsafe-eval'`,
    `style-src ${await hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return succeed(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Open a Castellan export</title>
<style>${style}</style>
</head>
<body>
<h1>Open a Castellan export</h1>
<p>This page works without a network and sends nothing anywhere. Choose the export and type its password.</p>
<form id="form">
<label>Export file <input id="file" type="file" required></label>
<label>Export password <input id="password" type="password" autocomplete="off" required></label>
<button>Open</button>
</form>
<p id="status" role="status"></p>
<div id="entries"></div>
<script>${script}</script>
</body>
</html>
`);
}

function standardBase64(bytes: Uint8Array): string {
  const text = encodeBase64Url(bytes).replaceAll('-', '+').replaceAll('_', '/');
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}
