import type { FixSnippet } from '@castellan/probes/report';

/** Lines for a server's configuration that send a header with every answer, errors included. */
export function sendHeader(name: string, value: string): readonly FixSnippet[] {
  const quoted = `"${value.replace(/[\\"]/g, (mark) => `\\${mark}`)}"`;
  return [
    { label: 'nginx', text: `add_header ${name} ${quoted} always;` },
    { label: 'Caddy', text: `header ${name} ${quoted}` },
    { label: 'Apache', text: `Header always set ${name} ${quoted}` },
  ];
}

/** Lines that keep a header of the application from going out. */
export function dropHeader(name: string): readonly FixSnippet[] {
  const isServer = name.toLowerCase() === 'server';
  return [
    { label: 'nginx', text: isServer ? 'server_tokens off;' : `proxy_hide_header ${name};\nfastcgi_hide_header ${name};` },
    { label: 'Caddy', text: `header -${name}` },
    { label: 'Apache', text: isServer ? 'ServerTokens Prod\nServerSignature Off' : `Header always unset ${name}\nHeader unset ${name}` },
  ];
}

/** Redirects plain HTTP to HTTPS on the same host. */
export function redirectToHttps(hostname: string | undefined): readonly FixSnippet[] {
  const host = nameForServers(hostname);
  return [
    {
      label: 'nginx',
      text: `server {\n  listen 80;\n  listen [::]:80;\n  server_name ${host};\n  return 301 https://$host$request_uri;\n}`,
    },
    { label: 'Caddy', text: `# Caddy does this by itself for a site named without a scheme:\n${host} {\n}` },
    { label: 'Apache', text: `<VirtualHost *:80>\n  ServerName ${host}\n  Redirect permanent / https://${host}/\n</VirtualHost>` },
  ];
}

/** The target's own name. A name that is not known, or has characters with a meaning to a server, is left to be filled in. */
function nameForServers(hostname: string | undefined): string {
  const bare = hostname?.replace(/^\[|\]$/g, '') ?? '';
  if (bare.includes(':')) return /^[0-9a-f:.]+$/i.test(bare) ? `[${bare}]` : 'example.org';
  return /^[a-z0-9._-]+$/i.test(bare) ? bare : 'example.org';
}

/** Gives every cookie of an application behind the server its attributes. */
export const flagCookies: readonly FixSnippet[] = [
  { label: 'nginx', text: 'proxy_cookie_flags ~ secure httponly samesite=lax;' },
  { label: 'Caddy', text: 'reverse_proxy localhost:8080 {\n  header_down Set-Cookie "$" "; Secure; HttpOnly; SameSite=Lax"\n}' },
  {
    label: 'Apache',
    text: 'Header always edit Set-Cookie "$" "; Secure; HttpOnly; SameSite=Lax"\nHeader edit Set-Cookie "$" "; Secure; HttpOnly; SameSite=Lax"',
  },
];

/** The command that computes a script's hash. An address is put into it only where no shell could read more than an address in it. */
export function hashScript(src = ''): readonly FixSnippet[] {
  const address = src.startsWith('//') ? `https:${src}` : src.replace(/^http:/i, 'https:');
  const isPlain = /^https:\/\/[a-z0-9.-]+(?::\d+)?\/[\w./@+~-]*(?:\?[\w.=&%-]*)?$/i.test(address) && address.length <= 500;
  const asked = isPlain ? address : 'https://cdn.example/script.js';
  return [{ label: 'Hash', text: `curl -s '${asked}' | openssl dgst -sha384 -binary | openssl base64 -A` }];
}
