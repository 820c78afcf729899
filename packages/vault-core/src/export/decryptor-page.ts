import { utf8 } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { encodeBase64Url } from './base64.ts';

/** Why no page can be made: the script's text would end the element that holds it. */
export type DecryptorFailure = { readonly code: 'library_not_inlinable' };

const style = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 Georgia, serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
label { display: block; margin: 1rem 0; }
input[type=search] { font: inherit; width: 100%; box-sizing: border-box; }
h2 { margin: 2rem 0 .25rem; font-size: 1.25rem; }
summary { cursor: pointer; overflow-wrap: anywhere; }
dl { margin: 0 0 1rem 1rem; }
dd { margin: 0 0 .5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
dt { font-size: .85rem; }
p, li { overflow-wrap: anywhere; }
`;

/**
 * The one-file offline decryptor that goes beside a complete backup and a vault's export: HTML that opens either in any browser,
 * with the network off. Its policy allows the one script by its hash, WebAssembly for Argon2id, and no connection of any kind.
 */
export async function buildDecryptorPage(
  source: string,
  sha256: (data: Uint8Array) => Promise<Uint8Array>,
): Promise<Result<string, DecryptorFailure>> {
  // An HTML parser turns returns into newlines before the script is hashed.
  const script = source.replace(/\r\n?/g, '\n');
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
<title>Open a Castellan backup or export</title>
<style>${style}</style>
</head>
<body>
<h1>Open a Castellan backup or export</h1>
<p>This page works without a network and sends nothing anywhere. Choose a complete backup (.age) or an export of the vault (.json), and type what opens it: for a backup a master password or recovery key that the vault had when it was made, or the passphrase of the file; for an export its password.</p>
<form id="form">
<label>File <input id="file" type="file" required></label>
<label>Master password, recovery key, passphrase or password <input id="password" type="password" autocomplete="off" required></label>
<button>Open</button>
</form>
<p id="status" role="status"></p>
<div id="content"></div>
<script>${script}</script>
</body>
</html>
`);
}

function standardBase64(bytes: Uint8Array): string {
  const text = encodeBase64Url(bytes).replaceAll('-', '+').replaceAll('_', '/');
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}
