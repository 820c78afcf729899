import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type ApiRequest, type Body, makeRequest } from '../../model.ts';
import { splitQuery } from '../../sending/build-request.ts';
import type { ImportFailure } from '../read-postman.ts';
import { type CurlRead, findOption } from './curl-options.ts';
import { readRawBody } from './raw-body.ts';

/** A request that a command would send, and what of the command has no place in it. */
export type ReadCommand = { readonly request: ApiRequest; readonly leftOut: readonly string[] };

/** Options may look at all headers before them: more words than people and browsers write would take the square of their number. */
const maxWords = 5_000;

/** Reads the words of one cURL command, as browsers copy it and people write it. What it cannot be read as is named. */
export function readCurl(words: readonly string[]): Result<ReadCommand, ImportFailure> {
  const read: CurlRead = {
    method: undefined,
    url: undefined,
    headers: [],
    data: [],
    form: [],
    file: undefined,
    auth: { kind: 'inherit' },
    isGet: false,
    leftOut: [],
  };
  if (words.length > maxWords) return refuse('A command has at most 5,000 words.');
  // The next word is the last of the list: taking it from there costs the same however many there are.
  const rest = words.slice(1).reverse();
  while (rest.length > 0) {
    // Only where an option may stand: what is an option’s value may begin with a hyphen too.
    const [word = '', ...split] = splitWord(rest.pop() ?? '');
    for (const part of split.reverse()) rest.push(part);
    const isOption = word.startsWith('-') && word !== '-';
    const option = findOption(isOption ? word : '--url');
    if (option === undefined) return refuse(`The option ${word.slice(0, 60)} is not known here.`);
    const count = 'skip' in option ? option.skip : option.words;
    const value = !isOption ? word : count === 1 ? rest.pop() : '';
    if (value === undefined) return refuse(`The option ${word} lacks its value.`);
    const trouble = 'skip' in option ? undefined : option.take(read, value);
    if (trouble !== undefined) return refuse(trouble);
  }
  if (read.file !== undefined && (read.data.length > 0 || read.form.length > 0 || read.isGet))
    return refuse('A file as the body goes with no other data.');
  if (read.url === undefined || read.url === '') return refuse('There is no address.');
  return succeed({ request: requestOf(read, read.url), leftOut: read.leftOut });
}

/** `--request=POST` in two words, and short options in one each: `-sXPOST` is `-s -X POST`. */
function splitWord(word: string): readonly string[] {
  const long = /^(--[a-z][a-z\d.-]*)=([\s\S]*)$/.exec(word);
  if (long !== null) return [long[1] ?? '', long[2] ?? ''];
  if (!/^-[^-]./s.test(word)) return [word];
  const split: string[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const name = `-${word.charAt(at)}`;
    split.push(name);
    const option = findOption(name);
    // What is not known is named by itself; what takes a value takes the rest of the word.
    const takesRest = option !== undefined && ('skip' in option ? option.skip : option.words) === 1;
    if (takesRest && at + 1 < word.length) return [...split, word.slice(at + 1)];
  }
  return split;
}

function requestOf({ method, headers, data, form, file, auth, isGet }: CurlRead, given: string): ApiRequest {
  const joined = data.map(({ text, joint }, at) => (at === 0 ? text : joint + text)).join('');
  const { url, query } = splitQuery(/^[a-z][a-z\d+.-]*:\/\//i.test(given) || given.startsWith('{{') ? given : `http://${given}`);
  const isRaw = data.length > 0 && !isGet && file === undefined && form.length === 0;
  const raw = isRaw ? readRawBody(joined, headers) : undefined;
  const body: Body =
    raw?.body ?? (file !== undefined ? { kind: 'file', file } : form.length > 0 ? { kind: 'multipart', fields: form } : { kind: 'none' });
  return makeRequest({
    name: url.replace(/^https?:\/\//, '') || 'From cURL',
    method: method ?? (body.kind === 'none' ? 'GET' : 'POST'),
    url,
    query: [...query, ...(isGet && data.length > 0 ? splitQuery(`?${joined}`).query : [])],
    // A boundary that was copied would not fit.
    headers: raw?.headers ?? (body.kind === 'multipart' ? headers.filter(({ name }) => name.toLowerCase() !== 'content-type') : headers),
    body,
    auth,
  });
}

function refuse(message: string): Result<never, ImportFailure> {
  return fail({ code: 'unreadable', message });
}
