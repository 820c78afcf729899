import { expect, test } from 'vitest';
import { isCommands, readCommands } from './read-commands.ts';

const requestsOf = (text: string) => {
  const read = readCommands(text);
  if (!read.ok) throw new Error(read.failure.message);
  return read.value;
};

test('Invoke-WebRequest as Chrome copies it: session, cookies, headers, type and a body outside ASCII', () => {
  const text = `$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession
$session.UserAgent = "Mozilla/5.0 (X11)"
$session.Cookies.Add((New-Object System.Net.Cookie("sid", "a\`$b", "/", "api.example.org")))
$session.Cookies.Add((New-Object System.Net.Cookie("theme", "dark", "/", "api.example.org")))
Invoke-WebRequest -UseBasicParsing -Uri "https://api.example.org/items?page=2" \`
-Method "POST" \`
-WebSession $session \`
-Headers @{
"authority"="api.example.org"
  "method"="POST"
  "path"="/items?page=2"
  "scheme"="https"
  "accept"="*/*"
  "x-quote"="say \`"hi\`""
} \`
-ContentType "application/json" \`
-Body ([System.Text.Encoding]::UTF8.GetBytes("{\`"name\`":\`"L$([char]228)mp$([char]55357)$([char]56898)\`"}"))`;
  expect(isCommands(text)).toBe(true);
  const { requests, leftOut } = requestsOf(text);
  expect(leftOut).toEqual([]);
  expect(requests).toMatchObject([
    {
      method: 'POST',
      url: 'https://api.example.org/items',
      query: [{ name: 'page', value: '2' }],
      headers: [
        { name: 'accept', value: '*/*' },
        { name: 'x-quote', value: 'say "hi"' },
        { name: 'User-Agent', value: 'Mozilla/5.0 (X11)' },
        { name: 'Cookie', value: 'sid=a$b; theme=dark' },
        { name: 'Content-Type', value: 'application/json' },
      ],
      body: { kind: 'json', text: '{"name":"Lämp🙂"}' },
    },
  ]);
});

test('as Firefox copies it, and as Postman and people write it', () => {
  expect(
    requestsOf(
      'Invoke-WebRequest -UseBasicParsing -Uri "https://a.example/" `\n-UserAgent "F" `\n-Headers @{\n"Accept" = "a"\n  "TE" = "t"\n}',
    ).requests,
  ).toMatchObject([{ method: 'GET', headers: [{ name: 'Accept', value: 'a' }, { name: 'TE' }, { name: 'User-Agent', value: 'F' }] }]);
  const postman = `$headers = New-Object "System.Collections.Generic.Dictionary[[String],[String]]"
$headers.Add("Content-Type", "application/json")
$body = @"
{
  "a": 1
}
"@
$response = Invoke-RestMethod 'https://a.example/x' -Method 'PUT' -Headers $headers -Body $body
$response | ConvertTo-Json`;
  expect(requestsOf(postman).requests).toMatchObject([
    { method: 'PUT', url: 'https://a.example/x', headers: [{ name: 'Content-Type' }], body: { kind: 'json', text: '{\n  "a": 1\n}' } },
  ]);
  expect(requestsOf("irm a.example/f -Meth POST -Body @{ q = 'x y'; n = 2 } -TimeoutSec 3").requests).toMatchObject([
    {
      url: 'http://a.example/f',
      body: {
        kind: 'form',
        fields: [
          { name: 'q', value: 'x y' },
          { name: 'n', value: '2' },
        ],
      },
    },
  ]);
  expect(requestsOf('iwr https://a.example/?a=1 -Body @{ b = "2" }').requests).toMatchObject([
    {
      query: [
        { name: 'a', value: '1' },
        { name: 'b', value: '2' },
      ],
      body: { kind: 'none' },
    },
  ]);
  expect(requestsOf("curl.exe 'https://a.example' `\n -H 'X-A: ''b''' `\n --data-raw 'x'").requests).toMatchObject([
    { method: 'POST', headers: [{ name: 'X-A', value: "'b'" }, { name: 'Content-Type' }] },
  ]);
});

test('a parameter that cannot be read is named, and so is what else stands in the script', () => {
  const refused = (text: string) => {
    const read = readCommands(text);
    return read.ok ? '' : read.failure.message;
  };
  expect(refused('Invoke-WebRequest -Proxy http://p https://a.example')).toContain('-Proxy');
  expect(refused('Invoke-WebRequest -Method POST')).toContain('no address');
  expect(refused('Invoke-WebRequest -Uri')).toContain('lacks its value');
  expect(refused('$a = 1')).toContain('begin with curl');
  expect(requestsOf('iwr https://a.example -Headers (Get-Them) | Select-Object Content').leftOut).toEqual([
    'The value of -headers',
    'The command Select-Object',
  ]);
});
