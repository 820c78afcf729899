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

/** Leads plain HTTP to HTTPS on the same host. */
export const redirectToHttps: readonly FixSnippet[] = [
  {
    label: 'nginx',
    text: 'server {\n  listen 80;\n  listen [::]:80;\n  server_name example.org;\n  return 301 https://$host$request_uri;\n}',
  },
  { label: 'Caddy', text: '# Caddy does this by itself for a site named without a scheme:\nexample.org {\n}' },
  {
    label: 'Apache',
    text: '<VirtualHost *:80>\n  ServerName example.org\n  Redirect permanent / https://example.org/\n</VirtualHost>',
  },
];

/** Gives every cookie of an application behind the server its flags. */
export const flagCookies: readonly FixSnippet[] = [
  { label: 'nginx', text: 'proxy_cookie_flags ~ secure httponly samesite=lax;' },
  { label: 'Caddy', text: 'reverse_proxy 127.0.0.1:8080 {\n  header_down Set-Cookie "$" "; Secure; HttpOnly; SameSite=Lax"\n}' },
  {
    label: 'Apache',
    text: 'Header always edit Set-Cookie "$" "; Secure; HttpOnly; SameSite=Lax"\nHeader edit Set-Cookie "$" "; Secure; HttpOnly; SameSite=Lax"',
  },
];
