import { fail, type Result, succeed } from '@castellan/foundation/result';
import { unzipSync } from 'fflate';
import type { EntryField, EntryKind } from '../entries/entry.ts';
import { typedFields } from '../entries/typed-fields.ts';
import { type EarlierFound, type Found, gatherDrafts, instantOf } from './draft.ts';
import { flatten } from './flatten.ts';
import { type ImportedFile, type ImportFailure, importLimits } from './import-model.ts';
import { listOf, type Members, membersOf, textOf } from './read-json.ts';

/** The bytes of `export.data` in a 1pux archive. Sizes, ratio and number of files are checked before anything is unpacked. */
export function unpackOnePassword(
  bytes: Uint8Array,
): Result<{ readonly data: Uint8Array; readonly files: readonly string[] }, ImportFailure> {
  const files: string[] = [];
  let count = 0;
  let isBomb = false;
  try {
    const unpacked = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        count += 1;
        if (name.startsWith('files/') && !name.endsWith('/')) files.push(name.slice('files/'.length));
        if (count > importLimits.archiveFiles) isBomb = true;
        if (name !== 'export.data' || isBomb) return false;
        isBomb = originalSize > importLimits.unpackedBytes || originalSize > Math.max(size, 1024) * importLimits.packingRatio;
        return !isBomb;
      },
    });
    if (isBomb) return fail({ code: 'archive_bomb' });
    const data = new Map(Object.entries(unpacked)).get('export.data');
    return data === undefined ? fail({ code: 'archive_without_data' }) : succeed({ data, files });
  } catch {
    return fail({ code: 'archive_damaged' });
  }
}

/** Item categories (https://support.1password.com/1pux-format/); what is not here is a note with fields. */
const kinds: ReadonlyMap<string, EntryKind> = new Map([
  ['001', 'login'],
  ['002', 'card'],
  ['003', 'note'],
  ['005', 'login'],
  ['102', 'login'],
  ['109', 'login'],
  ['110', 'login'],
  ['111', 'login'],
  ['112', 'api-token'],
  ['114', 'key'],
]);

/**
 * Maps `export.data` of a 1pux archive: `{accounts:[{attrs, vaults:[{attrs:{name}, items:[{favIndex, createdAt, updatedAt, state,
 * categoryUuid, overview:{title, url, urls, tags}, details:{loginFields, notesPlain, sections, passwordHistory}}]}]}]}`
 * (https://support.1password.com/1pux-format/). Vaults become categories where there is more than one. Section fields become
 * custom fields, archived items a tag; documents and attachments are listed, since entries hold no files.
 */
export function importOnePassword(data: Members, files: readonly string[], nowMs: number): Result<ImportedFile, ImportFailure> {
  const vaults = listOf(data.get('accounts')).flatMap((account) => listOf(membersOf(account)?.get('vaults')));
  if (!Array.isArray(data.get('accounts'))) return fail({ code: 'structure_unknown' });
  const items = vaults.flatMap((vault) => {
    const members = membersOf(vault);
    const name = vaults.length > 1 ? textOf(membersOf(members?.get('attrs'))?.get('name')) : '';
    return listOf(members?.get('items')).map((item) => ({ item, vault: name }));
  });
  if (items.length > importLimits.rows) return fail({ code: 'too_many_rows' });
  const gathered = gatherDrafts('1password-1pux', nowMs);
  items.forEach(({ item, vault }, index) => {
    const outer = membersOf(item);
    const inner = membersOf(outer?.get('item')) ?? outer;
    if (inner === undefined) gathered.reject(index + 1, 'not_an_item');
    else gathered.add(index + 1, readItem(inner, vault));
  });
  for (const name of files) gathered.lose({ place: 0, title: '', what: `file: ${name}` });
  return succeed(gathered.finish());
}

/** Fields of a category by their ids, which no language changes, and what they are called here. `password`: the main secret. */
const fieldNames: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  '002': new Map([
    ['ccnum', 'password'],
    ['cardholder', 'Cardholder'],
    ['expiry', 'Expiry'],
    ['cvv', 'Security code'],
    ['pin', 'PIN'],
    ['type', 'Brand'],
  ]),
  '004': new Map([
    ['firstname', 'First name'],
    ['initial', 'Middle name'],
    ['lastname', 'Last name'],
    ['email', 'Email'],
    ['defphone', 'Phone'],
    ['company', 'Company'],
    ['birthdate', 'Birth date'],
    ['username', 'Username'],
    ['address.street', 'Street'],
    ['address.zip', 'Postcode'],
    ['address.city', 'City'],
    ['address.state', 'State'],
    ['address.country', 'Country'],
  ]),
  '114': new Map([
    ['private_key.privateKey', 'password'],
    ['private_key.metadata.publicKey', 'Public key'],
    ['private_key.metadata.fingerprint', 'Fingerprint'],
  ]),
};

const hiddenNames: ReadonlyMap<string, boolean> = new Map(
  Object.values(typedFields).flatMap((fields) => fields.map(({ name, hidden }) => [name, hidden] as const)),
);

/** The fields of an item's sections, those that its category names under the names of the entry's type; of a name the first. */
function namedFields(fields: readonly SectionField[], category: string, hasMain: boolean): readonly SectionField[] {
  const names = fieldNames[category];
  const taken = new Set(hasMain ? ['password'] : []);
  return fields.map((field) => {
    const name = names?.get(field.id);
    if (name === undefined || field.isTotp || taken.has(name)) return field;
    taken.add(name);
    const isDay = name === 'Expiry' && /^\d{4}(?:0[1-9]|1[0-2])$/.test(field.value);
    const value = isDay ? `${field.value.slice(4)}/${field.value.slice(0, 4)}` : field.value;
    // What was concealed there stays so; a key is so as a whole, with its public half.
    const isConcealed = field.hidden && category !== '114';
    return { ...field, name, value, hidden: isConcealed || (hiddenNames.get(name) ?? field.hidden) };
  });
}

function readItem(item: Members, vault: string): Found {
  const [overview, details] = [partOf(item, 'overview'), partOf(item, 'details')];
  const logins = listOf(details.get('loginFields')).flatMap((value) => membersOf(value) ?? []);
  const designated = (name: string) => logins.find((field) => field.get('designation') === name && textOf(field.get('value')) !== '');
  const [userField, passwordField] = [designated('username'), designated('password')];
  const [designatedPassword, ownPassword] = [textOf(passwordField?.get('value')), textOf(details.get('password'))];
  const category = textOf(item.get('categoryUuid'));
  const hasMain = designatedPassword !== '' || ownPassword !== '';
  const all = namedFields(
    listOf(details.get('sections')).flatMap((section) => readSection(membersOf(section))),
    category,
    hasMain,
  );
  const main = hasMain ? undefined : all.find(({ name, id }) => name === 'password' && fieldNames[category]?.get(id) === name);
  const sections = all.filter((field) => field !== main);
  const totp = sections.find((field) => field.isTotp);
  const addresses = [textOf(overview.get('url')), ...listOf(overview.get('urls')).map((entry) => textOf(membersOf(entry)?.get('url')))];
  const [url = '', ...otherAddresses] = [...new Set(addresses.filter((address) => address !== ''))];
  const isArchived = item.get('state') === 'archived';
  return {
    kind: kinds.get(category) ?? 'note',
    ...(category === '004' ? { type: 'identity' as const } : {}),
    title: textOf(overview.get('title')),
    username: textOf(userField?.get('value')),
    password: designatedPassword || ownPassword || (main?.value ?? ''),
    totp: totp?.value ?? '',
    url,
    notes: textOf(details.get('notesPlain')),
    category: vault,
    favorite: Number(item.get('favIndex') ?? 0) > 0,
    tags: [...listOf(overview.get('tags')).map(textOf), ...(isArchived ? ['archived'] : [])],
    createdAt: secondsToInstant(item.get('createdAt')),
    updatedAt: secondsToInstant(item.get('updatedAt')),
    trashedAt: item.get('trashed') === true ? secondsToInstant(item.get('updatedAt')) : undefined,
    fields: [
      ...sections.flatMap(({ name, value, hidden, isTotp }) => (isTotp && value === totp?.value ? [] : [{ name, value, hidden }])),
      ...logins.filter((field) => field !== userField && field !== passwordField).flatMap(readOtherLogin),
      ...(designatedPassword === '' || ['', designatedPassword].includes(ownPassword)
        ? []
        : [{ name: 'password', value: ownPassword, hidden: true }]),
      ...otherAddresses.map((value, index) => ({ name: `url ${index + 2}`, value, hidden: false })),
      ...homeless(item, overview, details),
    ],
    history: listOf(details.get('passwordHistory')).flatMap((value) => readEarlier(membersOf(value))),
    losses: listOf(details.get('documentAttributes') === undefined ? [] : [details.get('documentAttributes')]).map(
      (document) => `document: ${textOf(membersOf(document)?.get('fileName'))}`,
    ),
  };
}

const itemHomes = new Set(['uuid', 'favIndex', 'createdAt', 'updatedAt', 'state', 'trashed', 'categoryUuid', 'overview', 'details']);
const overviewHomes = new Set(['title', 'subtitle', 'url', 'urls', 'tags', 'ps', 'pbe', 'pgrng', 'icons', 'watchtowerExclusions']);
const detailHomes = new Set(['loginFields', 'notesPlain', 'sections', 'passwordHistory', 'documentAttributes', 'password']);

function homeless(item: Members, overview: Members, details: Members): readonly EntryField[] {
  const left = (members: Members, homes: ReadonlySet<string>) => [...members].filter(([name]) => !homes.has(name));
  const all = [...left(item, itemHomes), ...left(overview, overviewHomes), ...left(details, detailHomes)];
  return all.flatMap(([name, value]) => flatten(value, name));
}

/** `id`: the field's own, and the path within it where it holds more than a text. */
type SectionField = EntryField & { readonly isTotp: boolean; readonly id: string };

function readSection(section: Members | undefined): readonly SectionField[] {
  const heading = textOf(section?.get('title'));
  return listOf(section?.get('fields')).flatMap((value) => {
    const field = membersOf(value);
    const label = textOf(field?.get('title')) || textOf(field?.get('id'));
    const name = heading === '' ? label : `${heading}: ${label}`;
    return [...(membersOf(field?.get('value')) ?? [])].flatMap(([type, inner]) => readTyped(type, inner, name, textOf(field?.get('id'))));
  });
}

function readTyped(type: string, value: unknown, name: string, id: string): readonly SectionField[] {
  const hidden = type === 'concealed' || type === 'totp' || type === 'creditCardNumber' || type === 'sshKey';
  if (type === 'totp') return [{ name, value: textOf(value), hidden, isTotp: true, id }].filter((field) => field.value !== '');
  if (type === 'date')
    return [{ name, value: secondsToInstant(value)?.slice(0, 10) ?? '', hidden, isTotp: false, id }].filter((field) => field.value !== '');
  return flatten(value, name).map((field) => ({
    ...field,
    hidden: hidden || (membersOf(value) !== undefined && field.hidden),
    isTotp: false,
    id: `${id}${field.name.slice(name.length)}`,
  }));
}

function readOtherLogin(field: Members): readonly EntryField[] {
  const designation = textOf(field.get('designation'));
  const isDesignated = designation === 'username' || designation === 'password';
  const value = textOf(field.get('value'));
  // Type B is a button, C a tick box: what a web form had, not what a person wrote.
  if (value === '' || (!isDesignated && ['B', 'I'].includes(textOf(field.get('fieldType'))))) return [];
  const name = textOf(field.get('name')) || textOf(field.get('id')) || designation;
  return [{ name, value, hidden: field.get('fieldType') === 'P' || designation === 'password' }];
}

function readEarlier(earlier: Members | undefined): readonly EarlierFound[] {
  const password = textOf(earlier?.get('value'));
  return password === '' ? [] : [{ replacedAt: secondsToInstant(earlier?.get('time')), found: { password } }];
}

function partOf(item: Members, name: string): Members {
  return membersOf(item.get(name)) ?? new Map<string, unknown>();
}

function secondsToInstant(value: unknown): string | undefined {
  return typeof value === 'number' ? instantOf(value * 1000) : undefined;
}
