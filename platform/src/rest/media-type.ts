import { fail, type Result, succeed } from '@castellan/foundation/result';
import { notAcceptable, type RestFailure } from './rest-failure.ts';

/** How rows are written out. */
export type Representation =
  | { readonly kind: 'array'; readonly stripsNulls: boolean }
  | { readonly kind: 'object'; readonly stripsNulls: boolean }
  | { readonly kind: 'csv' };

/** Chooses the first form that the `Accept` header ranks and that can be made; else PGRST107. */
export function negotiate(accept: string | null): Result<Representation, RestFailure> {
  const wanted = (accept ?? '*/*')
    .split(',')
    .map(parseMediaType)
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality);
  for (const { type, stripsNulls } of wanted) {
    if (/^(?:\*\/\*|application\/\*|application\/json)$/.test(type)) return succeed({ kind: 'array', stripsNulls: false });
    if (type === 'application/vnd.pgrst.array' || type === 'application/vnd.pgrst.array+json') {
      return succeed({ kind: 'array', stripsNulls });
    }
    if (type === 'application/vnd.pgrst.object' || type === 'application/vnd.pgrst.object+json') {
      return succeed({ kind: 'object', stripsNulls });
    }
    if (type === 'text/csv') return succeed({ kind: 'csv' });
  }
  return fail(notAcceptable(wanted.map(({ type }) => type)));
}

/** `Content-Type` of that form. */
export function contentType(representation: Representation): string {
  if (representation.kind === 'csv') return 'text/csv; charset=utf-8';
  const { kind, stripsNulls } = representation;
  if (kind === 'object') return `application/vnd.pgrst.object+json${stripsNulls ? ';nulls=stripped' : ''}; charset=utf-8`;
  return stripsNulls ? 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8' : 'application/json; charset=utf-8';
}

function parseMediaType(text: string): { readonly type: string; readonly stripsNulls: boolean; readonly quality: number } {
  const [type = '', ...parameters] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  return { type, stripsNulls: parameters.includes('nulls=stripped'), quality: Number.isFinite(quality) ? quality : 1 };
}
