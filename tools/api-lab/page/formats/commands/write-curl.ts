import type { BuiltRequest, FileBody } from '../../sending/build-request.ts';

/**
 * What is sent, as a cURL command for a POSIX shell. It holds every secret that the request holds, but for the vault's, which stay
 * names. Files are named: curl looks for them where it runs.
 */
export function writeCurl({ method, url, headers, body }: BuiltRequest): string {
  const verb = method === 'HEAD' ? ['--head'] : method === 'GET' && body === undefined ? [] : [`--request ${method}`];
  return [
    `curl ${[...verb, quote(url)].join(' ')}`,
    // curl drops a header without a value unless it ends with a semicolon.
    ...headers
      .filter(([, value]) => !isBoundaryOf(body, value))
      .map(([name, value]) => `--header ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(body === undefined ? [] : dataOf(body)),
  ].join(' \\\n  ');
}

/** curl makes a boundary of its own. */
function isBoundaryOf(body: BuiltRequest['body'], value: string): boolean {
  return typeof body === 'object' && body.kind === 'multipart' && value.endsWith(`boundary=${body.boundary}`);
}

function dataOf(body: string | FileBody): readonly string[] {
  if (typeof body === 'string') return [`--data-raw ${quote(body)}`];
  if (body.kind === 'file') return [`--data-binary ${quote(`@${body.file.name}`)}`];
  return body.parts.map((part) =>
    'file' in part
      ? `--form ${quote(`${part.name}=@"${part.file.name.replaceAll(/["\\]/g, String.raw`\$&`)}"`)}`
      : `--form-string ${quote(`${part.name}=${part.value}`)}`,
  );
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
