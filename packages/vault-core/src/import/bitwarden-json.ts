import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { EntryField, EntryKind } from '../entries/entry.ts';
import { type EarlierFound, type Found, gatherDrafts, instantOf } from './draft.ts';
import { flatten } from './flatten.ts';
import { type ImportedFile, type ImportFailure, type ImportFormat, importLimits } from './import-model.ts';
import { listOf, type Members, membersOf, textOf } from './read-json.ts';

/** Members that only tie an item to its account. */
const ties = new Set([
  'id',
  'organizationId',
  'folderId',
  'collectionIds',
  'type',
  'reprompt',
  'object',
  'key',
  'edit',
  'viewPassword',
  'permissions',
]);
const homes = new Set([
  'name',
  'notes',
  'favorite',
  'fields',
  'login',
  'secureNote',
  'passwordHistory',
  'creationDate',
  'revisionDate',
  'deletedDate',
]);

/** Item types of the format (libs/common/src/vault/enums/cipher-type.ts in bitwarden/clients). */
const kinds: ReadonlyMap<unknown, EntryKind> = new Map<unknown, EntryKind>([
  [1, 'login'],
  [2, 'note'],
  [3, 'card'],
  [4, 'note'],
  [5, 'key'],
]);

/**
 * Maps an unencrypted Bitwarden export (`{encrypted: false, folders|collections, items}`; CipherExport and its siblings in
 * bitwarden/clients, libs/common/src/models/export). Folders become categories, collections tags; cards, identities, SSH keys,
 * passkeys and anything unknown become custom fields, so that nothing is lost.
 */
export function importBitwarden(file: Members, format: ImportFormat, nowMs: number): Result<ImportedFile, ImportFailure> {
  const items = file.get('items');
  if (!Array.isArray(items)) return fail({ code: 'structure_unknown' });
  if (items.length > importLimits.rows) return fail({ code: 'too_many_rows' });
  const gathered = gatherDrafts(format, nowMs);
  const folders = namesById(file.get('folders'));
  const collections = namesById(file.get('collections'));
  listOf(items).forEach((value, index) => {
    const item = membersOf(value);
    if (item === undefined) gathered.reject(index + 1, 'not_an_item');
    else gathered.add(index + 1, readItem(item, folders, collections));
  });
  return succeed(gathered.finish());
}

function readItem(item: Members, folders: ReadonlyMap<string, string>, collections: ReadonlyMap<string, string>): Found {
  const login = membersOf(item.get('login')) ?? new Map<string, unknown>();
  const addresses = listOf(login.get('uris')).flatMap((value) => membersOf(value) ?? []);
  const [firstAddress, ...otherAddresses] = addresses;
  const custom = listOf(item.get('fields')).flatMap((value) => readField(membersOf(value)));
  return {
    kind: kinds.get(item.get('type')) ?? 'note',
    title: textOf(item.get('name')),
    username: textOf(login.get('username')),
    password: mainSecretOf(item, login),
    totp: textOf(login.get('totp')),
    url: textOf(firstAddress?.get('uri')),
    notes: textOf(item.get('notes')),
    category: folders.get(textOf(item.get('folderId'))) ?? '',
    tags: listOf(item.get('collectionIds')).flatMap((id) => collections.get(textOf(id)) ?? []),
    favorite: item.get('favorite') === true,
    createdAt: instantOf(item.get('creationDate')),
    updatedAt: instantOf(item.get('revisionDate')),
    passwordChangedAt: instantOf(login.get('passwordRevisionDate')),
    trashedAt: instantOf(item.get('deletedDate')),
    fields: [
      ...custom.flatMap((field) => (field.kept === undefined ? [] : [field.kept])),
      ...otherAddresses.flatMap((address, index) => readOtherAddress(address, `url ${index + 2}`)),
      ...homeless(item, login, firstAddress),
    ],
    history: listOf(item.get('passwordHistory')).flatMap((value) => readEarlier(membersOf(value))),
    losses: [
      ...custom.flatMap((field) => field.lost ?? []),
      ...(item.get('reprompt') === 1 ? ['master password re-prompt'] : []),
      ...addresses.flatMap(matchRuleOf),
    ],
  };
}

/** What the entry's kind has in its first place: of a card its number, of an SSH key the private key. */
function mainSecretOf(item: Members, login: Members): string {
  const [home, member] = mainSecrets.get(item.get('type')) ?? [];
  return home === undefined ? textOf(login.get('password')) : textOf(membersOf(item.get(home))?.get(member ?? ''));
}

const mainSecrets: ReadonlyMap<unknown, readonly [home: string, member: string]> = new Map([
  [3, ['card', 'number']],
  [5, ['sshKey', 'privateKey']],
]);

function homeless(item: Members, login: Members, firstAddress: Members | undefined): readonly EntryField[] {
  const ofItem = [...item].filter(([name]) => !ties.has(name) && !homes.has(name));
  const ofLogin = [...login].filter(([name]) => !['uris', 'username', 'password', 'totp', 'passwordRevisionDate'].includes(name));
  const ofAddress = [...(firstAddress ?? [])].filter(([name]) => !addressHomes.has(name));
  const [home, member] = mainSecrets.get(item.get('type')) ?? [];
  const isMain = (field: EntryField) => home !== undefined && field.name === `${home}.${member}`;
  return [...ofItem, ...ofLogin, ...ofAddress].flatMap(([name, value]) => flatten(value, name)).filter((field) => !isMain(field));
}

const addressHomes = new Set(['uri', 'match', 'uriChecksum']);

function readOtherAddress(address: Members, name: string): readonly EntryField[] {
  const more = [...address].filter(([member]) => !addressHomes.has(member));
  return [...flatten(address.get('uri'), name), ...more.flatMap(([member, value]) => flatten(value, `${name}.${member}`))];
}

/** When an address is matched, where not as usual (UriMatchStrategy in bitwarden/clients); entries have no such rule. */
const matchRules: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [0, 'base domain'],
  [1, 'host'],
  [2, 'starts with'],
  [3, 'exact'],
  [4, 'regular expression'],
  [5, 'never'],
]);

function matchRuleOf(address: Members): readonly string[] {
  const rule = address.get('match') ?? null;
  return rule === null ? [] : [`match rule of ${textOf(address.get('uri'))}: ${matchRules.get(rule) ?? textOf(rule)}`];
}

/** Types: 0 text, 1 hidden, 2 truth value, 3 linked to another field (which holds no value of its own). */
function readField(field: Members | undefined): readonly { readonly kept?: EntryField; readonly lost?: string }[] {
  if (field === undefined) return [];
  const name = textOf(field.get('name'));
  if (field.get('type') === 3) return [{ lost: `linked field: ${name}` }];
  return [{ kept: { name, value: textOf(field.get('value')), hidden: field.get('type') === 1 } }];
}

function readEarlier(earlier: Members | undefined): readonly EarlierFound[] {
  const password = textOf(earlier?.get('password'));
  return password === '' ? [] : [{ replacedAt: instantOf(earlier?.get('lastUsedDate')), found: { password } }];
}

function namesById(value: unknown): ReadonlyMap<string, string> {
  const names = listOf(value).flatMap((folder): [string, string][] => {
    const members = membersOf(folder);
    return members === undefined ? [] : [[textOf(members.get('id')), textOf(members.get('name'))]];
  });
  return new Map(names);
}
