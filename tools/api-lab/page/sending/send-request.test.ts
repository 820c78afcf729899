import { fail, succeed } from '@castellan/foundation/result';
import { beforeEach, expect, test } from 'vitest';
import { lockSignal } from '../../../../web/app/domains/vault/lock-signal.ts';
import type { Placed } from '../change-workspace.ts';
import { writeCurl } from '../formats/commands/write-curl.ts';
import { writePostman } from '../formats/write-postman.ts';
import { type ApiRequest, type Auth, makeCollection, makeRequest, type Pair, type VaultRef } from '../model.ts';
import type { OriginQuestion, VaultSource } from '../vault-values/vault-values.ts';
import { holdFile } from './file-memory.ts';
import { maskText } from './mask.ts';
import { type Run, runCollection } from './run-collection.ts';
import { sendRequest, wireOf } from './send-request.ts';
import type { Answer, Sender, SentRequest } from './sender.ts';

const secret = 'p{{host}}ss "wörd"';
const values: Readonly<Record<string, string>> = {
  'bank password': secret,
  'bank username': 'ada',
  'bank field pin': '4417-9920',
  'empty password': '',
};
const keyOf = (ref: VaultRef) => `${ref.entryId} ${ref.part}${ref.part === 'field' ? ` ${ref.name}` : ''}`;

let asked: SentRequest[] = [];
let reads: string[] = [];
let isLocked = false;
/** What is sealed with the entries. */
let allowed = new Map<string, readonly string[]>();
const api = 'https://a.example';
beforeEach(() => {
  asked = [];
  reads = [];
  isLocked = false;
  allowed = new Map(['bank', 'empty', 'gone'].map((id) => [id, [api]]));
});

const vault: VaultSource = {
  entries: () => [],
  subscribe: () => () => undefined,
  fieldNames: async () => [],
  allowedOrigins: async (id) => (isLocked ? fail({ code: 'vault_locked' }) : succeed(allowed.get(id) ?? [])),
  allow: async (questions) => {
    for (const { entryId, origin } of questions) allowed.set(entryId, [...(allowed.get(entryId) ?? []), origin]);
    return succeed(undefined);
  },
  disallow: async (id, origin) => {
    allowed.set(id, allowed.get(id)?.filter((one) => one !== origin) ?? []);
    return succeed(undefined);
  },
  // As the vault's Worker does.
  read: async (ref, origins) => {
    if (origins.length === 0 || !origins.every((origin) => allowed.get(ref.entryId)?.includes(origin) === true))
      return fail({ code: 'vault_origin_refused' });
    reads.push(keyOf(ref));
    if (isLocked) return fail({ code: 'vault_locked' });
    const value = values[keyOf(ref)];
    return value === undefined ? fail({ code: 'vault_entry_missing' }) : succeed(value);
  },
};

/** Sends back everything that it was sent. */
const echo = (via: Sender['via']): Sender => ({
  via,
  send: async (request) => {
    asked.push(request);
    const body = typeof request.body === 'string' ? request.body : new TextDecoder('latin1').decode(request.body);
    const answer: Answer = {
      kind: 'answer',
      status: 200,
      url: request.url,
      headers: [...request.headers],
      body: new TextEncoder().encode(
        request.url.endsWith('/token') ? '{"access_token":"t0ken-of-the-vault"}' : JSON.stringify({ body, headers: request.headers }),
      ),
      totalMs: 1,
      isCut: false,
    };
    return answer;
  },
});

const ref = (part: 'password' | 'username', entryId = 'bank'): VaultRef => ({ entryId, part });
const place = (request: Partial<ApiRequest>, auth: Auth = { kind: 'none' }): Placed => {
  const made = makeRequest({ url: 'https://{{host}}/items', method: 'POST', ...request });
  return {
    request: made,
    above: [],
    collection: makeCollection({ auth, items: [made], variables: [{ name: 'host', value: 'a.example', enabled: true }] }),
  };
};
const environment = {
  id: 'e',
  name: 'E',
  variables: [{ name: 'token', value: '', enabled: true, vault: ref('password') }] satisfies Pair[],
};
const send = (placed: Placed, via: Sender['via'] = 'relay', source: VaultSource | undefined = vault) =>
  sendRequest(placed, environment, echo(via), new AbortController().signal, source);

test('a variable of the vault is sent by the relay as it is, and nothing that comes back or is copied holds it', async () => {
  const placed = place({
    headers: [{ name: 'X-Key', value: '{{token}}', enabled: true }],
    query: [{ name: 'q', value: '{{token}}', enabled: true }],
    body: { kind: 'text', text: 'the {{token}}' },
    checks: [
      { of: 'header', name: 'x-key', is: 'equals', value: 'no' },
      { of: 'body', name: '', is: 'contains', value: 'no' },
      { of: 'json', name: 'body', is: 'equals', value: '"no"' },
    ],
  });
  const sent = await send(placed);
  expect(asked[0]?.headers).toContainEqual(['X-Key', secret]);
  expect(asked[0]?.body).toBe(`the ${secret}`);
  expect(reads).toEqual(['bank password']);
  const { answer, ...rest } = sent;
  const body = answer.kind === 'answer' ? new TextDecoder().decode(answer.body) : '';
  expect(JSON.parse(body)).toMatchObject({ body: `the ${maskText}` });
  const all = JSON.stringify([rest, { ...answer, body }]);
  expect(all).not.toMatch(/wörd|w%C3%B6rd|p\{\{host/);
  expect(sent.checks.map(({ found }) => found)).toEqual([maskText, expect.stringContaining(maskText), JSON.stringify(`the ${maskText}`)]);
  expect(sent.open).toEqual([]);
  const { built, vault: named } = wireOf(placed, environment);
  expect(writeCurl(built)).toContain('X-Key: {{token}}');
  expect([...named]).toEqual([['token', ref('password')]]);
});

test('from a browser nothing is sent, and nothing read: the name is told', async () => {
  const sent = await send(place({ body: { kind: 'text', text: '{{token}}' } }), 'browser');
  expect(sent.answer).toMatchObject({ kind: 'failed', reason: 'vault_needs_relay', about: 'token' });
  expect([asked, reads]).toEqual([[], []]);
  // A request that does not use it goes as ever.
  expect((await send(place({}), 'browser')).answer.kind).toBe('answer');
});

test('fields of Basic, Bearer and API key come from the vault; credentials are masked too, and exports hold names', async () => {
  const basic: Auth = { kind: 'basic', username: '', password: '', vault: { username: ref('username'), password: ref('password') } };
  const placed = place({ auth: { kind: 'inherit' } }, basic);
  const sent = await send(placed);
  const credentials = Buffer.from(`ada:${secret}`).toString('base64');
  expect(asked[0]?.headers).toContainEqual(['Authorization', `Basic ${credentials}`]);
  expect(sent.answer.kind === 'answer' && sent.answer.headers).toContainEqual(['Authorization', `Basic ${maskText}`]);
  expect(writeCurl(wireOf(placed, environment).built)).toContain('Authorization: Basic base64({{$vault.username}}:{{$vault.password}})');
  const exported = writePostman({ ...placed.collection, variables: environment.variables });
  expect(exported).toContain('{{$vault.password}}');
  expect(exported).toContain('"token"');
  expect(exported).not.toContain('bank');
  for (const [auth, header] of [
    [{ kind: 'bearer', token: '', vault: { token: ref('password') } }, ['Authorization', `Bearer ${secret}`]],
    [
      { kind: 'apikey', name: 'X-Key', value: '', in: 'header', vault: { value: { entryId: 'bank', part: 'field', name: 'pin' } } },
      ['X-Key', '4417-9920'],
    ],
  ] as const satisfies readonly (readonly [Auth, readonly [string, string]])[]) {
    await send(place({ auth }));
    expect(asked.at(-1)?.headers).toContainEqual(header);
  }
});

test('a locked vault, a missing entry, an empty value and no vault at all are told, and nothing is sent', async () => {
  const bearer = (entryId: string) => place({ auth: { kind: 'bearer', token: '', vault: { token: ref('password', entryId) } } });
  const reasonOf = async (placed: Placed, source?: VaultSource) => {
    const { answer } = await sendRequest(placed, environment, echo('relay'), new AbortController().signal, source);
    return answer.kind === 'failed' ? `${answer.reason} ${answer.about}` : 'sent';
  };
  expect(await reasonOf(bearer('gone'), vault)).toBe('vault_entry_missing $vault.token');
  expect(await reasonOf(bearer('empty'), vault)).toBe('vault_empty $vault.token');
  expect(await reasonOf(bearer('bank'))).toBe('vault_absent $vault.token');
  isLocked = true;
  expect(await reasonOf(bearer('bank'), vault)).toBe('vault_locked $vault.token');
  expect(asked).toEqual([]);
});

test('a token that was given for a value of the vault is masked, and forgotten when the vault is locked', async () => {
  const oauth2 = {
    kind: 'oauth2',
    tokenUrl: 'https://a.example/token',
    clientId: 'me',
    clientSecret: '{{token}}',
    scope: '',
    in: 'body',
  } as const;
  const sent = await send(place({ auth: oauth2 }));
  expect(asked.map(({ url }) => url)).toEqual(['https://a.example/token', 'https://a.example/items']);
  expect(asked[1]?.headers).toContainEqual(['Authorization', 'Bearer t0ken-of-the-vault']);
  expect(sent.answer.kind === 'answer' && JSON.stringify(sent.answer.headers)).not.toContain('t0ken');
  await send(place({ auth: oauth2 }));
  expect(asked).toHaveLength(3);
  lockSignal.tell();
  await send(place({ auth: oauth2 }));
  expect(asked).toHaveLength(5);
});

test('files go as the body and as parts of a form, byte for byte, with their types', async () => {
  const bytes = Uint8Array.from([0, 255, 13, 10, 128]);
  const file = holdFile(new File([bytes], 'a "b".png', { type: 'image/png' }));
  await send(place({ body: { kind: 'file', file } }), 'browser');
  expect(asked[0]?.body).toEqual(bytes);
  expect(asked[0]?.headers).toContainEqual(['Content-Type', 'image/png']);
  const fields: Pair[] = [
    { name: 'note', value: '{{host}}', enabled: true },
    { name: 'picture', value: '', enabled: true, file },
    { name: 'left out', value: '', enabled: false, file: { name: 'none' } },
  ];
  await send(place({ body: { kind: 'multipart', fields } }), 'relay');
  const type = asked[1]?.headers.find(([name]) => name === 'Content-Type')?.[1] ?? '';
  const form = await new Response(asked[1]?.body as Uint8Array<ArrayBuffer>, { headers: { 'content-type': type } }).formData();
  expect([...form.keys()]).toEqual(['note', 'picture']);
  expect(form.get('note')).toBe('a.example');
  const picture = form.get('picture') as File;
  expect([picture.name.replaceAll('%22', '"'), picture.type, new Uint8Array(await picture.arrayBuffer())]).toEqual([
    'a "b".png',
    'image/png',
    bytes,
  ]);
});

test('a file that this tab does not have, or that is too large for its way, is told by name, and nothing is sent', async () => {
  const failureOf = async (file: { readonly name: string; readonly id?: string | undefined }, via: Sender['via']) => {
    const { answer } = await send(place({ body: { kind: 'file', file } }), via);
    return answer.kind === 'failed' ? `${answer.reason} ${answer.about}` : 'sent';
  };
  expect(await failureOf({ name: 'lost.png' }, 'relay')).toBe('file_missing lost.png');
  const held = holdFile(new File([new Uint8Array(3_000_001)], 'large.bin'));
  expect(await failureOf(held, 'relay')).toBe('file_too_large large.bin');
  expect(asked).toEqual([]);
  expect(await failureOf(held, 'browser')).toBe('sent');
  expect(await failureOf(holdFile(new File([new Uint8Array(25_000_001)], 'larger.bin')), 'browser')).toBe('file_too_large larger.bin');
  lockSignal.tell();
  expect(await failureOf(held, 'browser')).toBe('file_missing large.bin');
});

/** A vault whose owner answers, and what was asked. */
function askingVault(answer: boolean | 'no code') {
  const questions: OriginQuestion[][] = [];
  const ask: VaultSource['ask'] = async (given) => {
    questions.push([...given]);
    return answer === 'no code' ? fail({ code: 'part_missing' }) : succeed(answer);
  };
  return { questions, source: { ...vault, ask } };
}

const hidden = (value: string): Partial<ApiRequest> => ({
  headers: [{ name: 'X-Key', value, enabled: true }],
  query: [{ name: 't', value, enabled: true }],
  url: 'https://evil.example/',
});
const reasonOf = (answer: { readonly kind: string; readonly reason?: string; readonly about?: string | undefined }) =>
  answer.kind === 'failed' ? `${answer.reason} ${answer.about}` : answer.kind;

test('an imported collection with a host of its own gets no value without the owner’s word, and none over plain http', async () => {
  const sent = await send(place(hidden('{{token}}')));
  expect(reasonOf(sent.answer)).toBe('vault_origin_new https://evil.example');
  expect(reasonOf((await send(place({ ...hidden('{{token}}'), url: 'http://evil.example/' }))).answer)).toBe('vault_plain_http token');
  expect(reasonOf((await send(place({ url: 'https://{{token}}.evil.example/' }))).answer)).toBe('vault_in_origin token');
  const { questions, source } = askingVault(false);
  expect(reasonOf((await send(place(hidden('{{token}}')), 'relay', source)).answer)).toBe('vault_origin_declined https://evil.example');
  expect(questions).toEqual([
    [
      {
        entryId: 'bank',
        origin: 'https://evil.example',
        parts: [ref('password')],
        messages: [{ method: 'POST', label: 'New request' }],
      },
    ],
  ]);
  expect(reasonOf((await send(place(hidden('{{token}}')), 'relay', askingVault('no code').source)).answer)).toMatch(/^part_missing/);
  // Nothing was read for any of them, nothing sent, and nothing is remembered.
  expect([asked, reads, allowed.get('bank')]).toEqual([[], [], [api]]);
});

test('what the owner allows is sealed first, sent once with its mark, and not asked about again', async () => {
  const { questions, source } = askingVault(true);
  const { answer } = await send(place(hidden('{{token}}')), 'relay', source);
  expect(answer.kind).toBe('answer');
  expect(allowed.get('bank')).toEqual([api, 'https://evil.example']);
  expect(asked).toMatchObject([{ carriesSecret: true }]);
  await send(place(hidden('{{token}}')), 'relay', source);
  expect([questions.length, asked.length]).toEqual([1, 2]);
  await vault.disallow('bank', 'https://evil.example');
  expect(reasonOf((await send(place(hidden('{{token}}')))).answer)).toBe('vault_origin_new https://evil.example');
});

test('where the permission cannot be sealed nothing is sent, and nothing is read', async () => {
  const { source } = askingVault(true);
  const broken = { ...source, allow: async () => fail({ code: 'vault_unreadable' as const }) };
  expect(reasonOf((await send(place(hidden('{{token}}')), 'relay', broken)).answer)).toBe('vault_origin_unkept https://evil.example');
  expect([asked, reads]).toEqual([[], []]);
});

test('a request without values of the vault is asked about nowhere, and has no mark', async () => {
  const { questions, source } = askingVault(true);
  await send(place({ url: 'http://evil.example/' }), 'relay', source);
  expect([questions, asked[0]?.carriesSecret]).toEqual([[], undefined]);
});

test('a token that a value of the vault was given for goes only where the value itself may go', async () => {
  const oauth2 = { kind: 'oauth2', tokenUrl: `${api}/token`, clientId: 'me', clientSecret: '{{token}}', scope: '', in: 'body' } as const;
  const placed = place({ auth: oauth2, url: 'https://evil.example/' });
  expect(reasonOf((await send(placed)).answer)).toBe('vault_origin_new https://evil.example');
  const { questions, source } = askingVault(true);
  allowed.set('bank', []);
  await send(placed, 'relay', source);
  expect(questions[0]?.map(({ origin }) => origin)).toEqual([api, 'https://evil.example']);
  expect(asked.map(({ carriesSecret }) => carriesSecret)).toEqual([true, true]);
});

test('a host that is made anew each time is not the one that was asked about, and gets nothing', async () => {
  const { source } = askingVault(true);
  const placed = place({ ...hidden('{{token}}'), url: 'https://h{{$guid}}.evil.example/' });
  expect(reasonOf((await send(placed, 'relay', source)).answer)).toBe('vault_origin_changed token');
  expect(asked).toEqual([]);
});

const collectionOf = (...requests: readonly Partial<ApiRequest>[]) =>
  makeCollection({ items: requests.map((request) => makeRequest(request)) });
const runAll = async (collection: ReturnType<typeof makeCollection>, source: VaultSource | undefined, via: Sender['via'] = 'relay') => {
  const told: Run[] = [];
  const run = await runCollection(collection, environment, echo(via), new AbortController().signal, (one) => told.push(one), source);
  return { run, told };
};

test('a run asks about every new origin of every request at once, before the first is sent', async () => {
  const { questions, source } = askingVault(true);
  const collection = collectionOf(
    { ...hidden('{{token}}'), name: 'one' },
    { name: 'free', url: 'http://free.example/' },
    { name: 'two', url: 'https://b.example/{{token}}' },
    { ...hidden('{{token}}'), name: 'three' },
    { name: 'known', url: `${api}/{{token}}` },
  );
  const { run } = await runAll(collection, source);
  expect(questions.map((all) => all.map(({ origin, messages }) => [origin, messages.map(({ label }) => label)]))).toEqual([
    [
      ['https://evil.example', ['one', 'three']],
      ['https://b.example', ['two']],
    ],
  ]);
  expect([run.ran.length, run.held, asked.length]).toEqual([5, undefined, 5]);
});

test('a run that the owner does not allow, or of which one request may never be sent, does not begin', async () => {
  const collection = collectionOf({ name: 'free', url: 'http://free.example/' }, { ...hidden('{{token}}'), name: 'one' });
  expect((await runAll(collection, askingVault(false).source)).run).toMatchObject({
    ran: [],
    held: [{ code: 'vault_origin_declined', about: 'https://evil.example' }],
  });
  const plain = collectionOf(
    { name: 'free', url: 'http://free.example/' },
    { name: 'bad', url: 'http://evil.example/{{token}}' },
    { name: 'worse', url: 'https://{{token}}/' },
  );
  const { questions, source } = askingVault(true);
  expect((await runAll(plain, source)).run.held).toEqual([
    { label: 'bad', code: 'vault_plain_http', about: 'token' },
    { label: 'worse', code: 'vault_in_origin', about: 'token' },
  ]);
  expect((await runAll(collection, undefined)).run.held).toEqual([{ label: 'one', code: 'vault_absent', about: 'token' }]);
  expect((await runAll(collection, source, 'browser')).run.held).toMatchObject([{ label: 'one', code: 'vault_needs_relay' }]);
  expect([questions, asked, reads]).toEqual([[], [], []]);
});

test('a run stops at a request that leads elsewhere than where it was asked about, and names it', async () => {
  const collection = collectionOf(
    { name: 'known', url: `${api}/{{token}}` },
    { ...hidden('{{token}}'), name: 'anew', url: 'https://h{{$guid}}.evil.example/' },
    { name: 'after', url: `${api}/{{token}}` },
  );
  const { run, told } = await runAll(collection, askingVault(true).source);
  expect(run.ran.map(({ name }) => name)).toEqual(['known', 'anew']);
  expect(run.held).toMatchObject([{ label: 'anew', code: 'vault_origin_new' }]);
  expect(told.at(-1)).toEqual(run);
  expect(asked).toHaveLength(1);
});

test('a run’s results hold no value, though the server sends it back in body, headers and address', async () => {
  const { run, told } = await runAll(
    collectionOf({
      name: 'echo',
      url: `${api}/{{token}}`,
      checks: [
        { of: 'header', name: 'x-key', is: 'equals', value: 'no' },
        { of: 'body', name: '', is: 'contains', value: 'no' },
      ],
      headers: [{ name: 'X-Key', value: '{{token}}', enabled: true }],
    }),
    vault,
  );
  const text = (runs: readonly Run[]) =>
    JSON.stringify(runs, (_, value) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : value));
  expect(asked[0]?.url).toContain('wörd');
  expect(text([run, ...told])).toContain(maskText);
  expect(text([run, ...told])).not.toMatch(/wörd|w%C3%B6rd|p\{\{host/);
});

test('a name that is drawn anew between the judging of a token’s request and its sending takes no value along', async () => {
  const names: Pair[] = Array.from({ length: 1001 }, (_, at) => ({
    name: `s${at}`,
    value: at % 2 === 0 ? 'x' : '{{token}}',
    enabled: true,
  }));
  for (let round = 0; round < 40; round += 1) {
    const tokenUrl = `http://evil.example/${round}/token`;
    const auth = { kind: 'oauth2', tokenUrl, clientId: 'me', clientSecret: '{{s{{$randomInt}}}}', scope: '', in: 'body' } as const;
    const request = makeRequest({ url: `${api}/items`, method: 'POST', body: { kind: 'text', text: '{{token}}' }, auth });
    const placed: Placed = {
      request,
      above: [],
      collection: makeCollection({ auth: { kind: 'none' }, items: [request], variables: names }),
    };
    await sendRequest(placed, environment, echo('relay'), new AbortController().signal, vault);
  }
  const evil = asked.filter(({ url }) => url.startsWith('http://evil'));
  // Tokens without a value are asked for; the names are drawn anew each time.
  expect(evil.length).toBeGreaterThan(0);
  expect(evil.filter(({ body }) => typeof body === 'string' && new URLSearchParams(body).get('client_secret') === secret)).toEqual([]);
});
